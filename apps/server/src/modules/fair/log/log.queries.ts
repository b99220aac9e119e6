/** SQL of the transparency log. Hashes are bytes in the database and hex in this process. */
import { FLOOR_MS, MS, type Statement } from '../../../platform/db.ts'

/** The number of the current log. A new one begins only in a transaction that holds the writer's lock. */
const CURRENT = '(select max(number) from log)'

/** The log whose number is the parameter; the current one when it is null. */
const GIVEN = (parameter: string) => `coalesce(${parameter}::int, ${CURRENT})`

export const ENQUEUE: Statement = {
  name: 'log.enqueue',
  text: 'insert into log_pending (entry) select * from unnest($1::jsonb[])',
}

/** Locks the only row; the transaction that holds it is the writer. */
export const LOCK: Statement = { name: 'log.lock', text: 'select singleton from log_writer for update' }

export const LAST: Statement = {
  name: 'log.last',
  text: `select l.number as log, e.index, encode(e.head, 'hex') as head
    from (select ${GIVEN('$1')} as number) l
    left join lateral (
      select index, head from log_entry where log = l.number order by index desc limit 1) e on true`,
}

/**
 * The end of the log. Nothing is dated before the last entry and the last checkpoint. The first entries of a new sandbox are the
 * exception: the entries of the demo world follow its `log-begin` and `log-rules`, and their times lie before it.
 */
export const END: Statement = {
  name: 'log.end',
  text: `select l.number as log, coalesce(e.index + 1, 0) as size, e.head,
      greatest(coalesce(c.time_ms, 0), case
        when e.index = 0 and e.kind = 'log-begin' and e.said ->> 'mode' = 'sandbox' then 0
        when e.index = 1 and e.kind = 'log-rules' and (
          select kind = 'log-begin' and bytes::jsonb ->> 'mode' = 'sandbox' from log_entry where log = l.number and index = 0) then 0
        else coalesce((e.said ->> 'at')::bigint, 0) end) as "floorMs",
      (select (bytes::jsonb ->> 'at')::bigint from log_entry where log = l.number and kind = 'log-begin') as "beganMs",
      exists (select from log_entry where log = l.number and kind = 'log-rules') as "hasRules",
      coalesce(c.size, 0) as signed, coalesce(c.time_ms, 0) as "signedMs"
    from (select ${CURRENT} as number) l
    left join lateral (
      select index, kind, encode(head, 'hex') as head, bytes::jsonb as said
      from log_entry where log = l.number order by index desc limit 1) e on true
    left join lateral (
      select size, time_ms from log_checkpoint where log = l.number order by size desc limit 1) c on true`,
}

/** Business time, rounded down as all published times. */
export const NOW: Statement = { name: 'log.now', text: `select ${FLOOR_MS('business_now()')} as now` }

/** Takes the oldest entries that were enqueued under the rules $2 or older ones. */
export const TAKE: Statement = {
  name: 'log.take',
  text: `delete from log_pending where pending_id in (
      select pending_id from log_pending where rules <= $2 order by pending_id limit $1)
    returning pending_id as id, entry, rules`,
}

export const SET_ASIDE: Statement = {
  name: 'log.setAside',
  text: `insert into log_unpublished (log, pending_id, entry, why)
    select $1, * from unnest($2::bigint[], $3::jsonb[], $4::text[])`,
}

export const WAITING_SINCE: Statement = {
  name: 'log.waitingSince',
  text: `select coalesce(max(extract(epoch from at) * 1000 - (entry ->> 'at')::numeric), 0)::float8 as ms
    from log_pending, business_clock`,
}

export const APPEND: Statement = {
  name: 'log.append',
  text: `insert into log_entry (log, index, kind, subject, bytes, leaf, previous, head, appended_at)
    select $8::int, $1::bigint + n - 1, kind, subject, bytes, decode(leaf, 'hex'), decode(previous, 'hex'), decode(head, 'hex'), c.at
    from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
      with ordinality as e(kind, subject, bytes, leaf, previous, head, n)
    cross join business_clock c`,
}

export const ADD_NODES: Statement = {
  name: 'log.nodes',
  text: `insert into log_node (log, level, position, hash)
    select $4::int, level, position, decode(hash, 'hex') from unnest($1::int[], $2::bigint[], $3::text[]) as n(level, position, hash)`,
}

/** Written so that the planner always uses the primary keys. */
export const SUBTREES: Statement = {
  name: 'log.subtrees',
  text: `select encode(case x.level
      when 0 then (select leaf from log_entry e where e.log = l.number and e.index = x.position)
      else (select hash from log_node n where n.log = l.number and n.level = x.level and n.position = x.position)
      end, 'hex') as hash
    from (select ${GIVEN('$3')} as number) l
    cross join unnest($1::int[], $2::bigint[]) with ordinality as x(level, position, n) order by x.n`,
}

const CHECKPOINT = `log, size, encode(root, 'hex') as root, encode(head, 'hex') as head, time_ms as "timeMs", note`

export const LATEST: Statement = {
  name: 'log.checkpoint.latest',
  text: `select ${CHECKPOINT} from log_checkpoint where log = ${GIVEN('$1')} order by size desc limit 1`,
}

export const OF_SIZE: Statement = {
  name: 'log.checkpoint.size',
  text: `select ${CHECKPOINT} from log_checkpoint where log = ${GIVEN('$1')} and size = $2`,
}

/** The first checkpoint that covers an entry. */
export const COVERING: Statement = {
  name: 'log.checkpoint.covering',
  text: `select ${CHECKPOINT} from log_checkpoint where log = ${GIVEN('$1')} and size > $2 order by size limit 1`,
}

/**
 * Lines of witnesses ($3) over the checkpoints that cover an entry ($1) and are older than a time ($2). The times of
 * checkpoints do not go back, so the statement reads no further than the first later one.
 */
export const LINES_BEFORE: Statement = {
  name: 'log.lines.before',
  text: `select distinct on (c.size, s.witness) c.size, c.note, s.line
    from log_checkpoint c join log_cosignature s using (log, size)
    where c.log = $4 and c.size > $1 and c.size < coalesce(
        (select size from log_checkpoint where log = $4 and size > $1 and time_ms >= $2 order by size limit 1),
        9223372036854775807)
      and s.witness = any($3::text[])
    -- the first line of a witness that signed twice
    order by c.size, s.witness, s.signed_at`,
}

/** Checkpoints of more than a number of entries, by ascending size, with the witnesses' lines. */
export const NOTES: Statement = {
  name: 'log.notes',
  text: `select c.size, c.note,
      coalesce((select array_agg(line order by witness, signed_at) from (
        -- a witness can sign one checkpoint again and again; its first line says all. The signature begins with the hash of the key
        select distinct on (witness, left(split_part(line, ' ', 3), 5)) witness, signed_at, line
        from log_cosignature s where (s.log, s.size) = (c.log, c.size)
        order by witness, left(split_part(line, ' ', 3), 5), signed_at) first), '{}') as lines
    from log_checkpoint c where c.log = ${GIVEN('$3')} and c.size > $1 order by c.size limit $2`,
}

export const SIGN: Statement = {
  name: 'log.checkpoint.sign',
  text: `insert into log_checkpoint (log, size, root, head, time_ms, note, number)
    select $6::int, $1, decode($2, 'hex'), decode($3, 'hex'), $4, $5,
      coalesce((select number from log_checkpoint where log = $6::int order by size desc limit 1), 0) + 1`,
}

/** The state that decides what is due. Business time is rounded down, as all published times. */
export const LOOK: Statement = {
  name: 'log.look',
  text: `select exists (select from log_pending) as pending,
      coalesce((select index + 1 from log_entry where log = l.number order by index desc limit 1), 0) as size,
      coalesce(c.size, 0) as signed, c.time_ms as "signedMs",
      exists (select from log_entry where log = l.number and index >= coalesce(c.size, 0) and kind = 'issue-draw') as awaited,
      ${FLOOR_MS('business_now()')} as now
    from (select ${CURRENT} as number) l
    left join lateral (
      select size, time_ms from log_checkpoint where log = l.number order by size desc limit 1) c on true`,
}

export const ENTRIES_OF: Statement = {
  name: 'log.entries.of',
  text: `select log, index, kind, bytes from log_entry where subject = $1 and kind = any($2::text[]) order by log, index`,
}

const ENTRY = `index, bytes, encode(leaf, 'hex') as leaf, encode(head, 'hex') as head, ${MS('appended_at')} as at`

export const OLDEST: Statement = {
  name: 'log.oldest',
  text: `select ${ENTRY} from log_entry where log = ${GIVEN('$3')} and index >= $1 order by index limit $2`,
}

export const NEWEST: Statement = {
  name: 'log.newest',
  text: `select ${ENTRY} from log_entry where log = ${GIVEN('$3')} and index < $1 order by index desc limit $2`,
}

export const VERIFIER: Statement = {
  name: 'log.verifier',
  text: `select bytes from log_entry where log = ${CURRENT} and kind = 'verifier' order by index desc limit 1`,
}

/** Whether a signed checkpoint covers an entry of this kind and subject. */
export const COVERED: Statement = {
  name: 'log.covered',
  text: `select exists (
      select from log_entry e where e.subject = $2 and e.kind = $1
        and e.index < (select size from log_checkpoint c where c.log = e.log order by size desc limit 1)) as covered`,
}

/** Since when the current log is of version 3. */
export const RULES_AT: Statement = {
  name: 'log.rules',
  text: `select (bytes::jsonb ->> 'at')::float8 as at from log_entry where log = ${CURRENT} and kind = 'log-rules'`,
}

/** The log that holds the opening of an issue, or a chain. */
export const LOG_OF: Statement = {
  name: 'log.of',
  text: `select log from log_entry where subject = $1 and kind in ('issue-open', 'game-chain', 'event-open')`,
}
