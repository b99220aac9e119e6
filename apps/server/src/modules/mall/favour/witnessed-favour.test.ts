/** A witnessed issue of version 3 from the sell-out to its payment in favour, and what its log and proof then say. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beyondWon } from '@fairlot/fairness/favour'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { breaches } from '../../../testing/mall.ts'
import { planted } from '../../../testing/planted.ts'
import { audited } from '../../fair/log/log.fixture.ts'
import { verifyIssue } from '../draws/draws.fixture.ts'
import { createReader } from '../issues/issue-steps.fixture.ts'
import { mallChecks } from '../mall.checks.ts'
import { soldOutIssue } from '../witnessed/witnessed.fixture.ts'
import { vouchedMall, type VouchedMall } from '../witnessed/vouched.fixture.ts'
import { coverOf } from './cover.ts'
import { expectedAmounts } from './favour.fixture.ts'

let world: VouchedMall
beforeAll(async () => {
  world = await vouchedMall()
})
afterAll(() => world.close())

test('a draw that too few witnesses signed is paid at once, stated in the log, and verifies when it is confirmed', async () => {
  const { db, owner } = world.mall
  const look = createReader(world)
  const { issueId, number } = await soldOutIssue(world)
  await world.refuseNews('carol', 'dave')
  await world.settle()
  expect(await world.bondOf(issueId)).toEqual({ amount: await coverOf(db, issueId), isFree: false })
  await world.passRound(issueId)

  const expected = [...(await expectedAmounts(db, issueId)).values()]
  const orders = expected.filter(({ amount, won }) => amount > won).length
  expect(await world.entryOf(number, 'issue-draw')).toMatchObject({ favour: true })
  await world.options.writer.flush(db, { checkpoint: true })
  expect(await world.entryOf(number, 'issue-favour')).toMatchObject({
    orders,
    amount: String(beyondWon(expected)),
  })
  expect(await world.bondOf(issueId)).toMatchObject({ isFree: true })
  expect(
    await look.one(
      `select count(*) filter (where state = 'refunded')::int as refunded, count(*) filter (where result = 'won')::int as won
       from purchase where subject_id = $1`,
      [issueId],
    ),
  ).toEqual({ refunded: 3, won: 1 })
  expect((await audited(world.options)).counts).toMatchObject({
    favours: 1,
    favoursStated: 1,
    favoursLate: 0,
  })
  expect(world.errors).toEqual([])
  expect(await breaches(db)).toEqual([])

  // carol and dave sign the log again, which has the ending
  expect(await verifyIssue(world, number)).toMatchObject({ verdict: 'unconfirmed', failed: undefined })
  await world.heal()
  // the pause after their refusals is over
  await world.advance(10 * MINUTE_MS)
  await world.settle()
  expect(await verifyIssue(world, number)).toMatchObject({ ok: true, verdict: 'verified' })
  expect(await breaches(db)).toEqual([])

  const entry = `kind = 'issue-favour' and subject = '${number}'`
  for (const plant of [
    `delete from log_entry where ${entry}`,
    `update issue_favour set beyond = beyond + 1 where issue_id = '${issueId}'`,
  ])
    expect(await planted(owner, mallChecks, plant)).toContain(
      'every draw in favour whose members are paid is in the log with its sums, or waits to be appended, and no other is',
    )
  expect(
    await planted(
      owner,
      mallChecks,
      `update guarantee_bond set freed_at = null where subject = '${issueId}'`,
    ),
  ).toHaveLength(2)
})
