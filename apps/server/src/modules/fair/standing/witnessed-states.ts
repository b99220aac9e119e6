/**
 * What witnesses have signed of a log that may be lost. They are asked before a recovery, outside of every transaction, and their
 * answers are kept: two owners decide at different times, maybe on different servers.
 */
import type { Db, Executor } from '../../../platform/db.ts'
import type { Witnesses } from '../witnesses/witnesses.ts'
import { currentLog } from './standing.queries.ts'

/** Logs after the current one that are asked for: an older copy does not know the logs that followed. */
const MAX_LATER = 100

const KEEP = {
  name: 'witnessed_state.keep',
  text: `insert into witnessed_state as s (log, witness, size, root, note) values ($1, $2, $3, decode($4, 'hex'), $5)
    on conflict (log, witness) do update set asked_at = business_now(),
      size = case when excluded.size > s.size then excluded.size else s.size end,
      root = case when excluded.size > s.size then excluded.root else s.root end,
      note = case when excluded.size > s.size then excluded.note else s.note end
    -- what was told before the next log began stays the evidence for its beginning
    where not exists (select from log l where l.number > s.log)`,
}

/** Asks all configured witnesses for the newest checkpoints that they signed of the current log and of later ones. */
export async function askForStates(db: Db, witnesses: Pick<Witnesses, 'newest'>): Promise<void> {
  const { log: current } = await currentLog(db)
  for (let log = current; log <= current + MAX_LATER; log++) {
    let isKnown = false
    for (const [witness, state] of await witnesses.newest(log)) {
      if (state === null || (state === 'nothing' && log > current)) continue
      const { size, root, note } = state === 'nothing' ? { size: 0, root: null, note: null } : state
      await db.query(KEEP, [log, witness, size, root, note])
      isKnown = true
    }
    if (!isKnown) return
  }
}

/** An answer counts for a decision that follows at once. */
const FRESH_MINUTES = 5

const SILENT = {
  name: 'witnessed_state.silent',
  text: `
    select key from (
      select unnest($1::text[]) as key
      union select unnest(t.witnesses) from issue i join issue_terms t using (issue_id) where i.status in ('selling', 'sold_out')
      union select unnest(witnesses) from event where status in ('open', 'closed', 'sealed')
      union select unnest(witnesses) from (select distinct on (game) witnesses from game_chain order by game, number desc) newest) named
    where split_part(key, '+', 1) <> all ($2::text[]) and not exists (
      select from witnessed_state s where s.witness = named.key and s.log = (select max(number) from log)
        and s.asked_at > business_now() - make_interval(mins => ${FRESH_MINUTES}))
    order by 1`,
}

/**
 * Names of witnesses that have not said now what they signed: configured ones, and those that anything names which is open or sealed.
 * @param keys note verifier keys of the configured ones
 * @param without names of those that the owners do without
 */
export async function silentWitnesses(
  db: Executor,
  keys: readonly string[],
  without: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ key: string }>(SILENT, [keys, without])
  return rows.map(({ key }) => key.slice(0, key.indexOf('+')))
}

export type SignedState = { number: number; size: number; root: string }

const NEWEST = {
  name: 'witnessed_state.newest',
  text: `select log as number, size::float8 as size, encode(root, 'hex') as root from witnessed_state
    where size > 0 and log >= (select max(number) from log) order by log desc, size desc limit 1`,
}

/** The newest state that a witness has signed, of the current log or a later one; undefined: none is known. */
export async function newestSigned(db: Executor): Promise<SignedState | undefined> {
  return (await db.query<SignedState>(NEWEST))[0]
}
