/** Rounds of games in journeys: business time moves on to the close and to the result. */
import type { Client } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { fundAndPublish } from '@fairlot/server/modules/home/fund-house'
import type { Backstage } from './backstage.ts'
import { until } from './until.ts'

export async function fundBankroll({ db, context }: Backstage): Promise<void> {
  await fundAndPublish(
    { db, writer: context.fair.writer },
    { account: 'bankroll', amount: 10_000_000_000n, reference: 'JOURNEY-1' },
  )
}

/** The round of a period; by default the one that runs now. */
export const roundState = (client: Client, game: GameId, period?: string) =>
  client.call(ENDPOINTS.gameRound, period === undefined ? { game } : { game, period })

/** A server opens a due round within a second or two, also on a slow machine. */
const OPENS_WITHIN_MS = 5_000

/**
 * Waits for a round that accepts bets for long enough, and goes on to the next one when the present one does not, or when none
 * runs: the chain of a new installation is published after the running period began, which therefore has no round.
 */
export function roundFor(stage: Backstage, client: Client, game: GameId, leastMs: number): Promise<string> {
  let movedAt = performance.now()
  return until(`a round of ${game} is open`, async () => {
    const { round, now } = await roundState(client, game)
    if (round?.status === 'open' && round.closesAt - now > leastMs) return round.period
    const isRunning = round !== null && round.endsAt > now
    if (!isRunning && performance.now() - movedAt < OPENS_WITHIN_MS) return false
    const next = isRunning ? round.endsAt : await nextPeriod(client, game, now)
    if (next === null) return false
    await stage.advance(next - now)
    movedAt = performance.now()
    return false
  })
}

/** When the next period of a game begins; null: its chain is not published yet. */
async function nextPeriod(client: Client, game: GameId, now: number): Promise<number | null> {
  const roundMs = await roundMsOf(client, game)
  return roundMs === 0 ? null : now - (now % roundMs) + roundMs
}

/** The length of a game's rounds; 0: its chain is not published yet. */
async function roundMsOf(client: Client, game: GameId): Promise<number> {
  const { games } = await client.call(ENDPOINTS.gameList, {})
  return games.find((one) => one.game === game)?.roundMs ?? 0
}

/**
 * Moves business time to the moment at which a round of each game begins, and waits until all of them are open. Time moves only
 * for all games together, so the round of one game does not end while another one's is awaited.
 *
 * @param games the shortest rounds divide the longer ones
 * @returns the periods, in the order of the games
 */
export async function roundsTogether(
  stage: Backstage,
  client: Client,
  games: readonly GameId[],
): Promise<string[]> {
  const togetherMs = await until(`the chains of ${games.join(', ')} are published`, async () => {
    const lengths = await Promise.all(games.map((game) => roundMsOf(client, game)))
    return lengths.every((roundMs) => roundMs > 0) && Math.max(...lengths)
  })
  const begin = async () => {
    const { now } = await roundState(client, games[0]!)
    await stage.advance(togetherMs - (now % togetherMs) + 100)
    return performance.now()
  }
  let movedAt = await begin()
  return until(`rounds of ${games.join(', ')} are open`, async () => {
    const states = await Promise.all(games.map((game) => roundState(client, game)))
    const isOpen = states.every(
      ({ round, now }) => round?.status === 'open' && now - (now % togetherMs) === round.opensAt,
    )
    if (isOpen) return states.map(({ round }) => round!.period)
    if (performance.now() - movedAt >= OPENS_WITHIN_MS) movedAt = await begin()
    return false
  })
}

/** Moves business time to the close of a round, and waits until it is sealed, or void because its end came before. */
export async function seal(stage: Backstage, client: Client, game: GameId, period: string): Promise<void> {
  const { round, now } = await roundState(client, game, period)
  await stage.advance(Math.max(0, round!.closesAt - now) + 100)
  await until('the round is sealed', async () => {
    const { round: later } = await roundState(client, game, period)
    return later?.status !== 'open' && later?.status !== 'closed'
  })
}

/** Moves business time to the close of a round, then to its beacon round, until the round is settled or void. */
export async function settle(stage: Backstage, client: Client, game: GameId, period: string): Promise<void> {
  await seal(stage, client, game, period)
  await until('the round is settled or void', async () => {
    const { round: later, now: at } = await roundState(client, game, period)
    if (later?.status === 'settled' || later?.status === 'void') return true
    if (later?.drawAt != null && later.drawAt > at) await stage.advance(later.drawAt - at + 100)
    return false
  })
}
