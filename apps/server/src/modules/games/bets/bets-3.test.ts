import type { BetReceipt3 } from '@fairlot/fairness/receipt'
import type { RoundProof3 } from '@fairlot/fairness/proof/version-3/documents'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failing, planted } from '../../../testing/planted.ts'
import { SEED } from '../../fair/log/log.fixture.ts'
import { createReceipts } from '../../fair/receipts.ts'
import { createSeller, purchaseKeys, type Seller } from '../../ledger/index.ts'
import { roundChecks } from '../rounds/checks/rounds.checks.ts'
import { audit3, DECIDED_MS, finish3, firstRound3, roundWorld3, verify3 } from '../rounds/rounds-3.fixture.ts'
import type { RoundRow, RoundWorld } from '../rounds/rounds.fixture.ts'
import { betChecks } from './bets.checks.ts'
import { createBetHooks } from './bet-hooks.ts'
import { betReceipt } from './bet-receipt.ts'
import { betSeller } from './bet-seller.ts'
import { maskOf } from './pay-sql.ts'

let world: RoundWorld
let seller: Seller
beforeAll(async () => {
  world = await roundWorld3(['lucky-1m'], { bets: createBetHooks(() => undefined) })
  seller = createSeller({ url: world.database.appUrl, definition: betSeller, lanes: 'one' })
})
afterAll(async () => {
  await seller.close()
  await world.close()
})

type Placed = { member: string; request: string; id: string }

async function bet({ roundId }: RoundRow, picks: string[]): Promise<Placed> {
  const [member, request] = [await world.member(), randomUUID()]
  const keys = purchaseKeys(member, request)
  const amount = 10_0000n * BigInt(picks.length)
  const quantity = maskOf('lucky', picks)!
  await seller.buy({ ...keys, member, subject: roundId, quantity, amount, maxPerMember: 0 })
  return { member, request, id: keys.id }
}

test('a bet of version 3 has a receipt that names its row, and members find their claim, also when the server was down', async () => {
  const { db, options } = world
  const receipts = createReceipts({ db, writer: options.writer, seed: SEED })
  const round = await firstRound3(world)
  const [first, second] = [await bet(round, ['big', '7']), await bet(round, ['small'])]
  const receiptOf = ({ member, id }: Placed) =>
    betReceipt({ db, receipts, tagKeys: options.tagKeys }, member, id)
  const signed = await receiptOf(second)
  expect(JSON.parse(signed.receipt) as BetReceipt3).toMatchObject({
    t: 'receipt/3',
    kind: 'bet',
    seq: 2,
    order: second.id,
    content: null,
  })
  // hours later
  await world.goTo(round.endsMs + 4 * 3_600_000)
  await world.goTo((await world.now()) + DECIDED_MS)
  expect((await world.read())[0]).toMatchObject({ status: 'settled', bets: 2, pool: 0n })
  const verified = await verify3(world, round, { receipt: signed, claim: second })
  expect(verified).toMatchObject({ verdict: 'verified' })
  expect((verified.document as RoundProof3).rows.map(({ seq }) => seq)).toEqual([1, 2])
  const statusOf = (name: string) => verified.steps.find(({ step }) => step === name)?.status
  expect([statusOf('claim'), statusOf('receipt')]).toEqual(['passed', 'passed'])
  // the receipt and the claim of one bet are not those of the other
  expect(await verify3(world, round, { receipt: signed, claim: first })).toMatchObject({ verdict: 'failed' })
  // signed once
  expect(await receiptOf(second)).toEqual(signed)
  expect(await receiptOf(first)).not.toEqual(signed)
})

test('doctor and audit find nothing, and another number in a receipt is found', async () => {
  await finish3(world, await world.current())
  await audit3(world)
  const checks = [...roundChecks, ...betChecks]
  expect(await failing(world.db, checks)).toEqual([])
  expect(world.errors).toEqual([])
  const changed = (what: string) =>
    planted(
      world.owner,
      roundChecks,
      `update receipt set content = (content::jsonb || '${what}')::text where content like '%"seq":2,%'`,
    )
  const title =
    "every receipt of a bet says what the bet's row says, and names a root of the log that covers the chain"
  expect(await changed('{"seq":1}')).toEqual([title])
  expect(await changed('{"order":"other"}')).toEqual([title])
  expect(await changed('{"t":"receipt"}')).toEqual([title])
})
