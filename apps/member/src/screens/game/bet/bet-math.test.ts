import { describe, expect, test } from 'vitest'
import { quoteOf, shortRoom } from './bet-math.ts'

describe('the quote of a bet', () => {
  test('has the fee of every pick and the highest win after it', () => {
    const chosen = { kind: 'lucky', picks: ['green', '7', 'big'], contract: '10.00', multiple: 2 } as const
    expect(quoteOf(chosen, '2', '100.00')).toEqual({
      stake: '20.00',
      total: '60.00',
      fee: '1.20',
      // 7 is green, big and itself: 19.60 × (2 + 9 + 2)
      highestWin: '254.80',
      returnPercent: 93.1,
      after: '40.00',
      missing: null,
    })
  })

  test('takes no fee in King', () => {
    const chosen = { kind: 'king', picks: ['1'], contract: '10.00', multiple: 1 } as const
    expect(quoteOf(chosen, '0', null)).toMatchObject({
      fee: '0.00',
      highestWin: '96.00',
      returnPercent: 96,
      after: null,
    })
  })

  test('says what the balance lacks', () => {
    const chosen = { kind: 'lucky', picks: ['0'], contract: '100.00', multiple: 3 } as const
    expect(quoteOf(chosen, '2', '120.50')).toMatchObject({ after: null, missing: '179.50' })
  })

  test('counts a pick that cancels another one as paid', () => {
    const chosen = { kind: 'lucky', picks: ['big', 'small'], contract: '10.00', multiple: 1 } as const
    expect(quoteOf(chosen, '2', null)).toMatchObject({
      total: '20.00',
      highestWin: '19.60',
      returnPercent: 98,
    })
  })
})

describe('the room of a round', () => {
  const options = [
    { option: 'green', room: '50.00' },
    { option: '7', room: '12.7877' },
  ]
  const contracts = ['1.00', '10.00']
  test('names the pick that the round cannot cover, and a stake that can be placed on it', () => {
    expect(shortRoom({ options, contracts }, ['green', '7'], '20.00')).toEqual({
      option: '7',
      room: '12.00',
    })
  })
  test('is enough for a smaller stake', () => {
    expect(shortRoom({ options, contracts }, ['green', '7'], '12.00')).toBeNull()
  })
})
