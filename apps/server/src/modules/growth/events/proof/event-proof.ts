/** The proof document of an event: all data that a verifier needs, and no data that identifies a member. */
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import { eventName } from '@fairlot/fairness/entries'
import { parseKey } from '@fairlot/fairness/note'
import { PROOF_VERSION, type EventLog, type EventProof } from '@fairlot/fairness/proof'
import type { EventProof3 } from '@fairlot/fairness/proof/version-3/documents'
import { Refusal } from '../../../../platform/refusal.ts'
import { issueLog, voidLog } from '../../../fair/index.ts'
import { findEvent, publishedTerms, type Event } from '../event-terms.ts'
import { readRows } from '../event-rows.ts'
import { proofOfEvent3, proofOfEventDraw3 } from './event-proof-3.ts'
import { beaconOf, stateOf, type EventProofOptions, type SealedState } from './event-proof-parts.ts'

/**
 * The proof of an event that is sealed, drawn or void. While no checkpoint covers the draw, the event is shown as sealed.
 * @throws Refusal NO_SUCH_DATA, NOT_SEALED (also while no checkpoint covers the entry of a void event, or when its log was lost)
 */
export async function proofOfEvent(
  options: EventProofOptions,
  number: string,
): Promise<EventProof | EventProof3> {
  const event = await findEvent(options.db, number)
  if (!event) throw new Refusal('NO_SUCH_DATA')
  if (event.rules === 3) return proofOfEvent3(options, event)
  if (event.status === 'void') {
    const log =
      event.openedMs === null ? null : await voidLog(options.db, eventName(number), options.writer.publicKey)
    if (!log) throw new Refusal('NOT_SEALED')
    return documentOf(options, event, { state: null, log, rows: [], drawn: false })
  }
  const state = await stateOf(options, event)
  const rows = await readRows(options.db, event)
  const log = state.entropy === null ? null : await logOf(options, event, state, true)
  return log
    ? documentOf(options, event, { state, log, rows, drawn: true })
    : documentOf(options, event, {
        state,
        log: await logOf(options, event, state, false),
        rows,
        drawn: false,
      })
}

/** The proof of a drawn event, for the doctor: its `log` is null while no checkpoint covers the draw. @throws Refusal as `proofOfEvent` */
export async function proofOfEventDraw(
  options: EventProofOptions,
  number: string,
): Promise<EventProof | EventProof3> {
  const event = await findEvent(options.db, number)
  if (!event) throw new Refusal('NO_SUCH_DATA')
  if (event.rules === 3) return proofOfEventDraw3(options, event)
  const state = await stateOf(options, event)
  if (state.entropy === null) throw new Refusal('NOT_SEALED')
  const rows = await readRows(options.db, event)
  const log = await logOf(options, event, state, true)
  return documentOf(options, event, { state, log, rows, drawn: true })
}

function logOf(
  { db, beacons, writer, witnesses }: EventProofOptions,
  event: Event,
  { round }: SealedState,
  drawn: boolean,
): Promise<EventLog | null> {
  const chain = event.chain === null ? null : beacons.of(event.chain).chain
  const named = event.witnesses?.flatMap((text) => parseKey(text) ?? []) ?? witnesses
  const logged = {
    number: eventName(event.number),
    of: 'event',
    chain,
    round,
    drawn,
    witnesses: named,
  } as const
  return issueLog(db, logged, writer.publicKey)
}

type Shown = { state: SealedState | null; log: EventLog | null; rows: EventProof['rows']; drawn: boolean }

function documentOf(
  options: EventProofOptions,
  event: Event,
  { state, log, rows, drawn }: Shown,
): EventProof {
  return {
    version: PROOF_VERSION,
    kind: 'event',
    // the name of the log that holds the event: after a loss it is not the current one
    deployment: (log && parseCheckpoint(log.checkpoint)?.deployment) ?? options.writer.deployment,
    terms: publishedTerms(event),
    rows,
    seal: state && sealOf(state),
    beacon: state && drawn ? beaconOf(options.beacons, event, state) : null,
    result: drawn && state?.entropy != null ? { entropy: state.entropy, winners: state.winners ?? [] } : null,
    log,
  }
}

function sealOf({
  participants,
  digest,
  sum,
  salt,
  sealedAt,
  round,
  attempt,
}: SealedState): EventProof['seal'] {
  return { orders: participants, digest, sum: String(sum), salt, sealedAt, round, attempt }
}
