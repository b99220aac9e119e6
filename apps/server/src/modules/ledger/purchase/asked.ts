/**
 * The member's side of a purchase: who may buy. A fragment that both forms of the statement begin with.
 *
 * The order of refusals is the order of RULES (docs/LEDGER.md): an earlier answer to the same id, then what no money
 * changes, then money. The seller answers after that, for what the member may buy.
 *
 * The shape leaves the planner no choice, however empty a table was when it planned. A look-up is a LATERAL … LIMIT 1;
 * where several indexes begin with the member, `between x and x` with `order by` its column names the index that is meant
 * (to an equality all would do alike, and some read every row of the member). Rows that were looked up and locked are
 * updated by their place (`ctid`), not searched again.
 */
import { exclusionRule } from '../protection/exclusion.ts'
import { fundsRule } from '../protection/funds.ts'
import { limitsRule } from '../protection/limits.ts'
import { maxPerMemberRule } from '../protection/max-per-member.ts'
import type { ReserveRule } from '../protection/rule.ts'

/** In the order in which they answer. */
export const RULES: readonly ReserveRule[] = [exclusionRule, maxPerMemberRule, limitsRule, fundsRule]

const columns = RULES.flatMap((rule) => rule.columns ?? []).map((column) => `, ${column}`)
const lookups = (own: string) => RULES.map((rule) => rule.lookup?.(own) ?? '').join('')
const denials = RULES.flatMap((rule) => rule.denies).map(
  ({ when, answer }) => `
      when ${when} then '${answer}'`,
)

/**
 * What is asked, one row for each purchase of the batch ($1 to $7 are the arrays of `requestValues`, $8 the kind).
 *
 * `answer` is null where the seller decides; else it is a denial, or the state of an earlier purchase with the same id, whose
 * position and reason are `earlier_position` and `earlier_reason`. `newcomer`: the member holds nothing of the subject yet.
 *
 * @param housePart SQL of what the house pays of the one purchase that is asked; without it the members pay everything
 */
export const asked = (housePart?: string): string => `
  select item.*, wallet.wallet_row, wallet.balance, wallet.lines, wallet.has_limits,
    earlier.position as earlier_position, earlier.reason as earlier_reason, holder.known is null as newcomer${columns.join('')},
    case
      when earlier.state is not null then
        case when (earlier.kind, earlier.subject_id, earlier.quantity, earlier.amount)
            = ($8, item.subject_id, item.quantity, item.amount) and earlier.house_paid ${housePart === undefined ? 'is null' : `= ${housePart}`}
          then earlier.state else 'conflict' end${denials.join('')}
    end as answer
  from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::bigint[], $7::int[]) with ordinality
    as item(member_id, purchase_id, request_id, subject_id, quantity, amount, max_per_member, n)
  left join lateral (
    select w.ctid as wallet_row, w.balance, w.lines, w.has_limits, w.excluded_until, w.frozen_until, w.closing from wallet w
    where w.member_id = item.member_id limit 1) wallet on true
  left join lateral (
    select p.kind, p.subject_id, p.quantity, p.amount, p.state, p.position, p.reason, p.house_paid from purchase p
    where p.member_id = item.member_id and p.purchase_id between item.purchase_id and item.purchase_id
    order by p.purchase_id limit 1) earlier on true
  left join lateral (
    select 1 as known from purchase p
    where p.member_id = item.member_id and p.subject_id between item.subject_id and item.subject_id
      and p.state in ('held', 'done') and p.purchase_id <> item.purchase_id
    order by p.subject_id limit 1) holder on true${lookups(housePart === undefined ? 'item.amount' : `(item.amount - ${housePart})`)}`

/** What is asked of members who pay everything themselves. */
export const ASKED = asked()

/** What the columns of limits and of a freeze answer for a row that another rule answered. */
export const LIMIT_ANSWER = `case when answer = 'limit' then limit_kind end as "limit",
  case answer when 'limit' then limit_room when 'frozen' then frozen_seconds end as room`
