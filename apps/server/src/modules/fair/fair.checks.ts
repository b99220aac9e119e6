/** INV-18, as far as SQL can ask: the log only extends, and what it says is what happened. Run by the doctor. */

import { QUICKNET } from '@fairlot/fairness/beacon'
import { verifyRound } from '@fairlot/fairness/signatures/bls'
import { verifyCheckpoint } from '@fairlot/fairness/checkpoint'
import type { Executor } from '../../platform/db.ts'
import { heldSince } from '../../platform/schema/held-since.ts'
import { historyCheck } from '../../platform/schema/history.checks.ts'
import type { LogWriter } from './log/log-writer.ts'
import { receiptChecks } from './receipts.checks.ts'
import { rootOf } from './log/log.reads.ts'

/** SQL for the name of the log with a number (log-name.ts), where the row of `deployment` is in scope. */
const LOG_NAME = (number: string) => `id || case when ${number} > 1 then '.' || ${number} else '' end`

/** One statement that answers `breaches` and a `figure` for people. */
type Check = { id: string; title: string; sql: string }
type Found = { figure: string; breaches: number }

export const fairChecks: readonly Check[] = [
  ...receiptChecks,
  {
    id: 'INV-18',
    title: "the log's entries are numbered without a gap, and each continues the head before it",
    sql: `
      select count(*) filter (where index <> rank - 1 or leaf <> sha256('\\x00'::bytea || convert_to(bytes, 'UTF8'))
          or head <> sha256('\\x02'::bytea || previous || leaf)
          or previous <> coalesce(before, (
            select sha256(convert_to('fairlot/log/1', 'UTF8') || '\\x00'::bytea || convert_to(${LOG_NAME('x.log')}, 'UTF8'))
            from deployment))) as breaches,
        count(*) || ' entries' as figure
      from (
        select *, row_number() over own as rank, lag(head) over own as before
        from log_entry window own as (partition by log order by index)) x`,
  },
  {
    id: 'INV-18',
    title: "the log's tree has every complete subtree, each the hash of its two halves",
    sql: `
      with size as (select log, max(index) + 1 as n from log_entry group by log),
      below as (
        select log, 0 as level, index as position, leaf as hash from log_entry
        union all select log, level, position, hash from log_node),
      wanted as (
        select log, l as level, (n >> l) as nodes from size, generate_series(1, 62) l where (n >> l) > 0)
      select (select count(*) from log_node n
            left join below a on (a.log, a.level, a.position) = (n.log, n.level - 1, n.position * 2)
            left join below b on (b.log, b.level, b.position) = (n.log, n.level - 1, n.position * 2 + 1)
            where n.hash is distinct from sha256('\\x01'::bytea || a.hash || b.hash))
          + (select count(*) from wanted w
            where w.nodes <> (select count(*) from log_node n where (n.log, n.level) = (w.log, w.level)))
          + (select count(*) from log_node n
            where not exists (select from wanted w where (w.log, w.level) = (n.log, n.level))) as breaches,
        (select count(*) from log_node) || ' subtrees' as figure`,
  },
  {
    id: 'INV-18',
    title: 'every checkpoint covers entries that are there, and names their head',
    sql: `
      select count(*) filter (where e.head is distinct from c.head
          or c.note not like 'fairlot/%' || chr(10) || c.size || chr(10) || encode(c.root, 'base64') || chr(10)
            || 'head ' || encode(c.head, 'hex') || chr(10) || 'time ' || c.time_ms || chr(10) || '%') as breaches,
        count(*) || ' checkpoints' as figure
      from log_checkpoint c left join log_entry e on (e.log, e.index) = (c.log, c.size - 1)`,
  },
  {
    id: 'INV-18',
    title: 'the checkpoints of each log are numbered without a gap, and their times do not go back',
    sql: `
      select count(*) filter (where number <> rank or time_ms < before) as breaches, count(*) || ' checkpoints' as figure
      from (
        select number, time_ms, row_number() over own as rank, lag(time_ms) over own as before
        from log_checkpoint window own as (partition by log order by size)) x`,
  },
  historyCheck('INV-18', 'log_checkpoint', 'the checkpoints'),
  {
    id: 'INV-18',
    title:
      'every entry was appended at the time that it states, or waited at the time of the entry or checkpoint before it',
    // entries from before the log began state when something happened, also in a log of a release without the beginning that no server has
    // continued yet; the rules of a new log have the time of its beginning
    sql: `
      select count(*) filter (where appended_at > stated + interval '10 minutes'
          or appended_at < stated - interval '10 minutes' and stated > coalesce(before, 'epoch')) as breaches,
        count(*) || ' entries' as figure
      from (
        select e.index, e.appended_at, to_timestamp((e.bytes::jsonb ->> 'at')::bigint / 1000.0) as stated,
          to_timestamp(greatest(lag((e.bytes::jsonb ->> 'at')::bigint) over (partition by e.log order by e.index), c.time_ms) / 1000.0)
            as before,
          b.index + (e.kind = 'log-rules' and e.index = b.index + 1)::int as begun
        from log_entry e
        left join lateral (
          select c.time_ms from log_checkpoint c where c.log = e.log and c.size <= e.index order by c.size desc limit 1) c on true
        left join log_entry b on b.log = e.log and b.kind = 'log-begin') x
      where case when begun is null then appended_at >= ${heldSince(14)} else index > begun end`,
  },
  {
    id: 'INV-18',
    title:
      'every log after the first begins with the state of the lost log that two owners named, and no other log does',
    sql: `
      select count(*) filter (where
          (l.number > 1) <> (e.said is not null)
          or (e.said is not null and (e.index <> 0 or e.said ->> 'size' <> l.known_size::text
            or e.said ->> 'root' <> encode(l.known_root, 'hex')
            or e.said ->> 'deployment' <> (select ${LOG_NAME('l.continues')} from deployment)))) as breaches,
        count(*) || ' logs' as figure
      from log l
      left join (
        select log, index, bytes::jsonb as said from log_entry where kind = 'log-continues') e on e.log = l.number`,
  },
  {
    id: 'INV-18',
    title:
      'no log begins before a state that a witness had signed, as far as witnesses told the owners who began it',
    // two owners can approve at once: what the second one hears is kept while the new log of the first one is being committed
    sql: `
      select count(*) filter (where s.size > 0 and (s.note not like 'fairlot/' || ${LOG_NAME('s.log')} || chr(10) || s.size || chr(10) || encode(s.root, 'base64') || chr(10) || '%'
          or exists (select from log l where l.number > s.log and l.continues >= (select max(b.log) from log_entry b where b.log < l.number)
            and l.started_at + interval '1 minute' >= s.asked_at and (l.continues, l.known_size) < (s.log, s.size)))) as breaches,
        count(*) filter (where s.size > 0) || ' states' as figure
      from witnessed_state s cross join deployment`,
  },
  {
    id: 'INV-18',
    title: 'nothing is appended to a lost log after the next one began',
    sql: `
      select count(*) filter (where e.appended_at > next.started_at) as breaches, count(distinct l.number) || ' lost logs' as figure
      from log l
      cross join lateral (select started_at from log n where n.number > l.number order by n.number limit 1) next
      left join log_entry e on e.log = l.number`,
  },
  {
    id: 'INV-18',
    title: 'each log begins once, for this deployment; the openings before and after follow their rules',
    sql: `
      with begun as (select log, index, bytes::jsonb as said from log_entry where kind = 'log-begin'),
      opened as (select log, index, bytes::jsonb ? 'demo' as is_new from log_entry where kind = 'issue-open')
      select (select count(*) - count(distinct log) from begun)
          + (select count(*) from begun b cross join deployment d
            where b.said ->> 'deployment' <> ${LOG_NAME('b.log')} or b.said ->> 'mode' <> d.money_mode)
          + (select count(*) from opened o left join begun b using (log) where o.is_new <> coalesce(o.index > b.index, false))
          as breaches,
        coalesce('at entry ' || (select min(index) from begun), 'it has not begun') as figure`,
  },
  {
    id: 'INV-18',
    title: 'every entry is filed under its kind and the issue, chain, round, event or beacon that it names',
    sql: `
      select count(*) filter (where kind <> bytes::jsonb ->> 't' or subject is distinct from coalesce(bytes::jsonb ->> 'issue',
          'event ' || (bytes::jsonb ->> 'event'), (bytes::jsonb ->> 'game') || ' ' || (bytes::jsonb ->> 'period'), case when kind in ('game-chain', 'beacon-dead') then bytes::jsonb ->> 'chain' end)) as breaches,
        count(*) || ' entries' as figure
      from log_entry`,
  },
  {
    id: 'INV-18',
    title: 'no opening or seal waits to be appended, except from before the log began',
    sql: `
      select count(*) filter (where rules <> 1
          and entry ->> 't' not in ('issue-draw', 'issue-favour', 'issue-refund', 'round-result', 'round-void', 'event-draw', 'event-favour', 'event-void',
            'verifier', 'funding', 'withdrawals')) as breaches,
        count(*) || ' waiting' || coalesce(', the oldest for '
          || round(max(extract(epoch from at) - (entry ->> 'at')::numeric / 1000)) || ' seconds', '') as figure
      from log_pending, business_clock`,
  },
  {
    id: 'INV-18',
    title: 'no entry was set aside because the log cannot take it',
    sql: `
      select count(why) as breaches,
        coalesce(string_agg(entry ->> 't' || ' (' || pending_id || '): ' || why, ', '), 'none') as figure
      from log_unpublished`,
  },
  {
    id: 'INV-18',
    title: 'the log refused no entry that the server wanted to publish',
    sql: `
      select count(*) as breaches,
        coalesce(string_agg(kind || ' ' || subject || ' (rule ' || rule || ', ' || times || ' times): ' || why, ', ' order by last_at), 'none') as figure
      from log_refused`,
  },
  {
    id: 'INV-8',
    title:
      "with real money business time is the database's own clock: a seal on another could know its round",
    sql: `
      select count(*) filter (where d.money_mode = 'real' and c.offset_ms <> 0) as breaches,
        'offset ' || max(c.offset_ms) || ' ms' as figure
      from deployment d cross join clock_offset c`,
  },
]

/** A beacon's signature takes 20 ms to check: the doctor looks at this many rounds, the newest ones, and as many that seals wait for. */
const MOST_ROUNDS = 200

/** Kept rounds that a seal waits for: nothing has come out of it. */
const WAITED_FOR = `
  select b.round, b.signature from beacon_round b
  where b.chain = $1 and b.round in (
    select (seal.bytes::jsonb ->> 'round')::bigint from log_entry seal
    where seal.kind in ('issue-seal', 'event-seal', 'round-seal') and not exists (
      select from log_entry ended where ended.subject = seal.subject
        and ended.kind in ('issue-draw', 'issue-refund', 'event-draw', 'event-void', 'round-result', 'round-void')))
  order by b.round limit $2`

/**
 * A kept round never changes: one that is not the beacon's, written past the server, would keep its draws waiting for
 * ever. Draws themselves verify the round that they take.
 */
export async function checkRounds(db: Executor, most = MOST_ROUNDS): Promise<Found> {
  const rounds = await db.query<{ round: bigint; signature: string }>(
    `select round, encode(signature, 'hex') as signature from (
       (select round, signature from beacon_round where chain = $1 order by round desc limit $2)
       union (${WAITED_FOR})) kept order by round desc`,
    [QUICKNET.hash, most],
  )
  const wrong = rounds.filter(({ round, signature }) => !verifyRound(QUICKNET, Number(round), signature))
  return {
    figure:
      wrong.length > 0
        ? `not round ${wrong.map(({ round }) => round).join(', ')}`
        : `${rounds.length} rounds`,
    breaches: wrong.length,
  }
}

/** Signatures are slow: the doctor looks at this many checkpoints, the newest ones. */
const MOST_CHECKPOINTS = 2_000

/** What SQL cannot ask: the newest checkpoints are signed by the log's key and name the root of the stored tree. */
export async function checkCheckpoints(
  db: Executor,
  { nameOf, publicKey }: Pick<LogWriter, 'nameOf' | 'publicKey'>,
): Promise<Found> {
  const notes = await db.query<{ log: number; note: string; size: bigint }>(
    'select log, note, size from log_checkpoint order by log desc, size desc limit $1',
    [MOST_CHECKPOINTS],
  )
  const wrong: bigint[] = []
  for (const { log, note, size } of notes) {
    const signed = verifyCheckpoint(note, publicKey, nameOf(log))
    if (signed?.size !== Number(size) || signed.root !== (await rootOf(db, signed.size, log)))
      wrong.push(size)
  }
  return {
    figure: wrong.length > 0 ? `of size ${wrong.join(', ')}` : `${notes.length} checkpoints`,
    breaches: wrong.length,
  }
}
