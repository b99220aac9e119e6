/** Rounds without an engine: the tests of bets open, close and decide them by hand. */
import { FEE, GAMES, OUTCOMES, type GameId } from '@fairlot/fairness/games/pay-table'
import { randomBytes } from 'node:crypto'
import { testMall, testMembers, type TestMall } from '../../../testing/mall.ts'
import { failing } from '../../../testing/planted.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import {
  bindMoney,
  bookCheck,
  createSeller,
  fundHouse,
  ledgerChecks,
  type PurchaseAnswer,
  type PurchaseForm,
  purchaseKeys,
  type Seller,
  sellersChecks,
  SETTLEMENT_CHUNK,
  transfer,
  unbindMoney,
} from '../../ledger/index.ts'
import { shareSeller } from '../../mall/index.ts'
import type { BetHooks, RoundChunk } from '../rounds/hooks.ts'
import { betChecks } from './bets.checks.ts'
import { roundBook } from '../rounds/round-book.ts'
import { betSeller } from './bet-seller.ts'
import { maskOf } from './pay-sql.ts'
import { createBetHooks } from './bet-hooks.ts'

export const UNIT = 10_000n

export type TestRound = { roundId: string; game: GameId; period: string }

export type BetInput = {
  picks: readonly string[]
  /** on each pick, minor units */
  stake: bigint
  requestId?: string
}

export type TestGames = {
  mall: TestMall
  seller: Seller
  hooks: BetHooks
  members(count: number, balance?: bigint): Promise<string[]>
  round(options?: {
    game?: GameId
    slice?: bigint
    closesInMs?: number
    memberLimit?: bigint
  }): Promise<TestRound>
  bet(member: string, round: TestRound, input: BetInput): Promise<PurchaseAnswer>
  /** Closes and seals a round, and gives it an outcome (number or champion) with its money. */
  decide(round: TestRound, outcome: number): Promise<void>
  void(round: TestRound): Promise<void>
  /** The next chunk of a decided or void round, as a process reads it before it ends it; null: nothing is left. */
  nextChunk(round: TestRound, size?: number): Promise<RoundChunk | null>
  /** Ends a chunk as the steps of rounds do; false: another call ended it. */
  end(chunk: RoundChunk, at?: Db): Promise<boolean>
  /** Ends the next chunk; false: nothing was left, or another call ended it. */
  endChunk(round: TestRound, size?: number, at?: Db): Promise<boolean>
  /** titles of the checks of ledger and bets that find a breach */
  broken(): Promise<string[]>
  close(): Promise<void>
}

export const BET_CHECKS = [
  ...ledgerChecks,
  bookCheck(roundBook),
  ...sellersChecks([shareSeller, betSeller]),
  ...betChecks,
]

let periods = 0
let sealed = 0

const SEAL = `
  insert into round_seal (round_id, chain_id, chain_index, secret, bets, digest, sealed_ms, beacon_round)
  select round_id, chain_id, $2, $3, bets, $3, closes_ms, 7 from round where round_id = $1`
const RESULT = `
  insert into round_result (round_id, beacon_round, signature, beacon, hash, price, finish, outcome, drawn_at)
  values ($1, 7, $2, $3, $3, $4, $5, $6, business_now())`

const CLAIM = `update round set through_seq = $3 where round_id = $1 and through_seq = $2 and ended_at is null returning 1`
const END = `
  update round set status = case status when 'void' then 'void' else 'settled' end, ended_at = business_now()
  where round_id = $1`

/** What the steps of rounds do with the result: the pool becomes what the bets have won. */
async function moveHousePart(tx: Tx, { roundId }: TestRound, place: number): Promise<void> {
  const [row] = await tx.query<{ stake: bigint; owed: bigint }>(
    'select stake, exposure[$2] as owed from round where round_id = $1',
    [roundId, place],
  )
  const { stake, owed } = row!
  const [house, pool] = [{ house: 'bankroll' } as const, { book: roundBook, key: roundId }]
  if (owed > stake)
    await transfer(tx, { ref: roundId, kind: 'slice', from: house, to: pool, amount: owed - stake })
  if (owed < stake)
    await transfer(tx, { ref: roundId, kind: 'round', from: pool, to: house, amount: stake - owed })
}

const CHAIN = `
  insert into game_chain (chain_id, game, number, length, head, secret, key_id, zone, round_ms, cutoff_ms, fee, beacon_chain, delay,
    grade, demo, published_ms)
  values (chain_id_of($1, 1), $1, 1, 1000, $2, '\\x00', 'k', 'UTC', 60000, 10000, $3, $2, 5, 'beacon', false, 1)
  on conflict do nothing`

const ROUND = `
  insert into round (round_id, game, period, chain_id, opens_ms, closes_ms, ends_ms, slice, opened_at, member_limit)
  select round_id_of($1, $2), $1, $2, chain_id_of($1, 1), now_ms - 1000, now_ms + $3, now_ms + $3 + 10000, $4, at, $5
  from (select floor(extract(epoch from at) * 1000)::bigint as now_ms, at from business_clock) clock
  returning round_id as "roundId"`

/**
 * @param bankroll what the house has for winnings, minor units
 * @param on a mall whose database they use; by default one of their own
 */
export async function testGames(
  lanes: PurchaseForm = 'one',
  bankroll = 1_000_000n * UNIT,
  on?: TestMall,
): Promise<TestGames> {
  const mall = on ?? (await testMall())
  const { db, owner, database } = mall
  const hooks = createBetHooks(() => undefined)
  const seller = createSeller({ url: database.appUrl, definition: betSeller, lanes })
  if (bankroll > 0n)
    await db.tx((tx) => fundHouse(tx, { account: 'bankroll', amount: bankroll, reference: 'test' }))
  const end = (round: TestRound, work: (tx: Tx, slice: bigint) => Promise<unknown>) =>
    db.tx(async (tx) => {
      await tx.query(roundBook.lock, [round.roundId])
      const [row] = await tx.query<{ slice: bigint }>('select slice from round where round_id = $1', [
        round.roundId,
      ])
      await tx.query(`update round set status = 'closed' where round_id = $1`, [round.roundId])
      await unbindMoney(tx, 'bankroll', row!.slice)
      await work(tx, row!.slice)
    })
  const nextChunk: TestGames['nextChunk'] = async ({ roundId, game, period }, size = SETTLEMENT_CHUNK) => {
    const [row] = await db.query<{ through: number; bets: number; outcome: number | null }>(
      'select through_seq as through, bets, outcome from round where round_id = $1 and ended_at is null',
      [roundId],
    )
    if (!row) return null
    const { through: from, bets, outcome } = row
    const to = Math.min(from + size, bets)
    return {
      roundId,
      game,
      period,
      outcome,
      from,
      to,
      claim: async (tx: Tx) => (await tx.query(CLAIM, [roundId, from, to])).length > 0,
      finish: async (tx: Tx) => {
        if (to === bets) await tx.query(END, [roundId])
        return to === bets
      },
    }
  }
  const endChunk: TestGames['end'] = (chunk, at = db) =>
    chunk.outcome === null ? hooks.refund(at, chunk) : hooks.settle(at, chunk)
  return {
    mall,
    seller,
    hooks,
    members: (count, balance = 10_000n * UNIT) => testMembers(mall, count, balance),
    async round({
      game = 'lucky-1m',
      slice = 100_000n * UNIT,
      closesInMs = 3_600_000,
      memberLimit = 0n,
    } = {}) {
      const period = `20261122-${String(++periods).padStart(4, '0')}`
      const roundId = await owner.tx(async (tx) => {
        await tx.query(CHAIN, [game, randomBytes(32).toString('hex'), FEE[GAMES[game]]])
        const bound = await bindMoney(tx, 'bankroll', slice)
        const [row] = await tx.query<{ roundId: string }>(ROUND, [
          game,
          period,
          closesInMs,
          bound,
          memberLimit,
        ])
        return row!.roundId
      })
      return { roundId, game, period }
    },
    bet: (member, round, { picks, stake, requestId = crypto.randomUUID() }) =>
      seller.buy({
        ...purchaseKeys(member, requestId),
        subject: round.roundId,
        quantity: maskOf(GAMES[round.game], picks)!,
        amount: stake * BigInt(picks.length),
        maxPerMember: 0,
      }),
    decide: (round, outcome) =>
      end(round, async (tx) => {
        const place = OUTCOMES[GAMES[round.game]].indexOf(outcome) + 1
        await tx.query(`update round set status = 'sealed' where round_id = $1`, [round.roundId])
        const king = GAMES[round.game] === 'king'
        const finish = king ? [outcome, ...OUTCOMES.king.filter((one) => one !== outcome)] : null
        const hex = (bytes: number) => randomBytes(bytes).toString('hex')
        await tx.query(SEAL, [round.roundId, ++sealed, hex(32)])
        await tx.query(RESULT, [
          round.roundId,
          hex(48),
          hex(32),
          king ? null : `04217${outcome}`,
          finish,
          place,
        ])
        await tx.query('update round set outcome = $2 where round_id = $1', [round.roundId, place])
        await moveHousePart(tx, round, place)
      }),
    void: (round) =>
      end(round, (tx) => tx.query(`update round set status = 'void' where round_id = $1`, [round.roundId])),
    nextChunk,
    end: endChunk,
    async endChunk(round, size, at) {
      const chunk = await nextChunk(round, size)
      return chunk !== null && endChunk(chunk, at)
    },
    broken: () => failing(db, BET_CHECKS),
    async close() {
      await seller.close()
      await mall.close()
    },
  }
}
