/** Statements that make and open events. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { FLOOR_MS, type Executor, type Tx } from '../../../../platform/db.ts'
import type { Sealed } from '../../../../platform/sealing.ts'
import type { VouchingColumns } from '../../../fair/index.ts'
import type { NewEvent } from './open-event.ts'

const NOW = { name: 'event.now', text: `select ${FLOOR_MS('business_now()')}::float8 as ms` }

/** Business time in Unix milliseconds. */
export async function businessNowMs(db: Executor): Promise<number> {
  const [row] = await db.query<{ ms: number }>(NOW)
  return row!.ms
}

/** The place of the next event. The caller holds the log's lock. */
export async function nextSequence(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ next: number }>('select coalesce(max(sequence), 0) + 1 as next from event')
  return row!.next
}

type InsertedEvent = Omit<NewEvent, 'opensMs'> & {
  eventId: string
  number: string
  sequence: number
  opensMs: number
  utcOffset: number
  commitment: string
  /** the encrypted salt */
  sealed: Sealed
  chain: string | null
  delay: number | null
  demo: boolean
  /** version of the log's rules */
  rules: 2 | 3
} & VouchingColumns

/** Inserts a scheduled event with its titles and its salt. */
export async function insertEvent(tx: Tx, event: InsertedEvent): Promise<void> {
  const { eventId, titles, sealed, by } = event
  await tx.query(
    `insert into event (event_id, number, sequence, pool, winners, friends, top_up, opens_ms, deadline_ms, grade, utc_offset, commitment,
       chain, delay, witnesses, demo, requested_by, approved_by, approval_id, log_rules,
       own_witnesses, quorum, recheck, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, business_now())`,
    [
      eventId,
      event.number,
      event.sequence,
      event.pool,
      event.winners,
      event.friends,
      event.topUp,
      event.opensMs,
      event.deadlineMs,
      event.grade,
      event.utcOffset,
      event.commitment,
      event.chain,
      event.delay,
      event.witnesses,
      event.demo,
      by?.requestedBy ?? null,
      by?.approvedBy ?? null,
      by?.approvalId ?? null,
      event.rules,
      event.ownWitnesses,
      event.quorum,
      // what opens today looks at friends again
      event.rules === 3,
    ],
  )
  await tx.query(
    `insert into event_text (event_id, language, title)
     select $1, language, title from unnest($2::text[], $3::text[]) as t(language, title)`,
    [eventId, titles.map(({ language }) => language), titles.map(({ title }) => title)],
  )
  await tx.query('insert into event_secret (event_id, salt, key_id) values ($1, $2, $3)', [
    eventId,
    sealed.bytes,
    sealed.keyId,
  ])
}

export function eventTitles(
  db: Executor,
  eventId: string,
): Promise<{ language: OfferedLanguage; title: string }[]> {
  return db.query('select language, title from event_text where event_id = $1 order by language', [eventId])
}

/** @param hash of the content that the event opens with */
export async function insertEventContent(tx: Tx, eventId: string, hash: string): Promise<void> {
  await tx.query('insert into event_content (event_id, hash) values ($1, $2)', [eventId, hash])
}

/** @param openedMs Unix milliseconds */
export async function markOpened(tx: Tx, eventId: string, openedMs: number): Promise<void> {
  await tx.query(
    `update event set status = 'open', opened_ms = $2, changes = changes + 1 where event_id = $1 and status = 'scheduled'`,
    [eventId, openedMs],
  )
}
