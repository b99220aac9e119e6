/**
 * Seals of a lost log that a named witness signed in time. They are published, so nobody can choose another one: what they sealed is drawn
 * by them also after the loss, always in the members' favour, because the new log cannot show who signed.
 */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { describeSubject } from '@fairlot/fairness/entries'
import { formatKey } from '@fairlot/fairness/note'
import { MS, type Db, type Executor, type Tx } from '../../../platform/db.ts'
import { heldSince } from '../../../platform/schema/held-since.ts'
import type { Beacons } from '../beacon/beacon.ts'
import { currentLog } from './standing.queries.ts'
import { sealIndex, sealsToShow } from '../witnesses/cosignatures.ts'
import { LEAD_MS, linesOver } from '../witnesses/lines.ts'
import { isKeptSeal, type StoredSeal } from '../witnesses/witness-newest.ts'
import type { Witnesses } from '../witnesses/witnesses.ts'

/** A witnessed seal of version 3 without a draw. */
export type UndrawnSeal = {
  /** of the issue or event */
  id: string
  /** number of the issue, or name of the event */
  subject: string
  /** note verifier keys */
  witnesses: readonly string[]
  chain: string
  round: number
}

/** Asks the configured witnesses for the lines that they keep over seals without a draw, and stores them. */
export async function fetchKeptLines(
  db: Db,
  beacons: Beacons,
  witnesses: Pick<Witnesses, 'noteKeys' | 'verdicts' | 'settled'>,
): Promise<void> {
  const keys = witnesses.noteKeys.map(formatKey)
  for (const { index, roundMs, isOpen } of await sealsToShow(db, beacons, 0))
    if (!isOpen) witnesses.verdicts({ index, roundMs: roundMs - LEAD_MS }, keys)
  await witnesses.settled()
}

const KEEP = {
  name: 'lost_seal.keep',
  text: `insert into witnessed_seal (subject, witness, entry, note, signed_ms, index, inclusion) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict do nothing`,
}
const REFUSE = {
  name: 'lost_seal.refuse',
  text: `insert into refused_seal (log, subject, witness, why) values ($1, $2, $3, $4)
    on conflict (log, subject, witness) do update set why = excluded.why, told_at = business_now()`,
}

/** Numbers of issues and names of events that the lost stretch can have sealed. */
const UNSEALED = {
  name: 'lost_seal.unsealed',
  text: `select t.number as subject from issue i join issue_terms t using (issue_id)
    where i.status = 'sold_out' and i.log_rules >= 3 and t.grade = 'witnessed'
      and not exists (select from issue_seal s where s.issue_id = i.issue_id)
    union all
    select 'event ' || e.number from event e
    where e.status in ('open', 'closed') and e.log_rules >= 3 and e.grade = 'witnessed' and e.participants > 0
      and e.deadline_ms <= extract(epoch from business_now()) * 1000
    order by 1`,
}

/**
 * Asks the configured witnesses for seals that only the lost stretch of the current log has, of sold-out issues and of events after their
 * deadline, and stores them. What does not verify is written down as refused.
 */
export async function fetchKeptSeals(db: Db, witnesses: Pick<Witnesses, 'keptSeals'>): Promise<void> {
  const { log } = await currentLog(db)
  for (const { subject } of await db.query<{ subject: string }>(UNSEALED)) {
    for (const [witness, kept] of await witnesses.keptSeals(log, describeSubject(subject))) {
      if (!kept) continue
      if ('refused' in kept) {
        await db.query(REFUSE, [log, subject, witness, kept.refused])
        continue
      }
      const { entry, note, signedMs, index, inclusion } = kept
      await db.query(KEEP, [subject, witness, entry, note, signedMs, index, inclusion])
    }
  }
}

const REFUSED = {
  name: 'lost_seal.refused',
  text: `
    select log, case when subject like 'event %' then subject else 'issue ' || subject end as subject, split_part(witness, '+', 1) as witness,
      why, ${MS('told_at')}::float8 as at
    from refused_seal order by told_at desc, log desc, subject, witness limit 20`,
}

/** What a witness served as a seal that it keeps, and the server did not take. */
export type RefusedKept = { log: number; subject: string; witness: string; why: string; at: number }

/** The newest ones first. */
export function refusedSeals(db: Executor): Promise<RefusedKept[]> {
  return db.query<RefusedKept>(REFUSED)
}

const USED = {
  name: 'lost_seal.used',
  text: `
    select w.subject, w.witness, w.entry, w.note, w.signed_ms::float8 as "signedMs", w.index::float8 as index, w.inclusion,
      l.lost_at >= ${heldSince(106)} as "isPath"
    from lost_seal l join witnessed_seal w on w.entry = l.entry order by w.subject, w.witness`,
}

/** INV-18: every kept seal by which something is drawn is in a checkpoint that its witness signed. Run by the doctor. */
export async function checkKeptSeals(
  snapshot: Executor,
  { deployment, publicKey }: { deployment: string; publicKey: string },
): Promise<{ figure: string; breaches: number }> {
  const seals = await snapshot.query<StoredSeal & { isPath: boolean }>(USED)
  const broken = seals.filter(
    (seal) => (seal.isPath && seal.inclusion === null) || !isKeptSeal(seal, { deployment, publicKey }),
  )
  const names = broken.slice(0, 20).map(({ subject, witness }) => `${subject} of ${witness.split('+', 1)[0]}`)
  return {
    figure: names.length > 0 ? names.join(', ') : `${seals.length} kept seals`,
    breaches: broken.length,
  }
}

const IS_LOST = { name: 'lost_seal.find', text: 'select 1 from lost_seal where subject = $1' }

/**
 * Marks an issue or event as drawn by the seal of a lost log.
 * @param entry of the seal, where the log in this database does not have it
 */
export async function markLostSeal(tx: Tx, id: string, entry: string | null): Promise<void> {
  await tx.query('insert into lost_seal (subject, entry) values ($1, $2)', [id, entry])
}

/** Whether an issue or event is drawn by the seal of a log that was lost. */
export async function hasLostSeal(db: Executor, id: string): Promise<boolean> {
  return (await db.query(IS_LOST, [id])).length > 0
}

/**
 * Keeps what was sealed in the log that is being lost with a timely line of a witness, and what an earlier loss has kept. To be called
 * under the log's lock, before the new log begins.
 * @returns ids of those that are not refunded
 */
export async function keepLostSeals(
  tx: Tx,
  beacons: Beacons,
  seals: readonly UndrawnSeal[],
): Promise<string[]> {
  const kept: string[] = []
  for (const { id, subject, witnesses, chain, round } of seals) {
    const isKnown = await hasLostSeal(tx, id)
    const index = isKnown ? null : await sealIndex(tx, subject, 1)
    if (!isKnown && index === null) continue
    if (index !== null) {
      const beforeMs = roundTimeMs(round, beacons.of(chain).chain) - LEAD_MS
      if ((await linesOver(tx, { index, beforeMs }, witnesses)).signed.length === 0) continue
      await markLostSeal(tx, id, null)
    }
    kept.push(id)
  }
  return kept
}
