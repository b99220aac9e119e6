import { expect, test } from 'vitest'
import { witnessFacts } from './witnesses.ts'

const WITNESS = { name: 'w1', own: false, size: 7, signedAt: 0, current: true, reported: 0 }

test('operators read who has signed and reports something, who is of the house, and what the quorum promises', () => {
  const quorum = { witnesses: 4, quorum: 3, together: 2, breaking: 2, own: 1, isEnoughForMoney: true }
  const witnesses = [WITNESS, { ...WITNESS, name: 'w2', own: true, size: null, signedAt: null, reported: 2 }]
  expect(witnessFacts({ witnesses, quorum })).toEqual([
    ['witness w1', '7 entries at 1970-01-01T00:00:00.000Z'],
    ['own witness w2', 'has signed nothing; it reports 2 things'],
    [
      'quorum',
      'k = 3 of n = 4, 1 of the house; X = 2: the house could choose only together with 2 of them; f = 2: 2 silent witnesses break the quorum',
    ],
  ])
  const weak = { witnesses: 1, quorum: 1, together: 1, breaking: 1, own: 0, isEnoughForMoney: false }
  expect(witnessFacts({ witnesses: [], quorum: weak })[0]![1]).toContain(
    'one silent witness breaks the quorum; 3 of 4 is recommended; too few for real money',
  )
  expect(witnessFacts({ witnesses: [], quorum: null })).toEqual([['quorum', null]])
})
