/** What the proof documents of events of all versions are made of. */
import type { NoteKey } from '@fairlot/fairness/note'
import type { EventProof } from '@fairlot/fairness/proof'
import type { Executor } from '../../../../platform/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import type { Beacons, LogWriter } from '../../../fair/index.ts'
import type { Event } from '../event-terms.ts'

export type EventProofOptions = {
  db: Executor
  beacons: Beacons
  /** gives deployment and key */
  writer: Pick<LogWriter, 'deployment' | 'publicKey'>
  /** the configured witnesses, whose lines proofs carry; a witnessed event has the witnesses of its opening */
  witnesses: readonly NoteKey[]
}

export type SealedState = {
  participants: number
  digest: string
  sum: bigint
  salt: string
  sealedAt: number
  round: number | null
  attempt: number
  signature: string | null
  /** null before the draw */
  entropy: string | null
  winners: readonly number[] | null
  favour: boolean | null
  /** who is left out, ascending */
  out: readonly number[]
}

const STATE = {
  name: 'event_proof.state',
  text: `
select s.participants, s.digest, s.sum, s.salt, s.sealed_ms::float8 as "sealedAt", s.round::float8 as round, s.attempt, d.signature,
  d.entropy, d.winners, d.favour, array(select l.seq from event_left_out l where l.event_id = s.event_id order by l.seq) as out
from event_last_seal s left join event_draw d using (event_id) where s.event_id = $1`,
}

/** @throws Refusal NOT_SEALED */
export async function stateOf(
  { db }: Pick<EventProofOptions, 'db'>,
  { eventId }: Pick<Event, 'eventId'>,
): Promise<SealedState> {
  const [state] = await db.query<SealedState>(STATE, [eventId])
  if (!state) throw new Refusal('NOT_SEALED')
  return state
}

export function beaconOf(
  beacons: Beacons,
  { chain }: Pick<Event, 'chain'>,
  { round, signature }: SealedState,
): EventProof['beacon'] {
  if (chain === null || round === null || signature === null) return null
  const beacon = beacons.of(chain)
  const part = { chain, round, signature }
  return beacon.local ? { ...part, publicKey: beacon.chain.publicKey } : part
}
