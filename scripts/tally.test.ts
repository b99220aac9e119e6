import { expect, test } from 'vitest'
import { countTally, verdict, type Entry } from './tally.ts'

const text = (...entries: Entry[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

test('counts tests, files and errors outside of tests', () => {
  const file = { file: 'a.test.ts', ms: 12 }
  expect(countTally(text({ test: 'passed' }, { test: 'failed' }, file, { end: 2 }))).toEqual({
    passed: 1,
    failed: 3,
    ended: true,
    files: [file],
  })
})

test('counts what a killed run had done, without its incomplete last line', () => {
  const counted = countTally(`${text({ test: 'passed' }, { test: 'passed' })}{"test":"pas`)
  expect(counted).toMatchObject({ passed: 2, failed: 0, ended: false })
  expect(verdict(counted, false)).toEqual({ passed: 2, failed: 1 })
})

test.each([
  ['a run of passed tests passes', text({ test: 'passed' }, { end: 0 }), true, 0],
  ['a failed process without a failed test is one failure', text({ test: 'passed' }, { end: 0 }), false, 1],
  ['a failed test explains a failed process', text({ test: 'failed' }, { end: 0 }), false, 1],
  ['a run of no test is a failure', text({ end: 0 }), true, 1],
  ['a run that did not write anything is a failure', '', true, 1],
])('%s', (_, lines, ok, failed) => {
  expect(verdict(countTally(lines), ok).failed).toBe(failed)
})
