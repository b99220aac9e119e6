/** The games: hub, boards, the bet, own bets, all rounds, trend, one round. Rounds run by the clock, so their moments are made. */
import type { Page } from 'playwright-core'
import { answers, answerWith, at, refused, silent, type Data, type State } from './state.ts'

const LUCKY = '#/pages/game/game?game=lucky-1m'
const KING = '#/pages/game/gameK'
const PERIOD = '20261122-0847'
const BEFORE = '20261122-0846'
const SECOND_MS = 1_000
const MINUTE_MS = 60_000

const number = (outcome: number): Data => ({ outcome, price: `20412${outcome}`, finish: null })
const race = (...finish: number[]): Data => ({ outcome: finish[0], price: null, finish })
const RACE = race(7, 3, 10, 1, 9, 2, 8, 4, 6, 5)

/** A round whose bets close in so many seconds. */
function round(game: string, seconds: number, more: Data = {}): Data {
  const closesAt = Date.now() + seconds * SECOND_MS
  return {
    game,
    period: PERIOD,
    status: 'open',
    opensAt: closesAt - 50 * SECOND_MS,
    closesAt,
    endsAt: closesAt + 10 * SECOND_MS,
    drawAt: null,
    bets: 12,
    stake: '840.00',
    result: null,
    ...more,
  }
}
const before = (game: string) =>
  round(game, -MINUTE_MS / SECOND_MS, {
    period: BEFORE,
    status: 'settled',
    result: game === 'king-2m' ? RACE : number(7),
  })

const bet = (id: number, more: Data): Data => ({
  id: `018f0000-0000-7000-8000-00000000000${id}`,
  game: 'lucky-1m',
  period: BEFORE,
  status: 'wait',
  picks: ['green', '7', 'big'],
  stake: '10.00',
  amount: '30.00',
  fee: '0.60',
  highestWin: '127.40',
  payout: null,
  result: null,
  at: Date.now() - id * MINUTE_MS,
  closesAt: Date.now(),
  endsAt: Date.now(),
  ...more,
})
/** One bet of each state. */
const bets = (): Data[] => [
  bet(1, { period: PERIOD }),
  bet(2, { status: 'win', payout: '127.40', result: number(7) }),
  bet(3, { status: 'lose', payout: '0.00', picks: ['red', 'violet'], result: number(7) }),
  bet(4, { game: 'king-2m', status: 'void', payout: '30.00', picks: ['10', 'single', 'small'] }),
]
const OWN_BETS = answerWith('/game/order', { items: bets(), next: null })

/** @param more of the round that runs */
const now = (game: string, seconds: number, more: Data = {}) =>
  answers('/game/round', (data) => {
    data['state'] = 'on'
    data['round'] = round(game, seconds, more)
    data['previous'] = before(game)
  })

const OUTCOMES = [7, 3, 5, 7, 2, 6, 1, 8, 3, 5, 3, 9, 4, 0, 2, 7, 7, 1, 6, 0]
const results = (make: (outcome: number) => Data) =>
  Array.from({ length: 100 }, (_, index) => ({
    period: `20261122-${String(846 - index).padStart(4, '0')}`,
    at: Date.now() - index * MINUTE_MS,
    ...make(OUTCOMES[(index * 7) % OUTCOMES.length]!),
  }))
const trend = (make: (outcome: number) => Data) =>
  answers('/game/trend', (data) => {
    data['rounds'] = 100
    data['results'] = results(make)
  })
const asKing = (outcome: number) => race(outcome + 1)

/** Everything that the page of a game shows. */
const playing =
  (game: string, seconds = 38, more: Data = {}) =>
  async (page: Page) => {
    await now(game, seconds, more)(page)
    await trend(game === 'king-2m' ? asKing : number)(page)
    await OWN_BETS(page, 'en-us')
  }

/** Chooses options. On a phone, the bar then opens the sheet of the bet. */
const choose =
  (...options: number[]) =>
  async (page: Page) => {
    for (const option of options) await page.locator('main button[aria-pressed]').nth(option).click()
  }
async function openBet(page: Page): Promise<void> {
  await choose(0, 9, 13)(page)
  const button = page.locator('#place-bet')
  if ((await button.count()) > 0) await button.click()
}
const CHOSEN = { shows: 'main button[aria-pressed=true]' }
/** The slip: in the sheet of a phone, beside the board of a wide window. */
const SLIP = { shows: ':is([role=dialog], .ticket-facts) table' }

const past = answers('/game/history', (data) => {
  data['items'] = results(number)
    .slice(0, 20)
    .map(({ period, at: ended, ...result }, index) => ({
      ...round('lucky-1m', 0, {
        period,
        endsAt: ended,
        ...(index === 3 ? { status: 'void' } : { status: 'settled', result }),
      }),
      mine: index === 1 ? { amount: '20.00', payout: '19.60' } : null,
    }))
})

/**
 * One round, as the server answers for a period. The whole answer is made: the demo world has no round of that period, and another
 * parameter would not fit the signature of the call.
 */
const one = (status: string, more: Data = {}) =>
  answerWith('/game/round', {
    now: Date.now(),
    kind: 'lucky',
    state: 'on',
    round: round('lucky-1m', status === 'open' ? 30 : -30, { status, period: BEFORE, ...more }),
    previous: null,
    options: [],
    feePercent: '2',
    contracts: ['1.00', '10.00', '100.00', '1000.00'],
    maxMultiple: 100,
    maxPicks: 5,
    memberLimit: null,
    memberRoom: null,
    bets: [],
    mine: { bets: 0, amount: '0.00', payout: '0.00' },
    today: null,
    grade: null,
    chain: { number: 1, head: 'ab'.repeat(32), length: 200_000, index: 846, secret: null },
    digest: null,
    voidReason: null,
    witnesses: null,
  })
const ROUND = `#/pages/game/round?game=lucky-1m&period=${BEFORE}`

const allGames = (change: (game: Data) => void) =>
  answers('/game/list', (data) => (data['games'] as Data[]).forEach(change))
const running = allGames((game) => {
  const id = game['game'] as string
  Object.assign(game, { state: 'on', round: round(id, 38), last: before(id) })
})
const off = allGames((game) => Object.assign(game, { state: 'off', round: null }))

const EXTERNAL: Data[] = [
  { id: 'chess', title: 'Chess', host: 'play.example.org', page: '/gameweb?game=chess' },
  { id: 'merge', title: 'Merge the blocks', host: 'games.example.com', page: '/gameweb?game=merge' },
]

export const GAME_STATES: State[] = [
  at('games', 'nobody', '#/pages/game/index', { before: running }),
  at('games-off', 'nobody', '#/pages/game/index', { before: off }),
  at('games-failed', 'nobody', '#/pages/game/index', { before: refused('/game/list') }),
  at('games-loading', 'nobody', '#/pages/game/index', { before: silent('/game/list'), busy: true }),
  at('lucky', 'nobody', LUCKY, { before: playing('lucky-1m') }),
  at('lucky-bet', 'member', LUCKY, { before: playing('lucky-1m'), act: openBet, ...SLIP }),
  at('lucky-closed', 'member', LUCKY, {
    before: playing('lucky-1m', -3, { status: 'closed' }),
    act: choose(0, 9),
    ...CHOSEN,
  }),
  at('lucky-result', 'member', LUCKY, {
    before: playing('lucky-1m', -6, { status: 'settled', result: number(5) }),
  }),
  at('lucky-failed', 'nobody', LUCKY, { before: refused('/game/round') }),
  at('lucky-loading', 'nobody', LUCKY, { before: silent('/game/round'), busy: true }),
  at('king', 'member', KING, { before: playing('king-2m'), act: choose(6), ...CHOSEN }),
  at('trend-lucky', 'nobody', '#/pages/game/trend?game=lucky-1m', { before: trend(number) }),
  at('trend-king', 'nobody', '#/pages/game/trend?game=king-2m', { before: trend(asKing) }),
  at('trend-empty', 'nobody', '#/pages/game/trend?game=lucky-5m', {
    before: answers('/game/trend', (data) => Object.assign(data, { rounds: 0, results: [] })),
  }),
  at('rounds', 'member', '#/pages/game/history', { before: past }),
  at('rounds-failed', 'nobody', '#/pages/game/history', { before: refused('/game/history') }),
  at('bets', 'member', '#/pages/game/order', { before: OWN_BETS }),
  at('bets-empty', 'newcomer', '#/pages/game/order'),
  at('round-open', 'member', ROUND, { before: one('open') }),
  at('round-settled', 'member', ROUND, {
    before: one('settled', { drawAt: Date.now(), result: number(7) }),
    // the round is made, so no proof exists
    shows: 'main [role=alert]',
  }),
  at('round-unknown', 'nobody', '#/pages/game/round?game=lucky-1m&period=20200101-0001'),
  at('gameweb', 'member', '#/pages/game/gameweb', {
    before: answerWith('/game/web', { games: EXTERNAL }),
    shows: 'main a[href*="gameweb?"]',
  }),
  at('gameweb-off', 'member', '#/pages/game/gameweb'),
  at('gameweb-failed', 'member', '#/pages/game/gameweb', { before: refused('/game/web') }),
  at('gameweb-loading', 'member', '#/pages/game/gameweb', { before: silent('/game/web'), busy: true }),
]
