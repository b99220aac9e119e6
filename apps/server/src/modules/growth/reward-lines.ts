/** What lines of rewards in a wallet statement were for. */
import type { Claim } from '@fairlot/contract/life/growth-life'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { publicName } from '@fairlot/contract/public-name'
import type { Executor, Statement } from '../../platform/db.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { rewardKey, type Reward, type RewardLine } from '../wallet/index.ts'
import { eventNames } from './events/events.views.ts'
import { TASK_KIND } from './loyalty/tasks/claims.ts'
import { REFUND_KIND } from './loyalty/refunds/pay-refunds.ts'
import { REBATE_POSTINGS } from './referral/rebates/pay-rebates.ts'

/** Business days before and after the time of a line to which its task can belong. */
const MARGIN_MS = 2 * DAY_MS

/** Tasks of the days around the lines: claims of a member, a few for each day. $2, $3: days. */
const TASKS: Statement = {
  name: 'reward_lines.tasks',
  text: `
    select reward_ref('${TASK_KIND}', member_id, claim || '/' || day) as ref, claim as task, friends from task_claim
    where member_id = $1 and day between $2::date and $3::date and amount > 0
    union all
    select reward_ref('${TASK_KIND}', member_id, 'check_in/' || day), 'check_in', null from check_in
    where member_id = $1 and day between $2::date and $3::date`,
}
/** A member has at most one refund for each day. $2, $3: times. */
const REFUNDS: Statement = {
  name: 'reward_lines.refunds',
  text: `
    select reward_ref('${REFUND_KIND}', member_id, day::text) as ref, day::text as day from vip_refund
    where member_id = $1 and state = 'paid' and paid_at between $2 and $3`,
}
const REBATES: Statement = {
  name: 'reward_lines.rebates',
  text: `
    select r.source_id as ref, r.level, m.nickname from rebate r join member m on m.member_id = r.friend_id
    where r.member_id = $1 and r.source_id = any($2::uuid[])`,
}
const PRIZES: Statement = {
  name: 'reward_lines.prizes',
  text: 'select entry_id as ref, event_id as event from event_entry where member_id = $1 and entry_id = any($2::uuid[])',
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const among = (lines: readonly RewardLine[], ...kinds: string[]) =>
  lines.filter(({ kind }) => kinds.includes(kind))
const refsOf = (lines: readonly RewardLine[]) => lines.map(({ ref }) => ref)
function range(lines: readonly RewardLine[]): [from: number, to: number] {
  const times = lines.map(({ atMs }) => atMs)
  return [Math.min(...times) - MARGIN_MS, Math.max(...times) + MARGIN_MS]
}

type Found = [key: string, reward: Reward]

async function tasks(db: Executor, memberId: string, lines: readonly RewardLine[]): Promise<Found[]> {
  if (lines.length === 0) return []
  const days = range(lines).map(dayOf)
  const rows = await db.query<{ ref: string; task: Claim | 'check_in'; friends: number | null }>(TASKS, [
    memberId,
    ...days,
  ])
  return rows.map(({ ref, task, friends }) => [
    rewardKey({ kind: TASK_KIND, ref }),
    { of: 'task', task, friends },
  ])
}

async function refunds(db: Executor, memberId: string, lines: readonly RewardLine[]): Promise<Found[]> {
  if (lines.length === 0) return []
  const times = range(lines).map((ms) => new Date(ms))
  const rows = await db.query<{ ref: string; day: string }>(REFUNDS, [memberId, ...times])
  return rows.map(({ ref, day }) => [rewardKey({ kind: REFUND_KIND, ref }), { of: 'refund', day }])
}

async function rebates(db: Executor, memberId: string, lines: readonly RewardLine[]): Promise<Found[]> {
  if (lines.length === 0) return []
  const rows = await db.query<{ ref: string; level: 1 | 2; nickname: string }>(REBATES, [
    memberId,
    refsOf(lines),
  ])
  return rows.map(({ ref, level, nickname }) => [
    rewardKey({ kind: REBATE_POSTINGS[level], ref }),
    { of: 'rebate', level, name: publicName(nickname) },
  ])
}

async function ofEvents(
  db: Executor,
  memberId: string,
  kind: 'event_prize' | 'event_share',
  all: readonly RewardLine[],
  language: OfferedLanguage,
): Promise<Found[]> {
  const lines = among(all, kind)
  if (lines.length === 0) return []
  const rows = await db.query<{ ref: string; event: string }>(PRIZES, [memberId, refsOf(lines)])
  const names = await eventNames(
    db,
    rows.map(({ event }) => event),
    language,
  )
  return rows.flatMap(({ ref, event }): Found[] => {
    const name = names.get(event)
    return name ? [[rewardKey({ kind, ref }), { of: 'event', ...name }]] : []
  })
}

/** What lines of a member were for. */
export async function rewardsOf(
  db: Executor,
  memberId: string,
  lines: readonly RewardLine[],
  language: OfferedLanguage,
): Promise<ReadonlyMap<string, Reward>> {
  const found = await Promise.all([
    tasks(db, memberId, among(lines, TASK_KIND)),
    refunds(db, memberId, among(lines, REFUND_KIND)),
    rebates(db, memberId, among(lines, ...Object.values(REBATE_POSTINGS))),
    ofEvents(db, memberId, 'event_prize', lines, language),
    ofEvents(db, memberId, 'event_share', lines, language),
  ])
  return new Map(found.flat())
}
