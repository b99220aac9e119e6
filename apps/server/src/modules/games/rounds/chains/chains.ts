/**
 * The hash chains of games. A chain is published in the log, with the terms of its rounds, before its first round opens. Its
 * last value is encrypted at rest with a key that is outside of the database, as the salts of draws are. The next chain is
 * published before a chain runs out, and when settings, beacon or witnesses have changed.
 */
import { GAMES, type GameId } from '@fairlot/contract/kinds/game-kinds'
import { chainWalk, type ChainWalk } from '@fairlot/fairness/games/chain'
import { periodAt, type RoundTimes } from '@fairlot/fairness/games/periods'
import { formatKey, type NoteKey } from '@fairlot/fairness/note'
import type { ChainTerms } from '@fairlot/fairness/proof/round-types'
import type { Db, Executor, Tx } from '../../../../platform/db.ts'
import { uuidv8 } from '../../../../platform/random.ts'
import type { Values } from '../../../../platform/settings/settings.ts'
import { LogRefused, type Beacons, type LogWriter, type Salts } from '../../../fair/index.ts'
import {
  businessNow,
  heldChains,
  insertChain,
  newestChains,
  readSecret,
  type Chain,
  type UsedChain,
} from './chains.queries.ts'
import { scheduledTerms } from '../rounds.settings.ts'

export type ChainOptions = {
  db: Db
  settings: Values
  /** encrypt the last values */
  salts: Salts
  beacons: Beacons
  writer: LogWriter
  /** zone of the business days, as chains publish it */
  zone: string
  /** the configured witnesses; with them new chains have grade witnessed */
  witnesses: readonly NoteKey[]
}

/** Seconds from a seal to its beacon round. */
const DELAY_SECONDS = 5
/** The next chain is published when a chain is enough for this many rounds only. */
export const CHAIN_RESERVE = 20

type Terms = Omit<Chain, 'chainId' | 'number' | 'head' | 'demo' | 'publishedMs'>

function wantedTerms({ settings, beacons, zone, witnesses }: ChainOptions, game: GameId): Terms {
  return {
    game,
    ...scheduledTerms(settings, game),
    zone,
    beaconChain: beacons.current.chain.hash,
    delay: DELAY_SECONDS,
    grade: witnesses.length > 0 ? 'witnessed' : 'beacon',
    witnesses: witnesses.length > 0 ? witnesses.map(formatKey) : null,
  }
}

/** What a chain must have as wanted; its length may differ, because a new length is for later chains. */
const COMPARED = ['zone', 'roundMs', 'cutoffMs', 'fee', 'beaconChain', 'delay', 'grade'] as const

function fits(chain: UsedChain, wanted: Terms): boolean {
  if (chain.isRetired || chain.left <= CHAIN_RESERVE) return false
  if (COMPARED.some((field) => chain[field] !== wanted[field])) return false
  return JSON.stringify(chain.witnesses) === JSON.stringify(wanted.witnesses)
}

/** The terms of a chain as log and proofs contain them. */
export function chainTerms(chain: Chain): ChainTerms {
  const { chainId, game, length, head, zone, roundMs, cutoffMs, beaconChain, delay } = chain
  const { grade, witnesses, fee, demo, publishedMs } = chain
  const beacon = { beaconChain, delay, grade, witnesses }
  return {
    game,
    chain: chainId,
    length,
    head,
    zone,
    roundMs,
    cutoffMs,
    ...beacon,
    fee,
    demo,
    at: publishedMs,
  }
}

/** A chain that nobody uses yet may follow the one in use; the rules of the log refuse a third one. */
const MAX_HELD = 2

const mayPublish = async (db: Executor, game: GameId): Promise<boolean> =>
  (await heldChains(db, game)) < MAX_HELD

/** The id of a chain, as `chain_id_of` in the schema computes it. */
export const chainIdOf = (game: GameId, number: number): string =>
  uuidv8(`fairlot/game-chain/1\0${game}\0${number}`)

/**
 * Publishes the next chain of a game unless its newest one is as wanted. While the log has a chain that waits for its first
 * seal, no other follows: the game goes on under the terms that are published.
 * @returns whether it published one
 */
export async function renewChain(options: ChainOptions, game: GameId): Promise<boolean> {
  const { db, writer, salts } = options
  const wanted = wantedTerms(options, game)
  const [last] = await newestChains(db, game)
  if (last && fits(last, wanted)) return false
  if (!(await mayPublish(db, game))) return false
  const number = (last?.number ?? 0) + 1
  const { salt: secret, sealed } = salts.make(chainIdOf(game, number))
  const head = chainWalk(secret, wanted.length).at(0)
  await writer.flush(db)
  const publish = async (tx: Tx): Promise<boolean> => {
    const { floorMs, beganMs } = await writer.lock(tx)
    const [now] = await newestChains(tx, game)
    // another process was faster
    if ((now?.number ?? 0) + 1 !== number || !(await mayPublish(tx, game))) return false
    const at = Math.max(floorMs, await businessNow(tx))
    const chain = { ...wanted, number, head, demo: at < beganMs, publishedMs: at }
    await insertChain(tx, chain, sealed)
    await writer.publish(tx, [
      { t: 'game-chain', ...chainTerms({ ...chain, chainId: chainIdOf(game, number) }) },
    ])
    return true
  }
  try {
    return await db.tx(publish)
  } catch (error) {
    // reported by the log; the game goes on with the chains that it has
    if (error instanceof LogRefused) return false
    throw error
  }
}

/**
 * Whether a chain without a seal keeps its game from terms that have changed. Its first seal must then not wait for
 * witnesses: those that it names may be gone for ever, and the next chain follows only after this seal.
 */
export async function holdsBack(options: ChainOptions, game: GameId, chainId: string): Promise<boolean> {
  const { db } = options
  const [last] = await newestChains(db, game)
  if (last?.chainId !== chainId || last.nextIndex !== 1) return false
  return !fits(last, wantedTerms(options, game)) && !(await mayPublish(db, game))
}

/** A round that may be open now, and the chain that it uses. */
export type OpenPeriod = { chain: UsedChain; period: string } & RoundTimes

/**
 * The round of a game that runs at an instant; null when none can: the chain was published after the round began, or is used
 * up. After a change the chain before goes on until the new one may be used.
 */
export function runningPeriod(chains: readonly UsedChain[], nowMs: number): OpenPeriod | null {
  const [newest, before] = chains
  if (newest) {
    const round = periodAt(newest, nowMs)
    // rounds of another length would have the numbers of rounds that the day has had
    const isNumbered =
      !before || before.roundMs === newest.roundMs || startOfDay(newest, round) >= newest.publishedMs
    if (!newest.isRetired && newest.left > 0 && round.opensAt >= newest.publishedMs && isNumbered)
      return { chain: newest, ...round }
  }
  if (!before || before.isRetired || before.left <= 0) return null
  const round = periodAt(before, nowMs)
  return round.opensAt >= before.publishedMs ? { chain: before, ...round } : null
}

function startOfDay({ roundMs }: Chain, { period, opensAt }: { period: string; opensAt: number }): number {
  return opensAt - (Number(period.slice(9)) - 1) * roundMs
}

/** The values of chains, kept in memory for fast access. */
export type ChainValues = {
  /**
   * x_index of a chain, hex.
   * @throws Error when the stored value cannot be decrypted or does not lead to the published head
   */
  at(db: Executor, chainId: string, index: number): Promise<string>
}

/** The chains in use, and those that they replace. */
const KEPT = GAMES.length * 2

export function createChainValues(salts: Pick<Salts, 'open'>): ChainValues {
  const walks = new Map<string, ChainWalk>()
  return {
    async at(db, chainId, index) {
      let walk = walks.get(chainId)
      if (!walk) {
        const { length, head, ...sealed } = await readSecret(db, chainId)
        walk = chainWalk(salts.open(chainId, sealed), length)
        if (walk.at(0) !== head) throw new Error(`the values of chain ${chainId} do not lead to its head`)
        const [oldest] = walks.keys()
        if (walks.size >= KEPT && oldest !== undefined) walks.delete(oldest)
        walks.set(chainId, walk)
      }
      return walk.at(index)
    },
  }
}
