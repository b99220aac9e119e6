/** The beacon rounds of draws: which round a seal selects, which rounds are published, and their signatures. */
import { beaconOf, roundTimeMs } from '@fairlot/fairness/beacon'
import { verifyRound } from '@fairlot/fairness/signatures/bls'
import type { Beacons } from './beacon.ts'

/**
 * The beacon round of a seal made at `sealed.ms` by the terms of `terms`. @param genesis, period SQL parameters of the chain
 */
export const ROUND_OF_SEAL = (genesis: string, period: string) =>
  `greatest(1, ceil((ceil(sealed.ms / 1000.0) + terms.delay - ${genesis}::numeric) / ${period}::numeric) + 1)::bigint`

/** The published rounds among those that draws need, by configured chain. The beacon then waits for the others. */
export async function findArrivedRounds(
  needed: readonly { chain: string | null; round: bigint | number | null }[],
  beacons: Beacons,
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  const wanted = new Map<string, number[]>()
  for (const { chain, round } of needed) {
    if (chain === null || round === null) continue
    const known = wanted.get(chain)
    if (known) known.push(Number(round))
    else wanted.set(chain, [Number(round)])
  }
  const arrived = new Map<string, ReadonlySet<number>>()
  for (const [chain, rounds] of wanted) {
    const beacon = beacons.find(chain)
    if (beacon) arrived.set(chain, await beacon.arrived(rounds))
  }
  return arrived
}

/** `beacon` is B, hex. `publishedMs`: the time of the round, before which the log dates no draw; 0 without a beacon. */
export type DrawnRound = { signature: string | null; beacon: string | null; publishedMs: number }

/**
 * The verified round of a draw. Null: it is not published yet.
 * @param what names the draw in messages
 * @throws Error when the signature is not the beacon's
 */
export async function drawnRound(
  beacons: Beacons,
  what: string,
  { chain, round }: { chain: string | null; round: number | null },
): Promise<DrawnRound | null> {
  if (chain === null || round === null) return { signature: null, beacon: null, publishedMs: 0 }
  const beacon = beacons.of(chain)
  const signature = await beacon.signature(round)
  if (signature === null) return null
  if (!verifyRound(beacon.chain, round, signature))
    throw new Error(`${what}: the signature of round ${round} is not the beacon's`)
  return { signature, beacon: beaconOf(signature), publishedMs: roundTimeMs(round, beacon.chain) }
}
