/** Rounds of games on a whole server. Business time moves to the steps of the rounds, which the test runs. */
import { randomUUID } from 'node:crypto'
import type { ParsedInput } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { roundTimeMs } from '@fairlot/fairness/beacon'
import { fundAndPublish } from '../../modules/home/fund-house.ts'
import { MS } from '../../platform/db.ts'
import type { TestMember } from '../factories.ts'
import type { TestServer } from '../server.ts'

export type OpenRound = { game: GameId; period: string; closesAt: number; endsAt: number }

type Round = Pick<OpenRound, 'game' | 'period'>

/** Funds the bankroll, and publishes the chains. */
export async function startGames({ context, db }: TestServer): Promise<void> {
  const { writer } = context.fair
  await writer.begin(db)
  await fundAndPublish({ db, writer }, { account: 'bankroll', amount: 10_000_000_0000n, reference: 'games' })
  await context.games.rounds.runDue()
}

export async function timeOf({ db }: Pick<TestServer, 'db'>): Promise<number> {
  const [row] = await db.query<{ ms: number }>(`select ${MS('business_now()')}::float8 as ms`)
  return row!.ms
}

/** Moves business time to an instant, and runs the steps that are due. */
export async function goTo(server: TestServer, ms: number): Promise<void> {
  await server.database.advanceClock(ms - (await timeOf(server)))
  await server.context.games.rounds.runDue()
}

/** Goes to a moment at which rounds of every game begin. */
export async function roundsBegin(server: TestServer): Promise<void> {
  const together = 30 * 60_000
  await goTo(server, Math.floor((await timeOf(server)) / together) * together + together + 100)
}

/** The round of a game that is open now. */
export async function openRound(server: TestServer, game: GameId): Promise<OpenRound> {
  const { round } = await server.anonymous().call(ENDPOINTS.gameRound, { game })
  if (round?.status !== 'open') throw new Error(`${game} has no open round`)
  return { game, period: round.period, closesAt: round.closesAt, endsAt: round.endsAt }
}

/** Bets 10.00 on each pick. */
export function placeBet(
  { client }: TestMember,
  { game, period }: Round,
  more: Partial<ParsedInput<Endpoints['gameBet']>> = {},
) {
  const picks: ('big' | 'small')[] = ['big', 'small']
  return client.call(ENDPOINTS.gameBet, {
    requestId: randomUUID(),
    game,
    period,
    picks,
    contract: '10.00',
    multiple: 1,
    ...more,
  })
}

/** Goes to the result of a closed round, which has its beacon round: from its seal, of version 3 from its opening. */
export async function drawRound(server: TestServer, { game, period }: Round): Promise<void> {
  const [row] = await server.db.query<{ beacon: number }>(
    `select coalesce(r.beacon_round, s.beacon_round)::float8 as beacon from round r left join round_seal s using (round_id)
     where round_id = round_id_of($1, $2)`,
    [game, period],
  )
  await goTo(server, roundTimeMs(row!.beacon, server.context.fair.beacons.current.chain) + 50)
}

/** Takes an open round to its end. */
export async function finishRound(server: TestServer, round: OpenRound): Promise<void> {
  await goTo(server, round.closesAt + 50)
  await drawRound(server, round)
}

/** what a test may need between the question for a round and its bets */
const ENOUGH_MS = 90_000

/** An open round of `lucky-5m` that takes bets for a while; business time moves to the next one when it must. */
export async function lastingRound(server: TestServer): Promise<OpenRound> {
  const game = 'lucky-5m'
  await server.context.games.rounds.runDue()
  const { round } = await server.anonymous().call(ENDPOINTS.gameRound, { game })
  if (round?.status !== 'open' || round.closesAt - (await timeOf(server)) < ENOUGH_MS)
    await roundsBegin(server)
  return openRound(server, game)
}
