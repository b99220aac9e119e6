/** Witnessed issues of version 3: what their seals wait for, and draws with a quorum or in the members' favour. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fundHouse } from '../../ledger/index.ts'
import {
  auditWholeLog,
  sealState,
  soldOutIssue,
  witnessedMallUnder,
  type WitnessedMall,
} from './witnessed.fixture.ts'

let world: WitnessedMall
const names = ['alice', 'bob', 'carol', 'dave']
const named = (name: string) => world.witnesses[name]!
beforeAll(async () => {
  world = await witnessedMallUnder(3, names)
  await world.mall.db.tx((tx) =>
    fundHouse(tx, { account: 'guarantee', amount: 10_000_000n, reference: 'G-1' }),
  )
})
afterAll(() => world.close())
beforeEach(() => {
  for (const name of names) {
    const witness = named(name)
    witness.mode = 'well'
    witness.dates = (seconds) => seconds
    witness.refuses = null
  }
  world.alarms.length = world.errors.length = 0
})

/** Moves to the round of the seal and past it, and runs what is due. */
async function passRound(issueId: string, moreMs = 1_000): Promise<void> {
  const { roundMs } = await sealState(world, issueId)
  await world.advance(roundMs - (await world.now()) + moreMs)
  await world.settle()
}

type Draw = { lines: string[]; favour?: true; signature: string }
const drawOf = async (number: string): Promise<Draw> =>
  (
    await world.mall.db.query<{ said: Draw }>(
      `select bytes::jsonb as said from log_entry where subject = $1 and kind = 'issue-draw'`,
      [number],
    )
  )[0]!.said

test('a quorum signs in time, the issue is drawn, and its bond is free', async () => {
  named('dave').mode = 'down'
  const { issueId, number } = await soldOutIssue(world)
  await world.settle()
  expect(await sealState(world, issueId)).toMatchObject({
    status: 'sold_out',
    signers: ['alice', 'bob', 'carol'],
  })
  await passRound(issueId)
  expect(world.errors).toEqual([])
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn' })
  const draw = await drawOf(number)
  expect(
    draw.lines
      .join('')
      .match(/— (?!fairlot)\w+/g)
      ?.toSorted(),
  ).toEqual(['— alice', '— bob', '— carol'])
  expect(draw.favour).toBeUndefined()
  await auditWholeLog(world)
})
