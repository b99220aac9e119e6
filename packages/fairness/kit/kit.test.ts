/** The kit passes: each case fails with the step or rule that it states, in this verifier and in the one in Python. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasPython, NOT_RUN, type PythonCase, verifyInPython } from '../src/testing/python.fixture.ts'
import { AUDIT_RULES } from '../src/audit.ts'
import { sampled } from '../src/testing/rounds.fixture.ts'
import { STEPS } from '../src/verify.ts'
import { kitCases } from './cases.ts'
import type { KitCase } from './kit-case.ts'
import { selfTest } from './self-test.ts'

const all = kitCases()
/** every log and export, and every fourth document */
const cases = [
  ...all.filter(({ proof }) => proof === undefined),
  ...sampled(
    all.filter(({ proof }) => proof !== undefined),
    4,
  ),
]
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-kit-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the kit has hundreds of cases with every step and every rule, and controls', () => {
  const expected = new Set<string>(all.map((kit) => kit.expected))
  expect(all.length).toBeGreaterThan(1_000)
  const wanted = [...STEPS, 'receipt', 'log', 'export', ...AUDIT_RULES]
  expect(wanted.filter((name) => !expected.has(name))).toEqual([])
  expect(all.filter((kit) => kit.expected === 'verified').length).toBeGreaterThan(20)
  expect(kitCases()).toEqual(all)
})

test('each case fails with its step or rule, in this verifier and in the one in Python', () => {
  const lines: string[] = []
  expect([
    selfTest(folder, (line) => lines.push(line), cases),
    lines.filter((line) => line.startsWith('✗')),
  ]).toEqual([0, []])
  expect(lines.at(-1)).toBe(`${cases.length} cases: ${cases.length} as expected, 0 not.`)
  const written = readdirSync(folder).toSorted()
  const abouts = written.map((name) => readAbout(join(folder, name)))
  expect(abouts.map(({ name, expected }) => [name, expected])).toEqual(
    cases.map(({ name, expected }) => [name, expected]),
  )
  if (!hasPython) return console.warn(`the kit in Python: ${NOT_RUN}`)
  const answers = verifyInPython(written.map((name) => pythonCase(join(folder, name))))
  const wrong = abouts.flatMap(({ name, expected }, n) => {
    const answer = answers[n]!.failed ?? answers[n]!.verdict
    return answer === expected ? [] : [`${name}: ${answer}, not ${expected}`]
  })
  expect(wrong).toEqual([])
})

type About = Pick<KitCase, 'name' | 'expected' | 'key' | 'witness' | 'claim' | 'upToDate'>
const readAbout = (at: string): About => JSON.parse(readFileSync(join(at, 'case.json'), 'utf8')) as About

function pythonCase(at: string): PythonCase {
  const { name: _, expected: __, claim, ...options } = readAbout(at)
  const log = join(at, 'log')
  const text = (name: string): string => readFileSync(join(at, name), 'utf8')
  if (!existsSync(join(at, 'proof.json'))) return { log, ...options }
  return {
    proof: text('proof.json'),
    ...(existsSync(join(at, 'receipt.json')) && { receipt: text('receipt.json') }),
    ...(existsSync(log) && { folder: log }),
    ...claim,
    ...options,
  }
}
