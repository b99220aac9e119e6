import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const SOURCES = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(new URL(name, import.meta.url), 'utf8') }))

/** The code without its comments. */
const code = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')

describe('the package is pure', () => {
  test('the test finds the sources', () => {
    expect(SOURCES.map(({ name }) => name)).toContain('draw.ts')
    expect(SOURCES.length).toBeGreaterThan(15)
  })

  test('imports only its own files, its worked values and the two cryptography libraries', () => {
    for (const { name, text } of SOURCES) {
      const imports = [...code(text).matchAll(/(?<!')\b(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
        (match) => match[1]!,
      )
      const foreign = imports.filter((path) => !/^(?:\.{1,2}\/|@noble\/(?:curves|hashes)\/)/.test(path))
      expect({ name, foreign }).toEqual({ name, foreign: [] })
    }
  })

  test('uses no clock, no randomness, no input or output, and no feature of a single runtime', () => {
    const banned =
      /\b(?:Buffer|process|Date|Math\.random|crypto|fetch|console|setTimeout|performance|window|document\.)\b/
    for (const { name, text } of SOURCES)
      expect({ name, found: banned.exec(code(text))?.[0] }).toEqual({ name })
  })
})
