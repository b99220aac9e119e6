/**
 * A public beacon, by default drand quicknet. A round is available once its signature was verified with the chain's pinned key
 * and stored in the database, for every server of the deployment. It may come from a relay (drand.keeper.ts) or from anyone
 * (round-submission.ts). A round has no other source: no local one and no default.
 */
import { QUICKNET, roundTimeMs, type Chain } from '@fairlot/fairness/beacon'
import { verifyRound } from '@fairlot/fairness/signatures/bls'
import { MS, type Executor } from '../../../platform/db.ts'
import type { Beacon } from './beacon.ts'
import { keepEarlyRound, lastEarlyRound } from './early-rounds.ts'

export type RoundSource = 'relay' | 'handed-in'

export type PublicBeacon = Beacon & {
  /** Rounds that this process waits for, including future ones. */
  readonly waiting: ReadonlySet<number>
  /** The stored signature of a round (hex), else null. Does not start waiting for it. */
  kept(round: number): Promise<string | null>
  /** When a relay gave a round for the last time, as `lastRelayAnswer`. */
  answeredAt(): Promise<number | null>
  /** Business time, Unix milliseconds. */
  now(): Promise<number>
  /**
   * Due rounds, ascending: awaited rounds whose time has come and that are not stored. `now` is business time. `found` counts
   * rounds that another process has stored; they are no longer awaited.
   */
  due(): Promise<{ now: number; rounds: number[]; found: number }>
  /**
   * Verifies and stores a round. The caller has checked that its time has come. The verification takes about 20 ms.
   * @returns false when the signature is wrong; the round is not stored
   */
  keep(round: number, signature: string, source: RoundSource): Promise<boolean>
  /**
   * Verifies and stores a round that lies ahead of the clock.
   * @param now business time, Unix milliseconds
   * @returns how far ahead it lies in milliseconds; null when the signature is wrong
   */
  keepEarly(round: number, signature: string, now: number): Promise<number | null>
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

const ANSWERED = {
  name: 'beacon.answered',
  text: `select ${MS('received_at')} as at from beacon_round where chain = $1 and source = 'relay' order by round desc limit 1`,
}

/** When a relay of a chain gave its newest round: one that was verified and stored. Unix milliseconds; null: never. */
export async function lastRelayAnswer(db: Executor, chain: string): Promise<number | null> {
  const [row] = await db.query<{ at: bigint }>(ANSWERED, [chain])
  return row ? Number(row.at) : null
}

/** @param chain pinned values, never a relay's; a chain other than quicknet is for tests and counts as local */
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
    answeredAt: () => lastRelayAnswer(db, chain.hash),
    now: async () => (await look([])).now,
    async due() {
      const asked = [...waiting]
      const { now, here } = await look(asked)
      for (const round of here) waiting.delete(round)
      const rounds = asked.filter((round) => !here.has(round) && roundTimeMs(round, chain) <= now)
      return { now, rounds: rounds.toSorted((a, b) => a - b), found: here.size }
    },
    isClockBehind: async () => (await lastEarlyRound(db, chain.hash)) !== null,
    async keepEarly(round, signature, now) {
      if (!verifyRound(chain, round, signature)) return null
      return keepEarlyRound(db, chain, { round, signature }, now)
    },
    async keep(round, signature, source) {
      if (!verifyRound(chain, round, signature)) return false
      await db.query(KEEP, [chain.hash, round, signature, source])
      waiting.delete(round)
      return true
    },
  }
}
