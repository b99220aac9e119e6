import { describe, expect, test } from 'vitest'
import { VECTORS } from '../testing/vectors-file.ts'
import { checkVectors } from './vectors.ts'
import type { FairnessVectors } from './vectors-shape.ts'

/** The paths of keys to all values of a document that are not objects or lists. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]))
}

describe('worked values', () => {
  test('every value agrees with its formula', () => {
    expect(checkVectors(VECTORS)).toEqual([])
  })

  test('the check reports a change of any value', () => {
    // the even share is above what was paid in the second favour, so its price does not matter
    const notes = ['games.note', 'draw3.note', 'draw3.running.note']
    const idle = new Set([...notes, 'games.chainLength', 'favour.1.priceMinor'])
    const unnoticed = leaves(VECTORS).filter((path) => {
      if (idle.has(path.join('.'))) return false
      const copy = structuredClone(VECTORS)
      let parent = copy as unknown as Record<string, unknown>
      for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>
      const last = path.at(-1)!
      const old = parent[last]
      parent[last] = typeof old === 'number' ? old + 10_000 : flipped(String(old))
      return attempt(copy).length === 0
    })
    expect(unnoticed).toEqual([])
  })
})

function attempt(copy: FairnessVectors): string[] {
  try {
    return checkVectors(copy)
  } catch (error) {
    return [String(error)]
  }
}

/** The text with its last character replaced by another hex digit. */
function flipped(text: string): string {
  return text.slice(0, -1) + (text.endsWith('1') ? '2' : '1')
}
