/**
 * A public beacon, drand quicknet unless told: a round is here once its signature was checked against the chain's pinned
 * key and kept in the database, where every server of the deployment finds it. Who brings it does not matter: a relay
 * (drand.keeper.ts) or anybody at all (handed-in.ts). There is no other way to a round: not a local one, not a default.
 */
import { QUICKNET, roundTimeMs, type Chain } from '@fairlot/fairness/beacon'
import { verifyRound } from '@fairlot/fairness/bls'
import { MS, type Executor } from '../../../platform/db.ts'
import type { Beacon } from './beacon.ts'

export type RoundSource = 'relay' | 'handed-in'

export type PublicBeacon = Beacon & {
  /** Rounds that this process waits for, also ones that are still to come. */
  readonly waiting: ReadonlySet<number>
  /** The kept signature of a round (hex); null: it is not here. Nothing begins to wait for it. */
  kept(round: number): Promise<string | null>
  /**
   * What is due: rounds waited for whose time has come and that nobody has brought, ascending; `now` is business time.
   * Rounds that another process has kept are waited for no longer; `found` counts them.
   */
  due(): Promise<{ now: number; rounds: number[]; found: number }>
  /**
   * Keeps a round, once. The caller has seen that its time has come. False, and not kept: the signature is not the
   * chain's. The check takes about 20 ms of this process.
   */
  keep(round: number, signature: string, source: RoundSource): Promise<boolean>
}

const FIND = {
  name: 'beacon.find',
  text: `select encode(signature, 'hex') as signature from beacon_round where chain = $1 and round = $2`,
}
const ARRIVED = {
  name: 'beacon.arrived',
  text: `select ${MS('business_now()')} as now,
    array(select round::text from beacon_round where chain = $1 and round = any($2::bigint[])) as rounds`,
}
const KEEP = {
  name: 'beacon.keep',
  text: `insert into beacon_round (chain, round, signature, source, received_at)
    select $1, $2, decode($3, 'hex'), $4, business_now() on conflict (chain, round) do nothing`,
}

/** @param chain pinned values, never a relay's; any other than quicknet is for tests, and counts as local */
export function publicBeacon(db: Executor, chain: Chain = QUICKNET): PublicBeacon {
  const waiting = new Set<number>()

  async function look(rounds: readonly number[]) {
    const [row] = await db.query<{ now: bigint; rounds: string[] }>(ARRIVED, [chain.hash, rounds])
    return { now: Number(row!.now), here: new Set(row!.rounds.map(Number)) }
  }
  async function kept(round: number) {
    const [row] = await db.query<{ signature: string }>(FIND, [chain.hash, round])
    return row?.signature ?? null
  }

  return {
    chain,
    local: chain.hash !== QUICKNET.hash,
    waiting,
    kept,
    async arrived(rounds) {
      const { here } = await look(rounds)
      for (const round of rounds) if (!here.has(round)) waiting.add(round)
      return here
    },
    async signature(round) {
      const signature = await kept(round)
      if (signature === null) waiting.add(round)
      return signature
    },
    async due() {
      const asked = [...waiting]
      const { now, here } = await look(asked)
      for (const round of here) waiting.delete(round)
      const rounds = asked.filter((round) => !here.has(round) && roundTimeMs(round, chain) <= now)
      return { now, rounds: rounds.toSorted((a, b) => a - b), found: here.size }
    },
    async keep(round, signature, source) {
      if (!verifyRound(chain, round, signature)) return false
      await db.query(KEEP, [chain.hash, round, signature, source])
      waiting.delete(round)
      return true
    },
  }
}
