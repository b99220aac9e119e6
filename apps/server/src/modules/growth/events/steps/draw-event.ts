/**
 * The draw of a sealed event. Seal and beacon round determine the winners. The primary key of `event_draw` permits one draw per event.
 * What the prizes do not need goes back to the marketing account: what rounding leaves, and prizes without a winner. A draw in the
 * members' favour moves what the others get from the guarantee into the book of the event; every draw frees what its seal bound there.
 */
import { drawEntropy } from '@fairlot/fairness/draw'
import { eventName } from '@fairlot/fairness/entries'
import { drawWinners } from '@fairlot/fairness/events'
import { eventFavour } from '@fairlot/fairness/favour'
import type { Db, Tx } from '../../../../platform/db.ts'
import { drawnRound, hasLostSeal, type Beacons, type LogWriter } from '../../../fair/index.ts'
import { freeGuarantee, transfer } from '../../../ledger/index.ts'
import { eventBook } from '../event-book.ts'
import { lockEvent, type Event } from '../event-terms.ts'
import { BY_LOST_SEAL, vouchedFor, type DrawVouching, type VouchedOptions } from './vouched-event.ts'

export type DrawEventOptions = VouchedOptions & { db: Db; beacons: Beacons; writer: LogWriter }

type SealedEvent = Pick<Event, 'number' | 'winners' | 'chain' | 'rules' | 'witnesses' | 'quorum'> & {
  digest: string
  salt: string
  round: number | null
  participants: number
  attempt: number
  isWitnessed: boolean
  /** who is left out, ascending */
  out: readonly number[]
  /** in version 2, the witness that signed this attempt first, in time; null: none has */
  witness: string | null
}

const SEALED = {
  name: 'event_draw.read',
  text: `
select e.number, e.winners, e.chain, e.log_rules as rules, e.witnesses, e.quorum, seal.digest, seal.salt, seal.round::float8 as round, seal.participants, seal.attempt,
  e.grade = 'witnessed' as "isWitnessed",
  array(select l.seq from event_left_out l where l.event_id = e.event_id order by l.seq) as out,
  (select c.witness from event_cosignature c where c.event_id = seal.event_id and c.attempt = seal.attempt
   order by c.signed_ms, c.witness limit 1) as witness
from event e join event_last_seal seal using (event_id) where e.event_id = $1 and e.status = 'sealed'`,
}

const DRAW = {
  name: 'event_draw.write',
  text: `insert into event_draw (event_id, signature, beacon, entropy, winners, attempt, witness, favour, after_loss, drawn_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, date_trunc('milliseconds', business_now()))
    on conflict (event_id) do nothing returning event_id`,
}
const DRAWN = {
  name: 'event_draw.status',
  text: `update event set status = 'drawn', shared = $2, changes = changes + 1 where event_id = $1 and status = 'sealed'`,
}

/**
 * Draws an event when a checkpoint covers its seal and its beacon round is published. False: it waits for one of them or for its
 * witnesses, is not sealed, or is drawn already.
 * @throws Error when the beacon's signature does not verify; LogHalted; LogRefused
 */
export async function drawEvent(options: DrawEventOptions, eventId: string): Promise<boolean> {
  const { db, beacons, writer } = options
  const [sealed] = await db.query<SealedEvent>(SEALED, [eventId])
  if (!sealed || (sealed.rules === 2 && sealed.isWitnessed && sealed.witness === null)) return false
  const { number, winners: wanted, participants, out, digest, salt, round, attempt, witness } = sealed
  const isLost = await hasLostSeal(db, eventId)
  if (!isLost && !(await writer.covers(db, 'event-seal', eventName(number)))) return false
  // the mark covers the seal before anything is drawn: an older copy, put back later, cannot seal and draw again
  await writer.standing.keep(db)
  // first, as a round that passes without its witnesses stops other seals, also while its signature has not arrived
  const vouched = isLost ? BY_LOST_SEAL : await vouchedFor(options, sealed)
  const drawn = vouched && (await drawnRound(beacons, `event ${number}`, sealed))
  if (!drawn) return false
  const { signature, beacon, publishedMs } = drawn
  const entropy = drawEntropy({ salt, issue: number, digest, round, beacon })
  const winners = drawWinners(entropy, participants, wanted, out)
  return db.tx(async (tx) => {
    // before the lock of the event: nothing of the draw happens unless the log takes its entry
    await writer.lock(tx)
    const event = await lockEvent(tx, eventId)
    if (event.status !== 'sealed') return false
    const by = event.rules === 3 ? null : witness
    const values = [eventId, signature, beacon, entropy, winners, attempt, by, vouched.favour, isLost]
    if ((await tx.query(DRAW, values)).length === 0) return false
    await tx.query(DRAWN, [eventId, vouched.favour])
    await returnRest(tx, event, winners.length)
    if (event.quorum !== null) await settleGuarantee(tx, event, vouched, winners.length)
    const entry = { event: number, round, beacon, entropy, winners, at: publishedMs }
    const stated = event.rules === 3 ? { ...entry, signature, ...statedOf(vouched) } : entry
    await writer.append(tx, { t: 'event-draw', ...stated })
    return true
  })
}

const statedOf = ({ lines, favour }: DrawVouching) => ({ lines, ...(favour && { favour }) })

/** Frees what the seal bound. In favour, what the others get is set aside in the book of the event at once. */
async function settleGuarantee(
  tx: Tx,
  { eventId, pool, participants, leftOut }: Event,
  { favour }: DrawVouching,
  winners: number,
): Promise<void> {
  await freeGuarantee(tx, eventId)
  const amount = favour ? eventFavour(pool, participants - leftOut - winners) : 0n
  if (amount === 0n) return
  const to = { book: eventBook, key: eventId }
  await transfer(tx, { ref: eventId, kind: 'event_guarantee', from: { house: 'guarantee' }, to, amount })
}

/** Leaves the prizes in the book. */
async function returnRest(tx: Tx, { eventId, pool, prize }: Event, winners: number): Promise<void> {
  const rest = pool - prize * BigInt(winners)
  if (rest > 0n) await returnToHouse(tx, eventId, { ref: eventId, amount: rest })
}

/** Gives an amount of the book back to the account that it came from. @param back `ref`: the event, or the entry whose prize or share it is */
export async function returnToHouse(
  tx: Tx,
  eventId: string,
  { ref, amount, to = 'marketing' }: { ref: string; amount: bigint; to?: 'marketing' | 'guarantee' },
): Promise<void> {
  const from = { book: eventBook, key: eventId }
  await transfer(tx, { ref, kind: 'event_back', from, to: { house: to }, amount })
}
