/**
 * Seals of events that only the lost stretch of a log had, as mall/draws/adopt-seal.ts has them of issues. A witness keeps the entry that
 * it signed in time. When participants, salt and terms in this database give exactly that seal, the event is sealed by it: it was
 * published, and it is drawn in the members' favour.
 */
import { isDeepStrictEqual } from 'node:util'
import { roundFor, roundTimeMs } from '@fairlot/fairness/beacon'
import { readEventSeal3 } from '@fairlot/fairness/proof/version-3/seals'
import type { EventSeal3 } from '@fairlot/fairness/proof/version-3/types'
import type { Tx } from '../../../../platform/db.ts'
import { LEAD_MS, markLostSeal, type Beacons, type Salts } from '../../../fair/index.ts'
import type { FallenEntry } from '../friends.ts'
import { lockEvent, type Event } from '../event-terms.ts'
import { findLeftOut, leaveOut, outOf } from './left-out.ts'
import { sealContentOf } from './seal-event.ts'

export type AdoptEventOptions = { salts: Salts; beacons: Beacons }

type Kept = { eventId: string; entry: string; signedMs: bigint }

/** What named witnesses keep of events that are not sealed here. */
const KEPT = `
  select e.event_id as "eventId", k.entry, k.signed_ms as "signedMs"
  from event e join witnessed_seal k on k.subject = 'event ' || e.number and k.witness = any (e.witnesses)
  where e.status in ('open', 'closed') and e.log_rules >= 3 and e.grade = 'witnessed' and k.inclusion is not null order by e.event_id, k.witness`

/** The lost stretch can have closed it, too. */
const CLOSE = `update event set status = 'closed', changes = changes + 1 where event_id = $1 and status = 'open'`
const SEAL = `
  insert into event_seal (event_id, participants, digest, sum, salt, sealed_ms, round) values ($1, $2, $3, $4, $5, $6, $7)`
const SEALED = `
  update event set status = 'sealed', left_out = $2, looked_at = case when recheck then business_now() end, changes = changes + 1
  where event_id = $1`

/** Seals by kept entries what they fit, in the transaction that starts the new log and holds the locks of the events. */
export async function adoptEventSeals(tx: Tx, options: AdoptEventOptions): Promise<void> {
  for (const kept of await tx.query<Kept>(KEPT)) {
    const event = await lockEvent(tx, kept.eventId)
    // another witness keeps the same seal
    if (event.status === 'sealed') continue
    const left = await findLeftOut(tx, event)
    const seal = await fittingSeal(tx, options, event, { ...kept, left })
    if (!seal) continue
    const { eventId, entry } = kept
    const { orders, digest, sum, salt, sealedAt, round } = seal
    await markLostSeal(tx, eventId, entry)
    await leaveOut(tx, event, left)
    await tx.query(CLOSE, [eventId])
    await tx.query(SEAL, [eventId, orders, digest, sum, salt, sealedAt, round])
    await tx.query(SEALED, [eventId, left.length])
  }
}

/** Null: the entry is not the seal of these participants and of who is left out of them, or its line was not made in time. */
async function fittingSeal(
  tx: Tx,
  { salts, beacons }: AdoptEventOptions,
  event: Event,
  { entry, signedMs, left }: Kept & { left: readonly FallenEntry[] },
): Promise<EventSeal3 | null> {
  const { chain: hash, delay, number, participants, deadlineMs } = event
  if (hash === null || delay === null || participants === 0) return null
  const { t: _, event: named, at: __, ...fields } = JSON.parse(entry) as Record<string, unknown>
  const seal = readEventSeal3(fields, 'witnessed')
  const { chain } = beacons.of(hash)
  const round = roundFor(seal.sealedAt, delay, chain)
  const isInTime = Number(signedMs) < roundTimeMs(round, chain) - LEAD_MS
  if (named !== number || seal.round !== round || !isInTime || seal.sealedAt < deadlineMs) return null
  const content = await sealContentOf({ db: tx, salts }, event)
  const isSame =
    seal.orders === content.participants &&
    seal.digest === content.digest &&
    seal.sum === String(content.sum) &&
    seal.salt === content.salt &&
    isDeepStrictEqual(seal.out, outOf(left).out)
  return isSame ? seal : null
}
