/** What every order binds for rebates follows from the settings at its sale. Run by the doctor. */
import { valuesAround } from '../../../platform/settings/setting-history.ts'
import { heldSince } from '../../../platform/schema/held-since.ts'
import { HIGHEST_REBATE_SETTINGS, REBATE_MIN_DAYS } from '../../identity/index.ts'
import type { Check } from '../../ledger/index.ts'
import { REFERRAL_SWITCH } from '../sale/rebate-rate.ts'

const BOUGHT = 'to_timestamp(o.bought_ms / 1000.0)'
const around = (setting: Parameters<typeof valuesAround>[0]) => valuesAround(setting, BOUGHT)
const [REBATES, EXTRAS] = HIGHEST_REBATE_SETTINGS

/** The switch while nobody has changed it. */
const UNCHANGED = `(select money_mode = 'sandbox' from deployment)`

export const rebateChecks: readonly Check[] = [
  {
    id: 'INV-11',
    title:
      'every finance order binds the highest rebates of the moment of its sale, and those from before the rule nothing',
    sql: `
      select count(*) filter (where case
          when o.rebate_rate is null then ${BOUGHT} >= ${heldSince(104)}
          when o.rebate_rate = 0 then not (exists (select from unnest(${around(REBATE_MIN_DAYS)}) days where p.term_hours < 24 * days::int)
            or exists (select from unnest(${around(REFERRAL_SWITCH)}) switch where case switch when '' then not ${UNCHANGED} else switch = 'false' end)
            or exists (select from unnest(${around(REBATES)}) rebates, unnest(${around(EXTRAS)}) extras where highest_rebate(rebates, extras) = 0))
          else not (exists (select from unnest(${around(REBATE_MIN_DAYS)}) days where p.term_hours >= 24 * days::int)
            and exists (select from unnest(${around(REFERRAL_SWITCH)}) switch where case switch when '' then ${UNCHANGED} else switch = 'true' end)
            and exists (
              select from unnest(${around(REBATES)}) rebates, unnest(${around(EXTRAS)}) extras
              where highest_rebate(rebates, extras) = o.rebate_rate)) end) as breaches,
        count(*) filter (where o.rebates > 0) || ' orders with rebates' as figure
      from finance_order o join finance_product p using (product_id) where o.seq is not null`,
  },
]
