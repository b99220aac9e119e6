/**
 * kill -9 of the server with bets in a round that is being sealed and settled and in an open one, and in the soak also while a round
 * is sealed and while its bets are settled: after the restart each bet has exactly one effect, also those without an answer. It is
 * settled once by the result of its round, or its stake returns once where the round was never sealed.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Output, ParsedInput } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import { KIND_OF_GAME } from '@fairlot/contract/kinds/game-kinds'
import { parseMoney } from '@fairlot/contract/money/money'
import { payoutOf } from '@fairlot/fairness/games/pay-table'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { verifyRound } from '@fairlot/fairness/verify/round'
import type { TestMember } from '@fairlot/server/testing/factories'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { fundBankroll, roundsTogether, roundState, seal, settle } from '../support/rounds.ts'
import { seed, seeded } from '../support/seeded.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { decided, told, type Told } from '../support/told.ts'
import { until } from '../support/until.ts'

const PLAYERS = 6
const BALANCE = '100000.00'
const KILLS = rounds(24, 1)
/** Where the server is killed a second time. */
const SECOND_KILLS = [null, 'seal', 'settlement'] as const

type Sent = { player: TestMember; input: ParsedInput<Endpoints['gameBet']> }
type Bet = Output<Endpoints['gameBet']>['bet']
let server: ServerProcess
let stage: Backstage
let players: TestMember[]
const moment = seeded(seed)

beforeAll(async () => {
  console.log(`crash rounds of games: E2E_SEED=${seed}`)
  server = await serverProcess()
  await server.start()
  stage = await backstage(server)
  await fundBankroll(stage)
  players = await Promise.all(Array.from({ length: PLAYERS }, () => stage.member({ balance: BALANCE })))
})
afterAll(async () => {
  await stage?.close()
  await server?.dispose()
})

async function send({ player, input }: Sent): Promise<Told<Bet>> {
  const outcome = await told(() => player.client.call(ENDPOINTS.gameBet, input))
  if (!('answer' in outcome)) return outcome
  const { status, bet } = outcome.answer
  return status === 'processing' ? { unknown: status } : { answer: bet }
}

const PICKS = [['big', 'small'], ['small'], ['double'], ['single']] as const

/** Each player bets one bet after the other until `happen` is over. @returns taken bets, and those without an answer */
async function betWhile(game: 'lucky-1m' | 'king-2m', period: string, happen: () => Promise<void>) {
  const [taken, unknown, refused]: [{ player: TestMember; bet: Bet }[], Sent[], string[]] = [[], [], []]
  let isOver = false
  const everybody = Promise.all(
    players.map(async (player, p) => {
      for (let n = 0; !isOver; n++) {
        const picks = [...PICKS[(p + n) % PICKS.length]!]
        const input = {
          requestId: randomUUID(),
          game,
          period,
          picks,
          contract: '10.00',
          multiple: 1 + (n % 3),
        }
        const outcome = await send({ player, input })
        if ('refused' in outcome) return void refused.push(outcome.refused)
        if ('unknown' in outcome) return void unknown.push({ player, input })
        taken.push({ player, bet: outcome.answer })
      }
    }),
  )
  await until('a bet is taken', async () => taken.length >= PLAYERS || refused.length > 0)
  await happen()
  isOver = true
  await everybody
  expect(refused).toEqual([])
  return { taken, unknown }
}

/** Sends the bets without an answer again until each is known to be taken. */
async function decide({ taken, unknown }: Awaited<ReturnType<typeof betWhile>>): Promise<void> {
  for (const sent of unknown) {
    const outcome = await decided(() => send(sent))
    expect(await send(sent)).toMatchObject(outcome)
    if (!('answer' in outcome)) throw new Error(`a bet of an open round was refused: ${outcome.refused}`)
    taken.push({ player: sent.player, bet: outcome.answer })
  }
}

/** All bets of a member in a round as the server lists them. */
async function listed({ client }: TestMember, game: 'lucky-1m' | 'king-2m', period: string): Promise<Bet[]> {
  const bets: Bet[] = []
  let cursor: string | undefined
  do {
    const page = await client.call(ENDPOINTS.gameOrders, { game, limit: 100, ...(cursor && { cursor }) })
    bets.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  return bets.filter((bet) => bet.period === period)
}

const owedFor = (game: 'lucky-1m' | 'king-2m', picks: readonly string[], outcome: number, stake: bigint) =>
  picks.reduce((sum, pick) => sum + payoutOf(KIND_OF_GAME[game], pick, outcome, stake), 0n)

const balanceOf = async ({ client }: TestMember) =>
  parseMoney((await client.call(ENDPOINTS.account, {})).balance)

/** Kills the server about when a round is sealed, or when its bets are settled, and starts it again. */
async function killDuring(step: 'seal' | 'settlement', game: 'king-2m', period: string): Promise<void> {
  const { client } = players[0]!
  if (step === 'settlement') await seal(stage, client, game, period)
  const { round, now } = await roundState(client, game, period)
  const at = step === 'seal' ? round!.closesAt : (round!.drawAt ?? now)
  await stage.advance(Math.max(0, at - now))
  await delay(moment(0, 300))
  await server.kill()
  await server.start()
}

test.each(Array.from({ length: KILLS }, (_, n) => [n + 1, SECOND_KILLS[n % SECOND_KILLS.length]!] as const))(
  'after kill -9 each bet of a sealed or settled and of an open round is settled once, round %i, second kill: %s',
  async (_, step) => {
    const { client } = players[0]!
    // business time moves on by minutes in each round, so reminders become due
    await Promise.all(players.map((player) => player.client.call(ENDPOINTS.realityCheck, {})))
    const before = await Promise.all(players.map(balanceOf))
    // rounds that begin together: the one of a minute is sealed while the other one is open
    const [ofShort, ofLong] = await roundsTogether(stage, client, ['lucky-1m', 'king-2m'])
    const short = { game: 'lucky-1m', period: ofShort! } as const
    const long = { game: 'king-2m', period: ofLong! } as const
    const sealed = await betWhile(short.game, short.period, () => delay(moment(0, 100)))
    // a busy server may answer later than a caller waits
    await decide(sealed)
    const open = await betWhile(long.game, long.period, async () => {
      await seal(stage, client, short.game, short.period)
      await delay(moment(0, 400))
      await server.kill()
    })
    const [state] = await stage.db.query(
      `select (select status from round where game = $1 and period = $2) as short, (select status from round where game = $3 and period = $4) as long`,
      [short.game, short.period, long.game, long.period],
    )
    // a round is sealed when its beacon round is published, and drawn and settled right after
    expect([
      { short: 'sealed', long: 'open' },
      { short: 'settled', long: 'open' },
    ]).toContainEqual(state)
    await server.start()

    await decide(open)
    if (step !== null) await killDuring(step, long.game, long.period)

    const ends: string[] = []
    const gained = new Map(players.map(({ memberId }) => [memberId, 0n]))
    for (const [{ game, period }, { taken }] of [
      [short, sealed],
      [long, open],
    ] as const) {
      await settle(stage, client, game, period)
      const { round } = await roundState(client, game, period)
      const outcome = round!.result?.outcome ?? null
      ends.push(round!.status)
      if (outcome === null) {
        // the restart can take longer than a round has between its close and its end
        const at = 'select from round_seal join round using (round_id) where game = $1 and period = $2'
        expect({ step, seals: await stage.db.query(at, [game, period]) }).toEqual({ step: 'seal', seals: [] })
      } else {
        const proof = await client.call(ENDPOINTS.gameProof, { game, period })
        expect(verifyRound(proof)).toMatchObject({ verdict: 'verified' })
      }
      for (const player of players) {
        const bets = await until('all bets have ended', async () => {
          const found = await listed(player, game, period)
          return found.every(({ status }) => status !== 'wait') && found
        })
        const own = taken.filter((one) => one.player === player).map(({ bet }) => bet.id)
        expect(bets.map(({ id }) => id).toSorted()).toEqual(own.toSorted())
        for (const { picks, stake, amount, payout, status } of bets) {
          const owed =
            outcome === null ? parseMoney(amount) : owedFor(game, picks, outcome, parseMoney(stake))
          expect({ status, payout: parseMoney(payout!) }).toEqual({
            status: outcome === null ? 'void' : owed > 0n ? 'win' : 'lose',
            payout: owed,
          })
          gained.set(player.memberId, gained.get(player.memberId)! + owed - parseMoney(amount))
        }
      }
    }
    const after = await Promise.all(players.map(balanceOf))
    expect(after.map((balance, p) => balance - before[p]!)).toEqual([...gained.values()])
    console.log(
      `${sealed.taken.length} bets sealed, ${open.taken.length} open, ${open.unknown.length} without an answer; the rounds are ${ends.join(' and ')}`,
    )
  },
)

test('the books are in order after the crashes', async () => {
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
