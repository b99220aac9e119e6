/**
 * Where a draw gets its beacon rounds from: the local beacon of a sandbox, which signs them itself (`beacon-local`: the
 * same scheme and rounds as the public one, so that the whole path works without a network), or the public one (drand.ts).
 */
import { type Chain, roundTimeMs } from '@fairlot/fairness/beacon'
import { localChain, signRound, verifyRound } from '@fairlot/fairness/bls'
import { fromHex } from '@fairlot/fairness/bytes'

export type Beacon = {
  readonly chain: Chain
  /** true when the house holds the key: its public key then belongs in every proof */
  readonly local: boolean
  /** Those of the rounds that can be had now. The others, also ones still to come, are waited for from now on. */
  arrived(rounds: readonly number[]): Promise<ReadonlySet<number>>
  /** The signature of a round (hex), checked against the chain's key; null while it is not here: it is waited for then. */
  signature(round: number): Promise<string | null>
}

/** The beacons that issues may name: new ones take `current`, older ones keep theirs. */
export type Beacons = {
  readonly current: Beacon
  find(chain: string): Beacon | undefined
  /** By chain hash. @throws Error when this deployment has no such beacon */
  of(chain: string): Beacon
}

/**
 * @param secretKey 32 bytes hex
 * @param businessNow business time by the database's clock, Unix milliseconds: no round is signed before it
 */
export function localBeacon(secretKey: string, businessNow: () => Promise<number>): Beacon {
  fromHex(secretKey, 32)
  const chain = localChain(secretKey)
  return {
    chain,
    local: true,
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
