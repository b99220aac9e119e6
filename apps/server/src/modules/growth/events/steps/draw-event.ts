/**
 * The draw of a sealed event. Seal and beacon round determine the winners. The primary key of `event_draw` permits one draw per event.
 * What the prizes do not need goes back to the marketing account: what rounding leaves, and prizes without a winner.
 */
import { drawEntropy } from '@fairlot/fairness/draw'
import { eventName } from '@fairlot/fairness/entries'
import { drawWinners } from '@fairlot/fairness/events'
import type { Db, Tx } from '../../../../platform/db.ts'
import { drawnRound, type Beacons, type LogWriter } from '../../../fair/index.ts'
import { transfer } from '../../../ledger/index.ts'
import { eventBook } from '../event-book.ts'
import { lockEvent, type Event } from '../event-terms.ts'

export type DrawEventOptions = { db: Db; beacons: Beacons; writer: LogWriter }

type SealedEvent = Pick<Event, 'number' | 'winners' | 'chain'> & {
  digest: string
  salt: string
  round: number | null
  participants: number
  attempt: number
  isWitnessed: boolean
  /** the witness that signed this attempt first, in time; null: none has */
  witness: string | null
}

const SEALED = {
  name: 'event_draw.read',
  text: `
select e.number, e.winners, e.chain, seal.digest, seal.salt, seal.round::float8 as round, seal.participants, seal.attempt,
  e.grade = 'witnessed' as "isWitnessed",
  (select c.witness from event_cosignature c where c.event_id = seal.event_id and c.attempt = seal.attempt
   order by c.signed_ms, c.witness limit 1) as witness
from event e join event_last_seal seal using (event_id) where e.event_id = $1 and e.status = 'sealed'`,
}

const DRAW = {
  name: 'event_draw.write',
  text: `insert into event_draw (event_id, signature, beacon, entropy, winners, attempt, witness, drawn_at)
    values ($1, $2, $3, $4, $5, $6, $7, date_trunc('milliseconds', business_now()))
    on conflict (event_id) do nothing returning event_id`,
}
const DRAWN = {
  name: 'event_draw.status',
  text: `update event set status = 'drawn', changes = changes + 1 where event_id = $1 and status = 'sealed'`,
}

/**
 * Draws an event when a checkpoint covers its seal and its beacon round is published. False: it waits for one of them or for a
 * witness, is not sealed, or is drawn already.
 * @throws Error when the beacon's signature does not verify; LogHalted; LogRefused
 */
export async function drawEvent(
  { db, beacons, writer }: DrawEventOptions,
  eventId: string,
): Promise<boolean> {
  const [sealed] = await db.query<SealedEvent>(SEALED, [eventId])
  if (!sealed || (sealed.isWitnessed && sealed.witness === null)) return false
  const { number, winners: wanted, participants, digest, salt, round, attempt, witness } = sealed
  if (!(await writer.covers(db, 'event-seal', eventName(number)))) return false
  // the mark covers the seal before anything is drawn: an older copy, put back later, cannot seal and draw again
  await writer.standing.keep(db)
  const drawn = await drawnRound(beacons, `event ${number}`, sealed)
  if (!drawn) return false
  const { signature, beacon, publishedMs } = drawn
  const entropy = drawEntropy({ salt, issue: number, digest, round, beacon })
  const winners = drawWinners(entropy, participants, wanted)
  return db.tx(async (tx) => {
    // before the lock of the event: nothing of the draw happens unless the log takes its entry
    await writer.lock(tx)
    const event = await lockEvent(tx, eventId)
    if (event.status !== 'sealed') return false
    const values = [eventId, signature, beacon, entropy, winners, attempt, witness]
    if ((await tx.query(DRAW, values)).length === 0) return false
    await tx.query(DRAWN, [eventId])
    await returnRest(tx, event, winners.length)
    const entry = { event: number, round, beacon, entropy, winners, at: publishedMs }
    await writer.append(tx, { t: 'event-draw', ...entry })
    return true
  })
}

/** Leaves the prizes in the book. */
async function returnRest(tx: Tx, { eventId, pool, prize }: Event, winners: number): Promise<void> {
  const rest = pool - prize * BigInt(winners)
  if (rest > 0n) await returnToHouse(tx, eventId, eventId, rest)
}

/** Gives an amount of the book back to the account that funded it. @param ref the event, or the entry whose prize it is */
export async function returnToHouse(tx: Tx, eventId: string, ref: string, amount: bigint): Promise<void> {
  const from = { book: eventBook, key: eventId }
  await transfer(tx, { ref, kind: 'event_back', from, to: { house: 'marketing' }, amount })
}
