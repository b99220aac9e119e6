import { afterEach, expect, test } from 'vitest'
import { drawMall, openTestIssue, verifyIssue, type DrawMall } from './draws.fixture.ts'
import { drawIssue } from './draw.ts'
import { createRunningHashes } from './running-hash.ts'
import { sealIssue } from './seal.ts'

const ORDERS = 100_000
/** No turn of the event loop takes more than this part of the CPU time, so that the other calls get theirs. */
const LONGEST_PART = 0.4

let world: DrawMall

afterEach(async () => {
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

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** CPU time of this thread while `work` runs: of the longest turn of the event loop, and of all turns that did something. */
async function cpuOf(work: () => Promise<void>): Promise<{ longestMs: number; totalMs: number }> {
  let [on, longestMs, totalMs, last] = [true, 0, 0, cpuMs()]
  const turn = () => {
    const now = cpuMs()
    longestMs = Math.max(longestMs, now - last)
    // The turns that only wait for the database take much less.
    if (now - last > 1) totalMs += now - last
    last = now
    if (on) setImmediate(turn)
  }
  turn()
  await work()
  turn()
  on = false
  return { longestMs, totalMs }
}

test.each([2, 3] as const)(
  'the largest issue of version %i is sealed in chunks and verifies',
  async (rules) => {
    world = await drawMall({ rules })
    const { issueId, number } = await openTestIssue(world, { shares: ORDERS, grade: 'salt' })
    await fill(issueId)
    const { longestMs, totalMs } = await cpuOf(async () => {
      expect(await sealIssue(world.options, issueId)).toBe(true)
    })
    expect(longestMs).toBeLessThan(totalMs * LONGEST_PART)
    expect(await drawIssue(world.options, issueId)).toBe('drawn')
    await world.options.writer.flush(world.mall.db)
    expect(await verifyIssue(world, number)).toMatchObject({ verdict: 'verified' })

    // the first receipt of the last order computes the running hash in chunks, a later one only from the last step
    const { tagKeys } = world.options
    const running = createRunningHashes({ db: world.mall.db, tagKeys })
    const issue = { issueId, number, rules, shares: ORDERS, utcOffset: 0 }
    let hash = ''
    const first = await cpuOf(async () => {
      hash = await running.of(issue, ORDERS - 1)
    })
    expect(first.longestMs).toBeLessThan(first.totalMs * LONGEST_PART)
    const again = await cpuOf(async () => {
      expect(await running.of(issue, ORDERS - 1)).toBe(hash)
    })
    expect(again.totalMs).toBeLessThan(first.totalMs * LONGEST_PART)
  },
)
