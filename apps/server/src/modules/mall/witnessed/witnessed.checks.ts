/** What must be true of the witnesses' signatures over seals; run by the doctor. */
import { QUICKNET } from '@fairlot/fairness/beacon'
import type { Check } from '../../ledger/index.ts'
import { vouchedChecks } from './vouched.checks.ts'

export const witnessedChecks: readonly Check[] = [
  {
    id: 'INV-18',
    title:
      'every signature that a draw may rest on is a stored line over a checkpoint that covers the attempt, in time and of a named witness',
    sql: `
      select count(*) filter (where not c.witness = any (t.witnesses) or s.round is null
          -- a local chain has the times of the public one
          or c.round_ms <> (${QUICKNET.genesis} + (s.round - 1) * ${QUICKNET.period}) * 1000::bigint
          or k.size is null or k.time_ms >= c.round_ms or e.index is null or e.index >= c.size
          or not exists (
            select from log_cosignature l
            where l.log = e.log and l.size = c.size and l.witness = split_part(c.witness, '+', 1) and l.signed_at = to_timestamp(c.signed_ms / 1000.0)))
          as breaches,
        count(*) || ' signatures' as figure
      from issue_cosignature c join issue_terms t using (issue_id)
      left join (select issue_id, 1 as attempt, round from issue_seal
        union all select issue_id, attempt, round from issue_seal_attempt) s using (issue_id, attempt)
      left join log_entry e on e.subject = t.number and e.kind = 'issue-seal'
        and coalesce((e.bytes::jsonb ->> 'attempt')::int, 1) = c.attempt
      left join log_checkpoint k on (k.log, k.size) = (e.log, c.size)`,
  },
  {
    id: 'INV-6',
    title:
      'every draw of grade witnessed before version 3, and no other, rests on a signature over the last attempt; no attempt before was signed',
    sql: `
      select count(*) filter (where (t.grade = 'witnessed' and i.log_rules < 3) <> (d.witness is not null) or d.attempt <> s.attempt
          or exists (select from issue_cosignature c where c.issue_id = d.issue_id and c.attempt < d.attempt)) as breaches,
        count(*) filter (where t.grade = 'witnessed') || ' witnessed draws' as figure
      from issue_draw d join issue i using (issue_id) join issue_last_seal s using (issue_id) join issue_terms t using (issue_id)`,
  },
  ...vouchedChecks,
]

/** Liveness: how long a witnessed issue may wait after its sell-out, and how many wait longer. */
export const WITNESS_LATE_HOURS = 1

export const lateWitnessesCheck: Check = {
  id: 'INV-18',
  title: `no witnessed issue waits for its witnesses for more than ${WITNESS_LATE_HOURS} hour`,
  sql: `
    select count(*) filter (where i.sold_out_at < c.at - interval '${WITNESS_LATE_HOURS} hours') as breaches,
      count(*) || ' issues wait' as figure
    from issue i join issue_terms t using (issue_id) cross join business_clock c
    left join issue_last_seal s using (issue_id)
    where i.status = 'sold_out' and t.grade = 'witnessed'
      -- version 3 draws in favour when lines are missing
      and (i.log_rules >= 3 or not exists (select from issue_cosignature x where x.issue_id = i.issue_id and x.attempt = s.attempt))`,
}
