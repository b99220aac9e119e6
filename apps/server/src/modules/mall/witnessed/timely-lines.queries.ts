/** The timely lines over the seal of a witnessed issue or event of version 3, in SQL. */
import { QUICKNET } from '@fairlot/fairness/beacon'
import { LEAD_MS } from '../../fair/index.ts'

/** When the round of a seal is published, Unix milliseconds; a local chain has the times of the public one. @param round SQL */
export const ROUND_MS = (round: string) =>
  `(${QUICKNET.genesis} + (${round} - 1) * ${QUICKNET.period}) * 1000::bigint`

/**
 * The witnesses that signed a seal in time: `key`, `signed_ms`. The server stores verified lines only.
 * @param subject, witnesses, round SQL of the number or the event's name, the named keys and the round
 */
export const TIMELY_LINES = (
  subject: string,
  witnesses: string,
  round: string,
  kind: 'issue-seal' | 'event-seal' = 'issue-seal',
) => `
  (select named.key, floor(extract(epoch from min(line.signed_at)) * 1000)::bigint as signed_ms
   from log_entry entry
   cross join lateral (select ${ROUND_MS(round)} - ${LEAD_MS} as ms) until
   -- the times of checkpoints do not go back
   cross join lateral (
     select coalesce((
       select size from log_checkpoint where log = entry.log and size > entry.index and time_ms >= until.ms order by size limit 1
     ), 9223372036854775807) as size) late
   cross join unnest(${witnesses}) as named(key)
   join log_cosignature line on line.log = entry.log and line.size > entry.index and line.size < late.size
     and line.witness = split_part(named.key, '+', 1) and line.signed_at < to_timestamp(until.ms / 1000.0)
   where entry.subject = ${subject} and entry.kind = '${kind}'
   group by named.key)`
