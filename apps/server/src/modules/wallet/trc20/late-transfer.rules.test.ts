import { expect, test } from 'vitest'
import { termsOf, type TransferFacts } from './late-transfer.rules.ts'

/** 40 USDT for a recharge at 2.5; the rate is now 2. */
const facts: TransferFacts = {
  units: 40_000_000n,
  isLate: false,
  ownRate: 25_000n,
  currentRate: 20_000n,
  credited: 0n,
  maximum: 1_000_000n,
}

test.each<[string, Partial<TransferFacts>, ReturnType<typeof termsOf>]>([
  ['in time has the rate of its recharge', {}, { rate: 25_000n, worth: 1_000_000n, state: 'credited' }],
  [
    'in time is credited whatever its amount is',
    { units: 400_000_000n },
    { rate: 25_000n, worth: 10_000_000n, state: 'credited' },
  ],
  [
    'after the time to pay has the rate of the moment',
    { isLate: true },
    { rate: 20_000n, worth: 800_000n, state: 'credited' },
  ],
  [
    'after the time to pay is credited up to the highest recharge',
    { isLate: true, units: 50_000_000n },
    { rate: 20_000n, worth: 1_000_000n, state: 'credited' },
  ],
  [
    'after the time to pay is held above the highest recharge',
    { isLate: true, units: 50_000_050n },
    { rate: 20_000n, worth: 1_000_001n, state: 'held' },
  ],
  [
    'after the time to pay is held when it brings its recharge above the highest one',
    { isLate: true, credited: 200_001n },
    { rate: 20_000n, worth: 800_000n, state: 'held' },
  ],
  [
    'after the time to pay is held at the rate of its recharge while no rate is set',
    { isLate: true, currentRate: 0n },
    { rate: 25_000n, worth: 1_000_000n, state: 'held' },
  ],
  [
    'that is worth nothing is dust',
    { isLate: true, units: 49n },
    { rate: 20_000n, worth: 0n, state: 'dust' },
  ],
])('a transfer %s', (_, change, terms) => {
  expect(termsOf({ ...facts, ...change })).toEqual(terms)
})
