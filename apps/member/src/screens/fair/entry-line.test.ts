import { expect, test } from 'vitest'
import { entryLine } from './entry-line.ts'

test('describes a log entry', () => {
  expect(entryLine('{"at":5,"code":1000001,"issue":"M1-0001","t":"issue-draw"}')).toEqual({
    kind: 'issue-draw',
    name: 'issue-draw',
    subject: 'M1-0001',
    at: 5,
  })
  expect(entryLine('{"at":6,"sha256":"00","t":"verifier","version":"1.0.0"}')).toMatchObject({
    kind: 'verifier',
    subject: '1.0.0',
  })
})

test('shows an unknown kind by its name', () => {
  expect(entryLine('{"at":7,"root":"00","t":"solvency"}')).toEqual({
    kind: null,
    name: 'solvency',
    subject: null,
    at: 7,
  })
})

test('refuses bytes that are not a log entry', () => {
  for (const bytes of ['[]', 'null', '{"t":"issue-draw"}', '{"at":1}']) {
    expect(() => entryLine(bytes)).toThrow(TypeError)
  }
  expect(() => entryLine('{')).toThrow(SyntaxError)
})
