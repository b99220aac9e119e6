/**
 * Random lives of a whole house under version 3 of the log's rules: issues, games and events, witnesses that come, go and fall silent,
 * settings that change, restarts, two processes, a clock that steps, a database that is lost. Whatever happens, the server appends
 * nothing that its auditor refuses, everybody who reads the log finds it sound, and everybody is paid once.
 */
import { randomInt } from 'node:crypto'
import { isSoak, rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AUDITING } from './modules/fair/witnesses/played-witnesses.fixture.ts'
import {
  doctorFinds,
  endEverything,
  lostDocuments,
  openThings,
  paidTwice,
  readersSay,
  setAside,
  SOUND,
} from './testing/lived/house-ends.ts'
import { anyStep, take, type Step } from './testing/lived/house-steps.ts'
import { LivedHouse } from './testing/lived/lived-house.ts'

/** Three of them are a quorum. */
const WITNESSES = ['alice', 'bob', 'carol', AUDITING]

async function live(steps: readonly Step[]): Promise<void> {
  const house = await LivedHouse.open({ witnesses: WITNESSES })
  try {
    await house.restart(house.witnesses)
    for (const step of steps) {
      await take(house, step)
      await house.run(2)
    }
    await endEverything(house)
    expect(await openThings(house)).toEqual([])
    expect(await setAside(house)).toEqual([])
    const told = await readersSay(house)
    expect(told).toEqual(told.map(({ log }) => ({ log, ...SOUND })))
    expect(await doctorFinds(house)).toEqual([])
    expect(await paidTwice(house)).toEqual([])
    expect(await lostDocuments(house)).toEqual([])
  } finally {
    await house.close()
  }
}

/** `LIVES_SEED` repeats a run. Each run of `npm run soak` has other lives. */
const SEED = Number(process.env['LIVES_SEED'] ?? (isSoak ? randomInt(2 ** 31 - 1) : 28))

test(`a house lives through anything, and its log, its books and its payments stay sound (LIVES_SEED=${SEED})`, async () => {
  const lives = fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 40 }), live)
  await fc.assert(lives, { numRuns: rounds(60, 1), seed: SEED, endOnFailure: true })
})
