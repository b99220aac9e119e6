/**
 * What a round of grade witnessed waits for. It is sealed while one of its witnesses answers. It gets its result when one of
 * them has signed the seal before the beacon round. When none has, and all of them say so or do not answer for long, the
 * round is void: rounds are short, so there is no second attempt.
 */
import { roundTimeMs } from '@fairlot/fairness/beacon'
import type { Db, Executor } from '../../../platform/db.ts'
import { roundSealIndex, signaturesInTime, type Beacons, type Witnesses } from '../../fair/index.ts'
import type { LiveRound } from './rounds.queries.ts'
import { voidRound, type VoidOptions } from './void-round.ts'

export type WitnessRoundOptions = VoidOptions & {
  db: Db
  beacons: Beacons
  askWitnesses: Witnesses
  /** how long a witness that does not answer is waited for, milliseconds */
  witnessPatienceMs: () => number
}

export type WitnessedStep = 'signed' | 'void' | 'nothing'

/** Collects the signatures over a seal. Without one in time the round becomes void. */
export async function attendRound(
  options: WitnessRoundOptions,
  round: LiveRound,
  nowMs: number,
): Promise<WitnessedStep> {
  const { db, beacons, askWitnesses } = options
  const { witnesses, beaconRound } = round
  if (witnesses === null || beaconRound === null) return 'nothing'
  const roundMs = roundTimeMs(beaconRound, beacons.of(round.beaconChain).chain)
  const index = await roundSealIndex(db, round.game, round.period)
  if (index === null) return 'nothing'
  const seal = { index, roundMs }
  const found = await signaturesInTime(db, seal, witnesses)
  if (found.length > 0) return (await keepSignatures(db, round, found, roundMs)) ? 'signed' : 'nothing'
  if (nowMs < roundMs) return 'nothing'
  const verdicts = [...askWitnesses.verdicts(seal, witnesses).values()]
  if (verdicts.includes('in-time')) return 'nothing'
  if (verdicts.includes('unknown') && nowMs - roundMs < options.witnessPatienceMs()) return 'nothing'
  const isUnsigned = async (tx: Executor) => (await signaturesInTime(tx, seal, witnesses)).length === 0
  return (await voidRound(options, round, 'unsigned', isUnsigned)) ? 'void' : 'nothing'
}

const KEEP = {
  name: 'round.signatures',
  text: `
insert into round_cosignature (round_id, witness, size, signed_ms, round_ms)
select $1, found.witness, found.size, found.signed_ms, $5
from unnest($2::text[], $3::bigint[], $4::bigint[]) as found(witness, size, signed_ms)
on conflict (round_id, witness) do nothing
returning witness`,
}

async function keepSignatures(
  db: Db,
  { roundId }: LiveRound,
  found: readonly { witness: string; size: number; signedAtMs: number }[],
  roundMs: number,
): Promise<boolean> {
  const values = [
    roundId,
    found.map(({ witness }) => witness),
    found.map(({ size }) => size),
    found.map(({ signedAtMs }) => signedAtMs),
    roundMs,
  ]
  return (await db.query(KEEP, values)).length > 0
}
