/**
 * A bet: the client's request id makes the purchase's id, the ledger decides with the games' statement (`bet-seller.ts`), and each
 * outcome becomes an answer or a named refusal, in this order (docs/LEDGER.md):
 *
 * 1. the switches of the module, the member's country, a due reality check (`barred`)
 * 2. ACCOUNT_CLOSING, EXCLUDED
 * 3. BETTING_CLOSED
 * 4. TIME_LIMIT, LOSS_LIMIT, SPEND_LIMIT
 * 5. INSUFFICIENT_BALANCE
 * 6. ROUND_LIMIT, BANKROLL_SHORT
 */
import { highestStake, KIND_OF_GAME, type GameId } from '@fairlot/contract/kinds/game-kinds'
import type { MessageValue } from '@fairlot/contract/messages'
import { parseMoney } from '@fairlot/contract/money/money'
import type { Db } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import {
  OutcomeUnknown,
  QueueFull,
  purchaseKeys,
  type PurchaseAnswer,
  type PurchaseRequest,
  type Seller,
  ledgerRefusal,
  limitRefusal,
} from '../../ledger/index.ts'
import type { BetReason } from './bet-seller.ts'
import { isGameOn, stakesOf } from './bets.settings.ts'
import { maskOf, picksOf } from './pay-sql.ts'
import { bettingRound, type BettingRound } from './place-bet.queries.ts'
import { coverLeft, roomFor } from './room.ts'

export type BetRequest = {
  member: string
  requestId: string
  game: GameId
  period: string
  picks: readonly string[]
  /** amounts as the member entered them */
  contract: string
  multiple: number
  /** why the member may bet nothing now; a repeated call still gets its first answer */
  barred: Refusal | null
}

export type Placed = {
  /** the id of the bet */
  bet: string
  round: BettingRound
  game: GameId
  /** false while the outcome is still being worked out */
  decided: boolean
  picks: string[]
  /** on each pick, minor units */
  stake: bigint
}

export type PlaceOptions = {
  db: Db
  seller: Seller
  settings: Values
  /** an amount as messages show it */
  display(minor: bigint): MessageValue
  /** called after the commit of every bet, and of a repeated call; must not throw or take time */
  onBet(bet: { member: string; game: GameId }): void
}

/**
 * Bets exactly once per member and request id.
 * @throws Refusal as the head of this file lists, INPUT_INVALID, REQUEST_ID_REUSED, PENDING (ask again with the same id), UNAVAILABLE
 */
export async function placeBet(options: PlaceOptions, request: BetRequest): Promise<Placed> {
  const { db, settings } = options
  const { member, requestId, game, period } = request
  const { stake, mask } = stakeOf(settings, request)
  const round = await bettingRound(db, game, period)
  if (!round) throw request.barred ?? new Refusal('BETTING_CLOSED')
  const picks = picksOf(KIND_OF_GAME[game], mask)
  const purchase: PurchaseRequest = {
    ...purchaseKeys(member, requestId),
    subject: round.roundId,
    quantity: mask,
    amount: stake * BigInt(picks.length),
    maxPerMember: 0,
  }
  const bar = request.barred ?? (isGameOn(settings, game) ? null : new Refusal('BETTING_CLOSED'))
  const answer = await decide(options, purchase, bar)
  const refusal = await refusalOf(answer, { ...options, game, period, round, picks })
  if (refusal) throw refusal
  options.onBet({ member, game })
  return { bet: answer.id, round, game, decided: answer.outcome !== 'held', picks, stake }
}

/** @throws Refusal INPUT_INVALID */
function stakeOf(
  settings: Values,
  { game, picks, contract, multiple }: BetRequest,
): { stake: bigint; mask: number } {
  const { contracts, maxMultiple } = stakesOf(settings)
  const amount = parseMoney(contract)
  const mask = maskOf(KIND_OF_GAME[game], picks)
  const fields = {
    ...(mask === null && { picks: 'INVALID' }),
    ...(!contracts.includes(amount) && { contract: 'INVALID' }),
    ...(multiple > maxMultiple && { multiple: 'INVALID' }),
  }
  if (mask === null || Object.keys(fields).length > 0) throw new Refusal('INPUT_INVALID', { fields })
  return { stake: amount * BigInt(multiple), mask }
}

async function decide(
  { db, seller }: PlaceOptions,
  request: PurchaseRequest,
  barred: Refusal | null,
): Promise<PurchaseAnswer> {
  if (barred) {
    const known = await earlier(db, request)
    if (!known) throw barred
    return known
  }
  try {
    return await seller.buy(request)
  } catch (error) {
    if (error instanceof OutcomeUnknown) throw new Refusal('PENDING', { retryAfter: 5 })
    if (error instanceof QueueFull) throw new Refusal('UNAVAILABLE', { retryAfter: 2 })
    throw error
  }
}

type Context = PlaceOptions & { game: GameId; period: string; round: BettingRound; picks: readonly string[] }

/** The refusal of a bet that was not taken; null for one that was, or whose outcome is still open. */
async function refusalOf(answer: PurchaseAnswer, context: Context): Promise<Refusal | null> {
  const own = ledgerRefusal(answer)
  switch (own) {
    case 'refused':
      return ownRefusal(answer, context)
    case 'limit':
    case 'funds': {
      // no member recharges, or waits for a limit, for a round that is over
      const now = await bettingRound(context.db, context.game, context.period)
      return now?.isOpen === true ? memberRefusal(answer, context) : new Refusal('BETTING_CLOSED')
    }
    case 'max_per_member':
      throw new Error('a bet came back over a maximum that no bet has')
    default:
      return own
  }
}

/** The games' own reasons. What is left is asked again when the refusal is an earlier one. */
async function ownRefusal(
  { reason, data, member }: PurchaseAnswer,
  { db, settings, display, game, period, round, picks }: Context,
): Promise<Refusal> {
  const kind = KIND_OF_GAME[game]
  switch (reason as BetReason) {
    case 'closed':
      return new Refusal('BETTING_CLOSED')
    case 'limit': {
      const left = data ? BigInt(data['left'] ?? 0) : await leftOf(db, member, game, period)
      return new Refusal('ROUND_LIMIT', { values: { left: display(left > 0n ? left : 0n) } })
    }
    case 'short': {
      const left = data
        ? String(data['room']).split(',').map(BigInt)
        : coverLeft((await bettingRound(db, game, period)) ?? round)
      return new Refusal('BANKROLL_SHORT', {
        values: { room: display(stakable(settings, picks.length, roomFor(kind, picks, left, round.fee))) },
      })
    }
  }
}

/** Of what fits on several picks together, what a member can stake: the same stake on each, a contract times a whole number. */
function stakable(settings: Values, picks: number, most: bigint): bigint {
  return highestStake(most / BigInt(picks), stakesOf(settings).contracts) * BigInt(picks)
}

async function leftOf(db: Db, member: string, game: GameId, period: string): Promise<bigint> {
  const round = await bettingRound(db, game, period, member)
  return round ? round.memberLimit - round.staked : 0n
}

const memberRefusal = (answer: PurchaseAnswer, { display }: Context): Refusal =>
  answer.outcome === 'funds' ? new Refusal('INSUFFICIENT_BALANCE') : limitRefusal(answer, display)

const EARLIER = {
  name: 'bets.earlier',
  text: `select position, reason, case when (subject_id, quantity, amount) = ($3, $4, $5) then state else 'conflict' end as outcome
    from purchase where member_id = $1 and purchase_id = $2`,
}
const NO_FIGURES = { position: null, reason: null, data: null, owned: 0, limit: null, room: null } as const

/** What was answered to this id before, if anything was. */
async function earlier(db: Db, request: PurchaseRequest): Promise<PurchaseAnswer | null> {
  const { member, id, subject, quantity, amount } = request
  const [row] = await db.query<Pick<PurchaseAnswer, 'position' | 'reason' | 'outcome'>>(EARLIER, [
    member,
    id,
    subject,
    quantity,
    amount,
  ])
  return row ? { ...request, ...NO_FIGURES, ...row } : null
}
