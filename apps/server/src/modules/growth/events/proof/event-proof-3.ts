/** The proof document of an event of version 3. */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import type { Content } from '@fairlot/fairness/content'
import { eventName } from '@fairlot/fairness/entries'
import { formatKey } from '@fairlot/fairness/note'
import { PROOF_VERSION_3 } from '@fairlot/fairness/proof/types'
import type { EventProof3, ProofLog3 } from '@fairlot/fairness/proof/version-3/documents'
import type { LostPart } from '@fairlot/fairness/proof/version-3/lost'
import { Refusal } from '../../../../platform/refusal.ts'
import { lostLog3, subjectLog3, type LoggedSubject3 } from '../../../fair/index.ts'
import { readClaimedRows } from '../event-rows.ts'
import { publishedTerms3, type Event } from '../event-terms.ts'
import { eventTitles } from '../steps/open-event.queries.ts'
import { beaconOf, stateOf, type EventProofOptions, type SealedState } from './event-proof-parts.ts'

type Lost = EventProof3 & { readonly lost: LostPart }

const MAX_WITNESSES = 16

/** As `proofOfEvent`. @throws Refusal NOT_SEALED */
export async function proofOfEvent3(options: EventProofOptions, event: Event): Promise<EventProof3 | Lost> {
  if (event.status === 'void') return voidProof(options, event)
  const state = await stateOf(options, event)
  const rows = await readClaimedRows(options.db, event)
  if (state.entropy !== null) {
    const log = await logOf(options, event, state, 'drawn')
    if (log) return documentOf(options, event, { state, rows, isDrawn: true, log })
    const lost = await lostProof(options, event, { state, rows })
    if (lost) return lost
  }
  const log = await logOf(options, event, state, 'sealed')
  return documentOf(options, event, { state, rows, isDrawn: false, log })
}

/** The proof of a drawn event, for the doctor: its `log` is null while no checkpoint covers the draw. @throws Refusal NOT_SEALED */
export async function proofOfEventDraw3(
  options: EventProofOptions,
  event: Event,
): Promise<EventProof3 | Lost> {
  const state = await stateOf(options, event)
  if (state.entropy === null) throw new Refusal('NOT_SEALED')
  const rows = await readClaimedRows(options.db, event)
  const log = await logOf(options, event, state, 'drawn')
  const lost = log ? null : await lostProof(options, event, { state, rows })
  return lost ?? documentOf(options, event, { state, rows, isDrawn: true, log })
}

/** The document of a draw whose log was lost after the seal; null: it is not one, or the way to it cannot be shown. */
async function lostProof(
  options: EventProofOptions,
  event: Event,
  { state, rows }: Pick<EventProof3, 'rows'> & { state: SealedState },
): Promise<Lost | null> {
  const found = await lostLog3(options.db, subjectOf(options, event, state, 'drawn'), options.writer)
  if (!found) return null
  const { deployment, log, lost } = found
  return { ...(await documentOf(options, event, { state, rows, isDrawn: true, log })), deployment, lost }
}

async function voidProof(options: EventProofOptions, event: Event): Promise<EventProof3> {
  if (event.openedMs === null) throw new Refusal('NOT_SEALED')
  const log = await logOf(options, event, null, 'void')
  if (!log) throw new Refusal('NOT_SEALED')
  return documentOf(options, event, { state: null, rows: [], isDrawn: false, log })
}

const logOf = (...[options, ...about]: Parameters<typeof subjectOf>): Promise<ProofLog3 | null> =>
  subjectLog3(options.db, subjectOf(options, ...about), options.writer.publicKey)

function subjectOf(
  { beacons, witnesses: configured }: EventProofOptions,
  { number, chain, grade, witnesses }: Event,
  state: SealedState | null,
  shows: 'sealed' | 'drawn' | 'void',
): LoggedSubject3 {
  const round = state?.round ?? null
  return {
    name: eventName(number),
    of: 'event',
    shows,
    isWitnessed: grade === 'witnessed',
    roundMs: chain === null || round === null ? null : roundTimeMs(round, beacons.of(chain).chain),
    isFavour: shows === 'drawn' && state?.favour === true,
    witnesses: witnesses ?? configured.slice(0, MAX_WITNESSES).map(formatKey),
  }
}

type Shown = Pick<EventProof3, 'rows' | 'log'> & { state: SealedState | null; isDrawn: boolean }

async function documentOf(
  options: EventProofOptions,
  event: Event,
  { state, rows, isDrawn, log }: Shown,
): Promise<EventProof3> {
  const { beacons, writer } = options
  return {
    version: PROOF_VERSION_3,
    kind: 'event',
    // the name of the log that holds the event: after a loss it is not the current one
    deployment: (log && parseCheckpoint(log.checkpoint)?.deployment) ?? writer.deployment,
    content: await contentOf(options, event),
    terms: publishedTerms3(event),
    rows,
    seal: state && sealOf(state),
    beacon: state && isDrawn ? beaconOf(beacons, event, state) : null,
    result:
      isDrawn && state?.entropy != null
        ? { entropy: state.entropy, winners: state.winners ?? [], favour: state.favour === true }
        : null,
    log,
  }
}

/** The titles that it opened with, which nobody can change. */
async function contentOf({ db }: EventProofOptions, { eventId }: Event): Promise<Content> {
  const titles = await eventTitles(db, eventId)
  const texts = Object.fromEntries(
    titles.map(({ language, title }) => [language, { title, description: '' }]),
  )
  return { art: null, texts, pictures: [] }
}

function sealOf({ participants, digest, sum, salt, sealedAt, round, out }: SealedState): EventProof3['seal'] {
  const seal = { orders: participants, digest, sum: String(sum), salt, sealedAt, round }
  return out.length === 0 ? seal : { ...seal, out }
}
