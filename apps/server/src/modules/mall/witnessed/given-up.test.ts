/** Witnessed issues of version 3 that could not be sealed for 7 days after their sell-out, and the doctor's checks of version 3. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beside } from '../../../testing/beside.ts'
import { breaches } from '../../../testing/mall.ts'
import { planted } from '../../../testing/planted.ts'
import { audited } from '../../fair/log/log.fixture.ts'
import { bindGuarantee } from '../../ledger/index.ts'
import { createCards } from '../catalogue/cards.ts'
import { openTestIssue, sellOut } from '../draws/draws.fixture.ts'
import { mallLogChecks } from '../draws/mall-log.checks.ts'
import { sealIssue } from '../draws/seal.ts'
import { giveUpIssue } from '../issues/expiry.ts'
import {
  createFailingDb,
  createReader,
  DAY_MS,
  REFUND_POINTS,
  type RefundPoint,
} from '../issues/issue-steps.fixture.ts'
import { refundChunk } from '../issues/refund.ts'
import { mallChecks } from '../mall.checks.ts'
import { sealState, settleServer, soldOutIssue } from './witnessed.fixture.ts'
import { vouchedMall, type VouchedMall } from './vouched.fixture.ts'

let world: VouchedMall
let look: ReturnType<typeof createReader>
beforeAll(async () => {
  world = await vouchedMall()
  look = createReader(world)
})
afterAll(() => world.close())
beforeEach(() => world.heal())

async function auditLogNow() {
  await world.options.writer.flush(world.mall.db, { checkpoint: true })
  return (await audited(world.options)).counts
}
const membersOf = async (issueId: string) =>
  (
    await world.mall.db.query<{ member: string }>(
      'select member_id as member from issue_sale where issue_id = $1',
      [issueId],
    )
  ).map(({ member }) => member)

/** A sold-out issue whose witnesses are away, 7 days less `ms` after its last order. */
async function unsealed(ms: number) {
  world.witness('alice').mode = world.witness('bob').mode = 'down'
  const issue = await soldOutIssue(world)
  const { last } = await look.one<{ last: bigint }>('select last_ms as last from issue where issue_id = $1', [
    issue.issueId,
  ])
  await world.advance(Number(last) + 7 * DAY_MS - ms - (await world.now()))
  return issue
}

describe('an issue that could not be sealed', () => {
  test('is refunded after 7 days and not before, and log and members learn why', async () => {
    const { issueId, number } = await unsealed(5_000)
    await world.settle()
    expect(await giveUpIssue(world.options, issueId)).toBe(false)
    expect(await look.statusOf(issueId)).toBe('sold_out')
    await world.advance(5_000)
    await world.settle()
    expect(await look.statusOf(issueId)).toBe('refunded')
    expect(await look.eventsOf(issueId)).toEqual(['opened', 'sold_out', 'expired', 'refunded'])
    expect(await look.wallets(await membersOf(issueId))).toMatchObject({
      low: 40_000n,
      high: 40_000n,
      open: 0,
    })
    expect(await world.entryOf(number, 'issue-refund')).toMatchObject({
      orders: 4,
      shares: 4,
      amount: '40000',
      reason: 'witnesses',
    })
    const cards = createCards({
      db: world.mall.db,
      beacons: world.options.beacons,
      names: () => Promise.resolve(new Map()),
      defaultLanguage: 'en-us',
    })
    const [card] = await cards.byIds([issueId], { memberId: null, language: 'en-us' })
    expect(card).toMatchObject({ status: 'refunded', unwitnessed: true, lost: false, awaitsWitness: false })
    expect(await auditLogNow()).toMatchObject({ refunded: 1 })
    expect(await breaches(world.mall.db)).toEqual([])
    expect(world.errors).toEqual([])
  })

  test('is sealed or refunded when both happen at the same moment, and never both', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 6; round++) {
      const { issueId } = await unsealed(0)
      let given: Promise<boolean[]> | undefined
      const giveUp = () =>
        (given ??= beside(() => Promise.all([1, 2].map(() => giveUpIssue(world.options, issueId)))))
      // in even rounds the refund begins first, in odd ones while the seal's transaction holds its locks
      if (round % 2 === 0) void giveUp()
      const sealed = await sealIssue(world.options, issueId, async (tx) => {
        void giveUp()
        if (!(await bindGuarantee(tx, issueId, 40_000n))) throw new Error('the guarantee is too small')
      })
      const done = [sealed, ...(await giveUp())]
      expect(done.filter(Boolean)).toHaveLength(1)
      const { attempt, status } = await sealState(world, issueId)
      expect([attempt, status]).toEqual(sealed ? [1, 'sold_out'] : [null, 'expired'])
      ends.add(status)
      await world.heal()
      await world.settle()
      if (sealed) await world.passRound(issueId)
      expect(await look.statusOf(issueId)).toBe(sealed ? 'drawn' : 'refunded')
    }
    expect(ends.size).toBe(2)
    await auditLogNow()
    expect(await breaches(world.mall.db)).toEqual([])
  }, 120_000)

  test.each(Object.keys(REFUND_POINTS) as RefundPoint[])(
    'is refunded once when the server ends after: %s',
    async (point) => {
      const { issueId } = await unsealed(0)
      expect(await giveUpIssue(world.options, issueId)).toBe(true)
      const failing = createFailingDb(world.mall.db, point, 'process')
      await expect(refundChunk({ ...world.options, db: failing.db }, issueId)).rejects.toThrow('ended when')
      expect(failing.ended()).toBe(true)
      await Promise.all([1, 2, 3].map(() => settleServer(world.another())))
      expect(await look.statusOf(issueId)).toBe('refunded')
      expect(await look.wallets(await membersOf(issueId))).toMatchObject({
        low: 40_000n,
        high: 40_000n,
        open: 0,
      })
      expect(await breaches(world.mall.db)).toEqual([])
    },
  )

  test('that is sealed, or of another grade, waits for ever', async () => {
    const { issueId } = await soldOutIssue(world)
    await world.settle()
    const { issueId: other, number } = await openTestIssue(world, {
      grade: 'beacon',
      shares: 4,
      maxIssues: 1,
    })
    await sellOut(world, number, 4)
    await world.advance(8 * DAY_MS)
    expect([await giveUpIssue(world.options, issueId), await giveUpIssue(world.options, other)]).toEqual([
      false,
      false,
    ])
    const mark = (id: string) =>
      world.mall.db.query(`update issue set status = 'expired', unwitnessed = true where issue_id = $1`, [id])
    await expect(mark(issueId)).rejects.toThrow('was not sealed for 7 days')
    await expect(mark(other)).rejects.toThrow('was not sealed for 7 days')
    await world.settle()
  })
})

describe('the doctor', () => {
  const DRAWN =
    'subject = (select s.issue_id from issue_seal s join issue_draw d using (issue_id) where not d.favour limit 1)'
  const checks = [...mallChecks, ...mallLogChecks]
  const find = (sql: string) => planted(world.mall.owner, checks, sql)
  const asServer = (sql: string) => planted(world.mall.db, checks, sql)

  beforeAll(async () => {
    await world.heal()
    await unsealed(0)
    await world.settle()
    await world.heal()
    const { issueId } = await soldOutIssue(world)
    await world.settle()
    await world.passRound(issueId)
    const { issueId: short } = await soldOutIssue(world)
    await world.refuseNews('carol', 'dave')
    await world.settle()
    await world.passRound(short)
    await world.release()
    await world.options.writer.flush(world.mall.db, { checkpoint: true })
  })

  test('finds nothing in an honest world', async () => {
    expect(await find('select 1')).toEqual([])
  })

  const LINES = expect.stringContaining('has the stored lines of a quorum')
  const BOND = expect.stringContaining('binds what its favour can cost')
  const STOP = expect.stringContaining('has a stop of witnessed seals')
  const RELEASE = expect.stringContaining('two operators have released it')
  const REFUND = expect.stringContaining('unsealed and not before 7 days')

  test.each([
    [
      'a favour that is taken back',
      'alter table issue_favour drop constraint issue_favour_draw; update issue_draw set favour = false where favour',
      LINES,
    ],
    ['lines that are gone', `delete from log_cosignature where witness in ('alice', 'bob')`, LINES],
    [
      'lines that were late',
      `update log_cosignature set signed_at = signed_at + interval '60 seconds' where witness in ('alice', 'bob')`,
      LINES,
    ],
    ['a bond that is gone', `delete from guarantee_bond where ${DRAWN}`, BOND],
    ['a bond that was never freed', `update guarantee_bond set freed_at = null where ${DRAWN}`, BOND],
    ['a bond of another amount', `update guarantee_bond set amount = 1 where ${DRAWN}`, BOND],
    ['a bond of nothing', 'insert into guarantee_bond (subject, amount) values (gen_random_uuid(), 1)', BOND],
    ['a stop that is gone', 'delete from witness_hold', STOP],
    [
      'a stop that ended before the round',
      `update witness_hold set released_at = since - interval '1 day', since = since - interval '2 days'`,
      STOP,
    ],
    [
      'a seal during a stop',
      `update witness_hold set since = since - interval '1 year', released_at = released_at + interval '1 year'`,
      STOP,
    ],
    [
      'a release that nobody asked for',
      `update approval set action = 'log.recover' where action = 'witnesses.release'`,
      RELEASE,
    ],
    [
      'a release by one operator',
      `alter table approval drop constraint approval_two_people; update approval set decided_by = requested_by where action = 'witnesses.release'`,
      RELEASE,
    ],
    ['a stop of an unknown seal', `insert into witness_hold (subject) values ('X9-0001')`, RELEASE],
    [
      'an early refund',
      `update issue_refund set expired_at = expired_at - interval '1 hour' where issue_id in (select issue_id from issue where unwitnessed)`,
      REFUND,
    ],
    [
      'a refund for witnesses of another grade',
      `alter table issue disable trigger user; alter table issue drop constraint issue_unwitnessed; update issue set unwitnessed = true where status = 'drawn'`,
      REFUND,
    ],
  ])('finds %s', async (_, plant, found) => {
    expect(await find(plant)).toContainEqual(found)
  })

  test('finds what somebody with the rights of the server plants, or the database refuses it', async () => {
    expect(
      await asServer('insert into guarantee_bond (subject, amount) values (gen_random_uuid(), 1)'),
    ).toContainEqual(BOND)
    expect(await asServer(`insert into witness_hold (subject) values ('X9-0001')`)).toContainEqual(RELEASE)
    for (const plant of [
      'update issue_draw set favour = false',
      'delete from log_cosignature',
      'delete from guarantee_bond',
      'update guarantee_bond set amount = 1',
      `update guarantee_bond set freed_at = null where ${DRAWN}`,
      'delete from witness_hold',
      'update witness_hold set since = business_now()',
      'update witness_hold set released_at = null',
      `update issue set unwitnessed = true where status = 'drawn'`,
    ])
      expect([plant, await asServer(plant)]).toEqual([plant, [expect.stringContaining('refused')]])
  })
})
