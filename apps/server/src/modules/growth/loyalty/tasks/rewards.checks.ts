/** What must be true of what tasks, check-ins and gifts give: the settings of that moment say it, and one person gets one gift. */
import { DAILY_TASKS } from '@fairlot/contract/life/growth-life'
import { heldSince } from '../../../../platform/schema/held-since.ts'
import { valuesAround } from '../../../../platform/settings/setting-history.ts'
import { SAME_TIME, type Check } from '../../../ledger/index.ts'
import { MOST_DEVICES } from '../../referral/same-person/devices.ts'
import { CHECK_IN_REWARDS, GIFT_SETTINGS, LADDER, TASK_REWARDS } from '../loyalty.settings.ts'

const INV = 'INV-43'

const MINOR = (text: string) => `(${text})::numeric * 10000`

/** What says that two accounts are one person, and since when: as `hasTwinWithGift` looks for it. */
const SIGNS = [
  'select member_id, device_hash as sign, first_at as since from device_seen',
  'select member_id, fingerprint as sign, created_at as since from payout_account',
  'select member_id, sender as sign, seen_at as since from trc20_transfer where sender is not null',
]

/** Whether another account with a sign of the claim's member took a gift before the claim `c`. */
const TWIN_HAD_A_GIFT = SIGNS.map(
  (source) => `
    exists (
      select from (${source}) own join (${source}) other using (sign)
      join task_claim earlier on earlier.member_id = other.member_id and earlier.claim like 'gift%'
      where own.member_id = c.member_id and other.member_id <> c.member_id
        and greatest(own.since, other.since, earlier.claimed_at) < c.claimed_at - ${SAME_TIME})`,
).join(' or ')

/** A rule that came with a migration holds from its time on, or from the beginning where nothing was there before. */
const BEGINS = (column: string, version: number, earlier: string) => `
  select h.${column} as begins, m.applied_at,
    ${heldSince(version)} <> '-infinity' and exists (${earlier} < m.applied_at - interval '10 minutes') as had
  from loyalty_head h, schema_migration m where m.version = ${version}`

export const rewardChecks: readonly Check[] = [
  {
    id: INV,
    title: 'every check-in gave what the settings said at that time for its day of the row, or nothing',
    sql: `
      select count(*) filter (where c.amount > 0 and c.amount not in (
          select ${MINOR(`split_part(value, ',', c.streak)`)} from unnest(${valuesAround(CHECK_IN_REWARDS, 'c.checked_at')}) value)) as breaches,
        count(*) || ' check-ins' as figure
      from check_in c`,
  },
  {
    id: INV,
    title:
      'every claim of a task or of the ladder gave what the settings said at that time, for as many friends',
    sql: `
      select count(*) filter (where case
          when c.claim like 'ladder%' then not exists (
            select from unnest(${valuesAround(LADDER, 'c.claimed_at')}) value
            cross join lateral (select split_part(value, ',', right(c.claim, 1)::int) as rung) of
            where c.amount = ${MINOR(`split_part(rung, ':', 2)`)} and c.friends >= split_part(rung, ':', 1)::int)
          else c.amount not in (
            select ${MINOR(`split_part(value, ',', array_position(array[${DAILY_TASKS.map((task) => `'${task}'`).join(', ')}], c.claim))`)}
            from unnest(${valuesAround(TASK_REWARDS, 'c.claimed_at')}) value) end) as breaches,
        count(*) || ' claims' as figure
      from task_claim c where c.claim not like 'gift%'`,
  },
  {
    id: INV,
    title: 'every gift has the amount, the minimum and the days that applied at its claim',
    sql: `
      select count(*) filter (where (trim_scale(v.amount / 10000.0), trim_scale(v.min_spend / 10000.0)) not in (
          select trim_scale(split_part(value, ',', 1)::numeric), trim_scale(split_part(value, ',', 2)::numeric)
          from unnest(case c.claim when 'gift_register' then ${valuesAround(GIFT_SETTINGS.gift_register, 'c.claimed_at')}
            else ${valuesAround(GIFT_SETTINGS.gift_recharge, 'c.claimed_at')} end) value)) as breaches,
        count(*) || ' gifts' as figure
      from task_claim c join voucher v using (member_id, voucher_id) where not c.before_evidence`,
  },
  {
    id: INV,
    title:
      'every gift went to a member with a device, and to nobody who looked like another member with a gift',
    // a closed account has no devices, and a member with many has forgotten the oldest
    sql: `
      select count(*) filter (where ${TWIN_HAD_A_GIFT} or m.status <> 'closed'
          and not exists (select from device_seen d where d.member_id = c.member_id and d.first_at <= c.claimed_at + ${SAME_TIME})
          and (select count(*) from device_seen d where d.member_id = c.member_id) < ${MOST_DEVICES}) as breaches,
        count(*) || ' gifts' as figure
      from task_claim c join member m using (member_id) where c.claim like 'gift%' and not c.before_evidence`,
  },
  {
    id: INV,
    title:
      'gifts, refunds of lost orders and the count of rewards begin when they were introduced, or with the house',
    sql: `
      select count(*) filter (where case when begins = '-infinity' then had
          else begins not between applied_at - interval '10 minutes' and applied_at + interval '10 minutes' end) as breaches,
        string_agg(begins::text, ', ') as figure
      from (
        ${BEGINS('gifts_from', 57, 'select from member where created_at')}
        union all ${BEGINS('refunds_from', 57, 'select from issue_draw where drawn_at')}
        union all ${BEGINS('rewards_from', 88, 'select from check_in where checked_at')}
        union all ${BEGINS('rewards_from', 88, 'select from task_claim where claimed_at')}) rule`,
  },
]
