import { claimedRunning } from '@fairlot/fairness/claimed-rows'
import { runningHash } from '@fairlot/fairness/running'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Executor } from '../../../platform/db.ts'
import { testMembers } from '../../../testing/mall.ts'
import { buyShares, drawMall, openTestIssue, type DrawMall } from './draws.fixture.ts'
import { readClaimedOrders, readOrders } from './draw-orders.ts'
import { checkRunningHashes } from './running-hash.checks.ts'
import { createRunningHashes, type RunningIssue } from './running-hash.ts'

const STEP = 5
const ORDERS = 23

describe.each([2, 3] as const)('the running hash of an issue of version %i', (rules) => {
  let world: DrawMall
  let issue: RunningIssue
  /** the expected hash after each row, from h_0 on */
  let expected: string[]
  beforeAll(async () => {
    world = await drawMall({ rules })
    const { db } = world.mall
    const shares = ORDERS + 1
    const { issueId, number } = await openTestIssue(world, { shares })
    issue = { issueId, number, rules, shares, utcOffset: 0 }
    const members = await testMembers(world.mall, ORDERS, 10_000n)
    for (const member of members) await buyShares(world, number, [member])
    const tagKey = world.options.tagKeys.of(number)
    const plain = await readOrders(db, issueId, tagKey, 0)
    const claimed = await readClaimedOrders(db, issueId, tagKey, 0)
    expected = [...Array(ORDERS + 1).keys()].map((k) =>
      rules === 2
        ? runningHash(number, shares, plain.slice(0, k))
        : claimedRunning(number, shares, claimed.slice(0, k)),
    )
  })
  afterAll(() => world.mall.close())

  /** Running hashes over a database that counts the rows of orders that it reads. */
  function counted() {
    const { db } = world.mall
    let rows = 0
    const counting: Executor = {
      async query<Row>(...args: Parameters<Executor['query']>) {
        const found = await db.query<Row>(...args)
        if (typeof args[0] === 'object' && args[0].name === 'draw.orders') rows += found.length
        return found
      },
    }
    return {
      hashes: createRunningHashes({ db: counting, tagKeys: world.options.tagKeys, step: STEP }),
      read: () => rows,
    }
  }
  const steps = async () =>
    (
      await world.mall.db.query<{ seq: number; hash: Uint8Array }>(
        'select seq, hash from issue_running where issue_id = $1 order by seq',
        [issue.issueId],
      )
    ).map(({ seq, hash }) => [seq, Buffer.from(hash).toString('hex')])

  test('is that of the rows, and a later receipt reads only the rows since the last step', async () => {
    const first = counted()
    expect(await first.hashes.of(issue, 13)).toBe(expected[13])
    expect(first.read()).toBe(13)
    expect(await steps()).toEqual([
      [5, expected[5]],
      [10, expected[10]],
    ])
    const later = counted()
    expect(await later.hashes.of(issue, ORDERS)).toBe(expected[ORDERS])
    expect(later.read()).toBe(ORDERS - 10)
    const again = counted()
    expect(await again.hashes.of(issue, ORDERS)).toBe(expected[ORDERS])
    expect(again.read()).toBe(ORDERS - 20)
    // an earlier order, and one at a step
    expect(await again.hashes.of(issue, 1)).toBe(expected[1])
    const atStep = counted()
    expect(await atStep.hashes.of(issue, 15)).toBe(expected[15])
    expect(atStep.read()).toBe(0)
  })

  test('is the same for receipts that are signed at the same time', async () => {
    await world.mall.owner.query('truncate issue_running')
    const seqs = [ORDERS, 3, ORDERS, 11, 20, ORDERS, 1, 10]
    const found = await Promise.all(seqs.map((seq) => counted().hashes.of(issue, seq)))
    expect(found).toEqual(seqs.map((seq) => expected[seq]))
    expect(await steps()).toEqual([5, 10, 15, 20].map((seq) => [seq, expected[seq]]))
  })

  test('does not exist beyond the orders', async () => {
    await expect(counted().hashes.of(issue, ORDERS + 1)).rejects.toThrow(`order ${ORDERS + 1} is missing`)
  })

  test('the doctor finds a kept hash that the rows do not give', async () => {
    const { db, owner } = world.mall
    const found = () => checkRunningHashes(db, world.options.tagKeys)
    expect(await found()).toMatchObject({ breaches: 0, figure: '4 hashes' })
    await owner.query(`update issue_running set hash = sha256(hash) where seq = 10`)
    expect(await found()).toMatchObject({ breaches: 1, figure: `${issue.number} at 10` })
    await owner.query('delete from issue_running where seq = 10')
    // a changed row contradicts every hash after it
    const moveOrder = (ms: number) =>
      owner.query('update issue_sale set ordered_ms = ordered_ms + $2 where issue_id = $1 and seq = 3', [
        issue.issueId,
        ms,
      ])
    await moveOrder(1)
    expect((await found()).breaches).toBe(3)
    await moveOrder(-1)
    await db.query('insert into issue_running (issue_id, seq, hash) values ($1, 99, $2)', [
      issue.issueId,
      Buffer.alloc(32),
    ])
    expect(await found()).toMatchObject({ breaches: 1, figure: `${issue.number} at 99` })
  })
})
