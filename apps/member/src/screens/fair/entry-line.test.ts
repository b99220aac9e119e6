import { expect, it } from 'vitest'
import { entryLine } from './entry-line.ts'

it('says what an entry is about', () => {
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

it('shows a kind that it does not know by its own name', () => {
  expect(entryLine('{"at":7,"root":"00","t":"solvency"}')).toEqual({
    kind: null,
    name: 'solvency',
    subject: null,
    at: 7,
  })
})

it('refuses what is no entry', () => {
  for (const bytes of ['[]', 'null', '{"t":"issue-draw"}', '{"at":1}']) {
    expect(() => entryLine(bytes)).toThrow(TypeError)
  }
  expect(() => entryLine('{')).toThrow(SyntaxError)
})
