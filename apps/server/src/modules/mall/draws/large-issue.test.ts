import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawMall, openTestIssue, verifyIssue, type DrawMall } from './draws.fixture.ts'
import { drawIssue } from './draw.ts'
import { sealIssue } from './seal.ts'

const ORDERS = 100_000
/**
 * The longest block of the event loop, as a part of the whole duration. A part, because durations depend on the machine.
 */
const MAX_BLOCKED_PART = 0.4

let world: DrawMall

beforeAll(async () => {
  world = await drawMall()
})
afterAll(async () => {
  await world.mall.close()
})

/** Inserts the maximum number of orders of an issue, each of a different member, without buying them. */
async function fill(issueId: string): Promise<void> {
  await world.mall.owner.query(
    `with rows as (
       insert into issue_sale (issue_id, purchase_id, member_id, quantity, amount, state, first_code, seq, ordered_ms)
       select i.issue_id, gen_random_uuid(), gen_random_uuid(), 1, 10000, 'done', 1000000 + n, n, i.last_ms + n / 100
       from issue i, generate_series(1, $2::int) n where i.issue_id = $1
       returning ordered_ms)
     update issue i set sold = $2, orders = $2, participants = $2, pool = 10000 * $2::bigint, status = 'sold_out',
       sold_out_at = business_now(), last_ms = r.last_ms, time_sum = r.times
     from (select max(ordered_ms) as last_ms, sum(time_of_day(ordered_ms, 0)::bigint)::bigint as times from rows) r
     where i.issue_id = $1`,
    [issueId, ORDERS],
  )
}

test(
  'sealing the largest issue does not block the process, and its proof verifies',
  { timeout: 120_000 },
  async () => {
    const { issueId, number } = await openTestIssue(world, { shares: ORDERS, grade: 'salt' })
    await fill(issueId)
    const turns = monitorEventLoopDelay({ resolution: 5 })
    turns.enable()
    const start = performance.now()
    expect(await sealIssue(world.options, issueId)).toBe(true)
    const tookMs = performance.now() - start
    turns.disable()
    expect(turns.max / 1e6).toBeLessThan(tookMs * MAX_BLOCKED_PART)
    expect(tookMs).toBeLessThan(30_000)
    expect(await drawIssue(world.options, issueId)).toBe('drawn')
    expect(await verifyIssue(world, number)).toMatchObject({ ok: true })
  },
)
