/** Statements about the lines of witnesses, and about the seals that wait for them. */
import { MS, type Statement } from '../../../platform/db.ts'

/** Seals that wait, and the lines of witnesses on them, are in the current log. */
const CURRENT = '(select max(number) from log)'

/** The largest size of which a line of the witness is stored. */
export const LAST_SIZE: Statement = {
  name: 'witness.last',
  text: `select size from log_cosignature where witness = $1 and log = ${CURRENT} order by size desc limit 1`,
}

export const KEEP: Statement = {
  name: 'witness.keep',
  text: `insert into log_cosignature (log, size, witness, line, signed_at, old_size)
    values ($6, $1, $2, $3, to_timestamp($4), $5) on conflict (log, size, witness, signed_at) do nothing`,
}

/** The first line of each witness on the checkpoint of a size. */
export const LINES: Statement = {
  name: 'witness.lines',
  text: `select distinct on (witness) line from log_cosignature where log = $1 and size = $2 order by witness, signed_at`,
}

export const STANDING: Statement = {
  name: 'witness.standing',
  text: `
    select s.size, s.line, k.note,
      coalesce((select max(size) from log_checkpoint where log = s.log and time_ms <= ${MS('c.at')} - $2), 0)::int8 as due
    from log_cosignature s join log_checkpoint k using (log, size) cross join business_clock c
    where s.witness = $1 and s.log = ${CURRENT} order by s.size desc, s.signed_at limit 1`,
}

/** A name can have had several keys; the first lines of each name decide. */
const MOST_LINES = 50

/**
 * Lines of witnesses ($2 names) older than a time ($3, Unix milliseconds) on checkpoints that cover an entry ($1 index) and are
 * older than this time themselves: a proof shows that the house had published the entry by then. $4: number of the log, or null.
 */
export const IN_TIME: Statement = {
  name: 'witness.inTime',
  text: `
    select s.size, w.witness, s.line, s.note
    from (select coalesce($4::int, ${CURRENT}) as log) l
    cross join lateral (
      -- the times of checkpoints do not go back
      select coalesce(
        (select size from log_checkpoint where log = l.log and size > $1 and time_ms >= $3::bigint order by size limit 1),
        9223372036854775807) as size) late
    cross join (select distinct unnest($2::text[]) as witness) w
    cross join lateral (
      select s.size, s.line, s.signed_at, k.note from log_cosignature s join log_checkpoint k using (log, size)
      where s.log = l.log and s.size > $1 and s.size < late.size and s.witness = w.witness
        and s.signed_at < to_timestamp($3::bigint / 1000.0)
      order by s.size, s.signed_at limit ${MOST_LINES}) s
    order by s.signed_at, s.size`,
}

/** A late line ($3 Unix milliseconds) of a witness that had signed nothing over an entry ($1 index) before. */
export const LATE: Statement = {
  name: 'witness.late',
  text: `
    select s.line, k.note from log_cosignature s join log_checkpoint k using (log, size)
    where s.log = ${CURRENT} and s.size > $1 and s.old_size <= $1 and s.witness = $2 and s.signed_at >= to_timestamp($3::bigint / 1000.0)
    limit 1`,
}

/** The entry of an attempt ($2) to seal an issue ($1 number) or an event ($1 name). */
export const SEAL_INDEX: Statement = {
  name: 'witness.seal',
  text: `
    select index from log_entry
    where subject = $1 and kind in ('issue-seal', 'event-seal') and coalesce((bytes::jsonb ->> 'attempt')::int, 1) = $2`,
}

/** The entry of the seal of a round ($1 name). */
export const ROUND_SEAL_INDEX: Statement = {
  name: 'witness.roundSeal',
  text: `select index from log_entry where subject = $1 and kind = 'round-seal'`,
}

/** The entry of a chain ($1 id) in the current log. */
export const CHAIN_INDEX: Statement = {
  name: 'witness.chain',
  text: `select index from log_entry where subject = $1 and kind = 'game-chain' and log = ${CURRENT}`,
}

/** Seals that still matter are among this many entries at the end of the log. */
const RECENT_ENTRIES = 5_000

/**
 * Published seals from an index ($1) on that have a beacon round, with the beacon chain of their issue or event, or of the hash
 * chain of their game. `followed`: a later attempt, the draw or result, a refund or a void is in the log.
 */
export const RECENT_SEALS: Statement = {
  name: 'witness.recentSeals',
  text: `
    with seal as (
      select e.log, e.index, e.kind, e.subject, e.bytes::jsonb as said, c.at
      from (select log, coalesce(max(size), 0) as size from log_checkpoint where log = ${CURRENT} group by log) signed
      cross join business_clock c
      join log_entry e on e.log = signed.log and e.index < signed.size
        and e.index >= greatest($1::bigint, signed.size - ${RECENT_ENTRIES})
      where e.kind in ('issue-seal', 'round-seal', 'event-seal')),
    termed as (
      select seal.*, opening.bytes::jsonb ->> 'chain' as chain, opening.bytes::jsonb ->> 'grade' as grade
      from seal join log_entry opening
        on opening.subject = seal.subject and opening.kind = replace(seal.kind, 'seal', 'open') and opening.log = seal.log
      where seal.kind in ('issue-seal', 'event-seal')
      union all
      select seal.*, terms.bytes::jsonb ->> 'beaconChain', terms.bytes::jsonb ->> 'grade'
      from seal join log_entry terms
        on terms.subject = seal.said ->> 'chain' and terms.kind = 'game-chain' and terms.log = seal.log
      where seal.kind = 'round-seal')
    select t.index, (t.said ->> 'round')::bigint as round, t.chain, t.grade = 'witnessed' as witnessed,
      exists (select 1 from log_entry later
        where later.log = t.log and later.subject = t.subject and later.kind not in ('issue-open', 'event-open') and later.index > t.index) as followed,
      ${MS('t.at')} as now
    from termed t where t.said -> 'round' <> 'null'
    order by t.index`,
}

/** Published chains of version 3 and grade witnessed from an index ($1) on. */
export const RECENT_CHAINS: Statement = {
  name: 'witness.recentChains',
  text: `
    select e.index, e.said ->> 'zone' as zone, (e.said ->> 'roundMs')::float8 as "roundMs", (e.said ->> 'cutoffMs')::float8 as "cutoffMs",
      e.said ->> 'from' as first, ${MS('c.at')}::float8 as now
    from (select log, coalesce(max(size), 0) as size from log_checkpoint where log = ${CURRENT} group by log) signed
    cross join business_clock c
    cross join lateral (
      select index, bytes::jsonb as said from log_entry
      where log = signed.log and index < signed.size and index >= greatest($1::bigint, signed.size - ${RECENT_ENTRIES})
        and kind = 'game-chain') e
    where e.said ? 'from' and e.said ->> 'grade' = 'witnessed'
    order by e.index`,
}

/** Whether the log has a later chain of the game of a chain ($1 index), of a time ($2, Unix milliseconds) or later. */
export const IS_FOLLOWED: Statement = {
  name: 'witness.isFollowed',
  text: `
    select exists (
      select from log_entry later
      where later.log = e.log and later.index > e.index and later.kind = 'game-chain'
        and later.bytes::jsonb ->> 'game' = e.bytes::jsonb ->> 'game' and (later.bytes::jsonb ->> 'at')::bigint >= $2) as followed
    from log_entry e where e.log = ${CURRENT} and e.index = $1`,
}
