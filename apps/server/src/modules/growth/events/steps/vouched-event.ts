/** Who vouches for the draw of an event of version 3: nobody needs to, a quorum of its witnesses, or too few of them. */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { eventName } from '@fairlot/fairness/entries'
import type { Db } from '../../../../platform/db.ts'
import {
  holdWitnessed,
  sealIndex,
  vouchingFor,
  wasHeldSince,
  type Beacons,
  type LogWriter,
  type Witnesses,
} from '../../../fair/index.ts'
import type { Event } from '../event-terms.ts'
import { nowAndSettled } from './events.queries.ts'

export type VouchedOptions = {
  db: Db
  beacons: Beacons
  writer: Pick<LogWriter, 'hold'>
  askWitnesses: Pick<Witnesses, 'verdicts'>
  /** how long a witness that does not answer is waited for after the round, milliseconds */
  witnessPatienceMs: () => number
  /** when this process began to ask the witnesses of an event, by number: after a stop it has not asked them yet */
  askedSince?: Map<string, number> | undefined
  log: Record<'warn' | 'error', (fields: object, message: string) => void>
}

export type DrawVouching = {
  /** the signed notes that the draw's entry states; null unless the event is witnessed and of version 3 */
  lines: readonly string[] | null
  favour: boolean
}

/** The new log cannot show who signed the seal of a lost one. */
export const BY_LOST_SEAL: DrawVouching = { lines: [], favour: true }

const UNWITNESSED: DrawVouching = { lines: null, favour: false }

type Sealed = Pick<Event, 'number' | 'rules' | 'chain' | 'witnesses' | 'quorum'> & {
  round: number | null
}

/** Null: the draw waits. The first look after a round that too few witnesses signed stops all seals of witnessed issues and events. */
export async function vouchedFor(
  options: VouchedOptions,
  { number, rules, chain, round, witnesses, quorum }: Sealed,
): Promise<DrawVouching | null> {
  if (rules === 2 || chain === null || round === null || witnesses === null || quorum === null)
    return UNWITNESSED
  const { db, beacons, askWitnesses, witnessPatienceMs, log } = options
  const index = await sealIndex(db, eventName(number), 1)
  if (index === null) throw new Error(`the seal of event ${number} is not in the log`)
  const roundMs = roundTimeMs(round, beacons.of(chain).chain)
  const { nowMs, settledMs } = await nowAndSettled(db)
  const times = { nowMs: askedUntil(options, number, roundMs, settledMs), patienceMs: witnessPatienceMs() }
  const { state, lines } = await vouchingFor(db, askWitnesses, { index, roundMs, witnesses, quorum }, times)
  if (state === 'quorum') return { lines: lines.notes, favour: false }
  if (nowMs >= roundMs) await beginHold(options, number, roundMs)
  if (state === 'waits') return null
  const signed = lines.signed.length
  log.warn(
    { event: number, signed, quorum },
    'too few witnesses signed the seal of an event in time: it is drawn in favour',
  )
  return { lines: lines.notes, favour: true }
}

/** The time that counts for the patience: confirmed by later looks at the clock, and since this process asks. */
function askedUntil(
  { askedSince }: VouchedOptions,
  number: string,
  roundMs: number,
  settledMs: number,
): number {
  if (settledMs < roundMs) return settledMs
  const since = askedSince?.get(number) ?? settledMs
  askedSince?.set(number, since)
  return roundMs + settledMs - since
}

/** Begins the stop, unless one is open or ended after this round: then operators have known of it. */
async function beginHold(
  { db, writer, log }: VouchedOptions,
  number: string,
  roundMs: number,
): Promise<void> {
  if (await wasHeldSince(db, roundMs)) return
  const began = await db.tx(async (tx) => {
    // seals look for it under the same lock
    await writer.hold(tx)
    if (await wasHeldSince(tx, roundMs)) return false
    await holdWitnessed(tx, eventName(number))
    return true
  })
  if (began)
    log.error(
      { alarm: 'witness', event: number },
      'too few witnesses signed a seal in time; nothing witnessed is sealed until two operators release it',
    )
}
