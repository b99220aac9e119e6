/**
 * Beacons, the sources of draws' random rounds. The public beacon is in drand.ts. The local beacon of a sandbox
 * (`beacon-local`) signs rounds itself, with the same scheme and rounds, so that everything works without a network.
 */
import { type Chain, roundTimeMs } from '@fairlot/fairness/beacon'
import { localChain, signRound, verifyRound } from '@fairlot/fairness/signatures/bls'
import { fromHex } from '@fairlot/fairness/bytes'

export type Beacon = {
  readonly chain: Chain
  /** whether the house holds the key; then every proof contains the public key */
  readonly local: boolean
  /** Filters rounds: returns those available now. The beacon waits for the others, including future ones. */
  arrived(rounds: readonly number[]): Promise<ReadonlySet<number>>
  /** Whether a round that lay ahead of the clock was seen in the last minutes. Nothing is sealed then. */
  isClockBehind(): Promise<boolean>
  /** The verified signature of a round (hex); null when it is not available, and the beacon waits for it. */
  signature(round: number): Promise<string | null>
}

/** The beacons that issues may name: new issues use `current`, older ones keep theirs. */
export type Beacons = {
  readonly current: Beacon
  find(chain: string): Beacon | undefined
  /** By chain hash. @throws Error when this deployment has no such beacon */
  of(chain: string): Beacon
}

/**
 * @param secretKey 32 bytes hex
 * @param businessNow business time in Unix milliseconds; the beacon signs no round before its time
 */
export function localBeacon(secretKey: string, businessNow: () => Promise<number>): Beacon {
  fromHex(secretKey, 32)
  const chain = localChain(secretKey)
  return {
    chain,
    local: true,
    // it signs by this clock
    isClockBehind: () => Promise.resolve(false),
    async arrived(rounds) {
      const now = await businessNow()
      return new Set(rounds.filter((round) => roundTimeMs(round, chain) <= now))
    },
    async signature(round) {
      if ((await businessNow()) < roundTimeMs(round, chain)) return null
      const signature = signRound(secretKey, round)
      if (!verifyRound(chain, round, signature)) throw new Error(`round ${round} does not verify`)
      return signature
    },
  }
}

export function createBeacons(current: Beacon, older: readonly Beacon[] = []): Beacons {
  const all = new Map([...older, current].map((beacon) => [beacon.chain.hash, beacon]))
  return {
    current,
    find: (chain) => all.get(chain),
    of(chain) {
      const beacon = all.get(chain)
      if (!beacon) throw new Error(`no beacon of chain ${chain}`)
      return beacon
    },
  }
}
