/**
 * The hash chains of games. A chain is published in the log, with the terms of its rounds, before its first round opens. Its
 * last value is encrypted at rest with a key that is outside of the database, as the salts of draws are. The next chain is
 * published before a chain runs out, and when settings, beacon or witnesses have changed. When one of version 3 begins: next-chain.ts.
 */
import { GAMES, type GameId } from '@fairlot/contract/kinds/game-kinds'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import { chainWalk, type ChainWalk } from '@fairlot/fairness/games/chain'
import type { ChainTerms } from '@fairlot/fairness/proof/round-types'
import type { ChainTerms3 } from '@fairlot/fairness/proof/version-3/types'
import type { Db, Executor, Tx } from '../../../../platform/db.ts'
import { uuidv8 } from '../../../../platform/random.ts'
import type { Values } from '../../../../platform/settings/settings.ts'
import {
  areTooWeak,
  LogRefused,
  NO_VOUCHING,
  publishedVouching,
  vouchingOf,
  type Beacons,
  type LogWriter,
  type NamedKey,
  type Salts,
  type Witnesses,
} from '../../../fair/index.ts'
import {
  businessNow,
  heldChains,
  insertChain,
  recentChains,
  readSecret,
  type Chain,
  type UsedChain,
} from './chains.queries.ts'
import { scheduledTerms } from '../rounds.settings.ts'
import { CHAIN_RESERVE, hasTerms, nextTerms3, type FullTerms, type Terms } from './next-chain.ts'

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
  witnesses: readonly NamedKey[]
  /** of the installation; by default play money */
  moneyMode?: MoneyMode | undefined
  askWitnesses: Pick<Witnesses, 'push' | 'isAnyThere' | 'verdicts'>
  /** how long a witness that does not answer is waited for, milliseconds */
  witnessPatienceMs: () => number
  /** rounds of a chain of version 3 that no other follows; by default the setting says how many, and the next chain follows */
  chainLengthOf?: ((game: GameId) => number) | undefined
}

/** Seconds from a seal to its beacon round. */
const DELAY_SECONDS = 5
function wantedTerms(options: ChainOptions, game: GameId): Terms {
  const { settings, beacons, zone, witnesses, writer } = options
  const vouching = vouchingOf(witnesses, writer.rules)
  const isWitnessed = (vouching.witnesses ?? []).length > 0
  return {
    game,
    ...scheduledTerms(settings, game),
    ...(writer.rules === 3 && options.chainLengthOf && { length: options.chainLengthOf(game) }),
    zone,
    beaconChain: beacons.current.chain.hash,
    delay: DELAY_SECONDS,
    grade: isWitnessed ? 'witnessed' : 'beacon',
    ...(isWitnessed ? vouching : NO_VOUCHING),
    rules: writer.rules,
  }
}

function fits(chain: UsedChain, wanted: Terms): boolean {
  return !chain.isRetired && chain.left > CHAIN_RESERVE && hasTerms(chain, wanted)
}

/** The terms of a chain of version 3 as log and proofs contain them. */
export function chainTerms3(chain: Chain): ChainTerms3 {
  if (chain.from === null) throw new Error(`chain ${chain.chainId} has no first period`)
  return { ...chainTerms(chain), ...publishedVouching(chain), from: chain.from }
}

/** The same of version 2. */
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
  const { db, writer, salts, askWitnesses, moneyMode } = options
  // the log refuses such a chain; the go-live check names the reason
  if (areTooWeak(options.witnesses, { moneyMode, rules: writer.rules })) return false
  const wanted = wantedTerms(options, game)
  const chains = await recentChains(db, game)
  const [last] = chains
  if (!(await nextTerms(options, db, wanted, chains, await businessNow(db)))) return false
  const number = (last?.number ?? 0) + 1
  const { salt: secret, sealed } = salts.make(chainIdOf(game, number))
  const head = chainWalk(secret, wanted.length).at(0)
  await writer.flush(db)
  const publish = async (tx: Tx): Promise<boolean> => {
    const { floorMs, beganMs } = await writer.lock(tx)
    const now = await recentChains(tx, game)
    // another process was faster
    if ((now[0]?.number ?? 0) + 1 !== number) return false
    const at = Math.max(floorMs, await businessNow(tx))
    const terms = await nextTerms(options, tx, wanted, now, at)
    if (!terms) return false
    const chain = { ...terms, number, head, demo: at < beganMs, publishedMs: at }
    const { from, firstMs } = chain
    await insertChain(tx, chain, sealed)
    const published = { ...chain, chainId: chainIdOf(game, number) }
    const { timeMs } = await writer.publish(tx, [
      { t: 'game-chain', ...(from === null ? chainTerms(published) : chainTerms3(published)) },
    ])
    if (firstMs !== null && timeMs >= firstMs)
      throw new Error(`${game}: its chain was not published before its first round`)
    return true
  }
  let isPublished: boolean
  try {
    isPublished = await db.tx(publish)
  } catch (error) {
    // reported by the log; the game goes on with the chains that it has
    if (error instanceof LogRefused) return false
    throw error
  }
  if (isPublished && wanted.rules === 3 && wanted.witnesses !== null) {
    await writer.standing.keep(db)
    // no step waits for their answers
    void askWitnesses.push({ atOnce: true })
  }
  return isPublished
}

/** The terms of the next chain that is published at a time; null: none is. */
async function nextTerms(
  options: ChainOptions,
  db: Executor,
  wanted: Terms,
  chains: readonly UsedChain[],
  at: number,
): Promise<FullTerms | null> {
  if (wanted.rules === 3) return nextTerms3(options, db, wanted, chains, at)
  const [last] = chains
  if ((last && fits(last, wanted)) || !(await mayPublish(db, wanted.game))) return null
  return { ...wanted, from: null, firstMs: null }
}

/**
 * Whether a chain of version 2 without a seal keeps its game from terms that have changed. Its first seal must then not wait for
 * witnesses: those that it names may be gone for ever, and the next chain follows only after this seal.
 */
export async function holdsBack(options: ChainOptions, game: GameId, chainId: string): Promise<boolean> {
  const { db, writer } = options
  const [last] = await recentChains(db, game)
  if (writer.rules === 3 || last?.chainId !== chainId || last.nextIndex !== 1) return false
  return !fits(last, wantedTerms(options, game)) && !(await mayPublish(db, game))
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
