import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { joinLists, noteShortLists, type Lacking } from './joined-lists.ts'

const list = (times: Record<string, number>, isFull = false) => ({
  transactions: Object.entries(times).map(([txId, atMs]) => ({ txId, atMs })),
  isFull,
})

describe('two lists joined', () => {
  test('have what either lists, oldest first', () => {
    expect(joinLists([list({ a: 10, c: 30 }), list({ b: 20, a: 10 })], 5)).toEqual({
      transactions: [
        { txId: 'a', atMs: 10 },
        { txId: 'b', atMs: 20 },
        { txId: 'c', atMs: 30 },
      ],
      wholeUntilMs: null,
    })
  })

  test.each([
    ['to the end of the shorter one when it goes on', list({ a: 10 }, true), list({ a: 10, b: 40 }), 10],
    ['to the earlier end when both go on', list({ a: 30 }, true), list({ b: 20 }, true), 20],
    ['to the end when one does not get beyond the beginning', list({ a: 5 }, true), list({ b: 9 }), null],
    ['not beyond the beginning when neither gets there', list({ a: 5 }, true), list({}, true), 5],
  ])('are whole %s', (_, one, other, until) => {
    expect(joinLists([one, other], 5).wholeUntilMs).toBe(until)
  })
})

describe('a list that is shorter than the other', () => {
  const compare = (looks: { now: number; first: string[]; second: string[] }[]) => {
    const told: unknown[] = []
    const log = { error: (fields: object) => void told.push(fields) }
    const [one, other]: [Lacking, Lacking] = [new Map(), new Map()]
    const of = (node: string, lacking: Lacking, ids: string[]) => ({
      node,
      lacking,
      list: list(Object.fromEntries(ids.map((id) => [id, 1]))),
    })
    for (const { now, first, second } of looks)
      noteShortLists([of('one', one, first), of('two', other, second)], { address: 'T', now, log })
    return told
  }

  test('is reported once, when it has been shorter for 10 minutes', () => {
    const short = { first: ['a'], second: [] }
    const told = compare([0, 9, 10, 11, 20].map((minute) => ({ now: minute * MINUTE_MS, ...short })))
    expect(told).toEqual([
      {
        alarm: 'trc20_short_list',
        address: 'T',
        node: 'two',
        listedBy: 'one',
        transactions: 1,
        first: 'a',
      },
    ])
  })

  test('is not reported when it was only behind', () => {
    const told = compare([
      { now: 0, first: ['a'], second: [] },
      { now: MINUTE_MS, first: ['a'], second: ['a'] },
      { now: HOUR_MS, first: ['b', 'a'], second: ['a'] },
    ])
    expect(told).toEqual([])
  })
})
