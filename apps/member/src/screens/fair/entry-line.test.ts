import { expect, test } from 'vitest'
import { entryLine } from './entry-line.ts'

test('describes a log entry', () => {
  expect(entryLine('{"at":5,"code":1000001,"issue":"M1-0001","t":"issue-draw"}')).toEqual({
    kind: 'issue-draw',
    name: 'issue-draw',
    subject: 'M1-0001',
    isDemo: false,
    at: 5,
  })
  expect(entryLine('{"at":6,"sha256":"00","t":"verifier","version":"1.0.0"}')).toMatchObject({
    kind: 'verifier',
    subject: '1.0.0',
  })
})

test('describes the beginning of a log, a further seal and an opening of the demo world', () => {
  expect(entryLine('{"at":1,"deployment":"abc","mode":"sandbox","t":"log-begin"}')).toMatchObject({
    kind: 'log-begin',
    subject: 'abc',
  })
  expect(
    entryLine('{"at":1,"deployment":"abc","lost":[],"root":"00","size":3,"t":"log-continues"}'),
  ).toMatchObject({
    kind: 'log-continues',
    subject: 'abc',
  })
  const seal = (attempt: number) =>
    entryLine(`{"at":1,"attempt":${attempt},"issue":"M1-0001","t":"issue-seal"}`)
  expect([seal(1).kind, seal(2).kind]).toEqual(['issue-seal', 'issue-seal-again'])
  expect(entryLine('{"at":1,"demo":true,"issue":"M1-0001","t":"issue-open"}').isDemo).toBe(true)
})

test('shows an unknown kind by its name', () => {
  expect(entryLine('{"at":7,"root":"00","t":"made-up"}')).toEqual({
    kind: null,
    name: 'made-up',
    subject: null,
    isDemo: false,
    at: 7,
  })
})

test('refuses bytes that are not a log entry', () => {
  for (const bytes of ['[]', 'null', '{"t":"issue-draw"}', '{"at":1}']) {
    expect(() => entryLine(bytes)).toThrow(TypeError)
  }
  expect(() => entryLine('{')).toThrow(SyntaxError)
})
