import { expect, test } from 'vitest'
import {
  countTally,
  describeFailure,
  explainError,
  filesToRepeat,
  repeatedTally,
  verdict,
  type Entry,
} from './tally.ts'

const text = (...entries: Entry[]) => entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')

test('counts tests, files and errors outside of tests', () => {
  const file = { file: 'a.test.ts', ms: 12, passed: 1, failed: 1 }
  const failure = { project: 'server', file: 'a.test.ts', name: 'sells', error: 'sold out' }
  expect(countTally(text({ test: 'passed' }, { test: 'failed' }, { failure }, file, { end: 2 }))).toEqual({
    passed: 1,
    failed: 3,
    ended: true,
    files: [file],
    failures: [failure],
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

const ran = (file: string, passed: number, failed: number, ms = 1): Entry[] => [
  ...Array.from({ length: passed }, () => ({ test: 'passed' as const })),
  ...Array.from({ length: failed }, () => ({ test: 'failed' as const })),
  { file, ms, passed, failed },
]
const toRepeat = (...entries: Entry[]) =>
  filesToRepeat(countTally(text(...entries)), { files: 2, ms: 1_000 }).map(({ file }) => file)

test('the few files that explain every failure of a run can run again', () => {
  const some = [...ran('a', 3, 0), ...ran('b', 2, 1), ...ran('c', 0, 2)]
  expect(toRepeat(...some, { end: 0 })).toEqual(['b', 'c'])
  expect(toRepeat(...ran('a', 3, 0), { end: 0 })).toEqual([])
})

test.each([
  [
    'more files failed than a busy machine fails',
    [...ran('a', 0, 1), ...ran('b', 0, 1), ...ran('c', 0, 1), { end: 0 }],
  ],
  ['the failed files took too long', [...ran('a', 1, 1, 600), ...ran('b', 1, 1, 600), { end: 0 }]],
  ['an error happened outside of the tests', [...ran('a', 1, 1), { end: 1 }]],
  ['the run was ended before its end', ran('a', 1, 1)],
])('no file runs again when %s', (_, entries) => {
  expect(toRepeat(...entries)).toEqual([])
})

test('the second run of a file decides', () => {
  const { files } = countTally(text(...ran('a', 3, 0), ...ran('b', 2, 1)))
  const repeated = files.filter(({ file }) => file === 'b')
  const first = { passed: 5, failed: 1 }
  expect(repeatedTally(first, repeated, { passed: 3, failed: 0 })).toEqual({ passed: 6, failed: 0 })
  expect(repeatedTally(first, repeated, { passed: 2, failed: 1 })).toEqual({ passed: 5, failed: 1 })
})

test('a failure names project, file and test, and what differs', () => {
  const error = explainError({
    message: `\u001b[31mexpected 1 to be 2\u001b[39m\n${'more\n'.repeat(20)}`,
    stack: `AssertionError: expected 1\n    at expect (/r/node_modules/a.js:1:2)\n    at /r/a.test.ts:4:5\n    at b`,
    diff: '- Expected\n+ Received\n\n- 2\n+ 1',
  })
  expect(error.split('\n')).toEqual([
    'expected 1 to be 2',
    ...Array.from({ length: 7 }, () => 'more'),
    'at /r/a.test.ts:4:5',
    '- Expected',
    '+ Received',
    '',
    '- 2',
    '+ 1',
  ])
  const failure = { project: 'server', file: 'a.test.ts', name: 'mall > sells', error: 'sold\nout' }
  expect(describeFailure(failure)).toBe('✗ server › a.test.ts › mall > sells\n    sold\n    out')
  expect(describeFailure({ project: '', file: '', name: 'lint', error: '' })).toBe('✗ lint')
})
