// @vitest-environment happy-dom
import { gameHistory, gameList, gameOrders, gameTrend } from '@fairlot/contract/endpoints/game'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paths } from '../../../paths.ts'
import { betWith, historyWith, listWith, luckyResult, trendWith } from '../../../testing/games.ts'
import { openApp, server, setUpApp } from '../../../testing/open-app.tsx'

setUpApp()

const TODAY = { staked: '130.00', won: '39.20', open: '50.00', net: '-40.80' }

beforeEach(() => {
  server.answer(gameList, () => listWith({ today: TODAY }))
})

describe('each page of the games without a bet', () => {
  beforeEach(() => {
    server.answer(gameOrders, () => ({ items: [], next: null }))
    server.answer(gameHistory, () => historyWith([]))
    server.answer(gameTrend, () => trendWith('lucky', [7, 2, 0, 5]))
  })

  test.each([
    ['the hub', paths.games()],
    ['own bets', paths.bets()],
    ['all rounds', paths.rounds('lucky-1m')],
    ['the trend', paths.trend('lucky-1m')],
  ])(
    '%s says the return to players, the net result of the member today, that past rounds do not matter, and links to the limits',
    async (_, link) => {
      await openApp(link)
      const returns = await screen.findByText('How much is paid back · Lucky Ball')
      expect(returns.nextElementSibling?.textContent).toBe('88.20% – 98.00%')
      expect(screen.getByText('Your net result today').nextElementSibling?.textContent).toBe('−₫40.80')
      expect(screen.getByText(/^Past rounds do not matter/)).toBeTruthy()
      expect(screen.getAllByRole('link', { name: 'Set a limit' }).length).toBeGreaterThan(0)
    },
  )

  test('the row of games is scrolled to the chosen one', async () => {
    const scrollBy = vi.spyOn(Element.prototype, 'scrollBy')
    await openApp(paths.trend('king-2m'))
    const chosen = await screen.findByRole('link', { name: /^King/ })
    expect(chosen.getAttribute('aria-current')).toBe('page')
    expect(scrollBy.mock.contexts).toContain(chosen.closest('ul'))
  })
})

describe('own bets', () => {
  test('say what came out and what they paid, and lead to the check of their round', async () => {
    server.answer(gameOrders, () => ({
      items: [
        betWith({ status: 'win', payout: '107.80', result: luckyResult(7) }),
        betWith({ id: '018f0000-0000-7000-8000-0000000000c2', status: 'void', payout: '20.00' }),
      ],
      next: null,
    }))
    await openApp(paths.bets())
    const [won, returned] = await screen.findAllByRole('article')
    expect(within(won!).getByText('Green · Big · Single')).toBeTruthy()
    expect(within(won!).getByText('+₫107.80')).toBeTruthy()
    expect(within(won!).getByRole('link').getAttribute('href')).toContain('/pages/game/round?')
    expect(within(returned!).getByText('+₫20.00')).toBeTruthy()
    expect(within(returned!).getByText('Returned')).toBeTruthy()
  })

  test('are filtered by their state', async () => {
    server.answer(gameOrders, () => ({ items: [], next: null }))
    const user = await openApp(paths.bets({ game: 'king-2m' }))
    await user.click(await screen.findByRole('tab', { name: 'Won' }))
    await waitFor(() =>
      expect(server.inputs(gameOrders).at(-1)).toMatchObject({ game: 'king-2m', status: 'win' }),
    )
    expect(await screen.findByText('No bets here')).toBeTruthy()
  })
})

describe('all rounds', () => {
  test('show what a round brought the member, and a void round', async () => {
    server.answer(gameHistory, () =>
      historyWith([
        { period: '20261122-0846', result: luckyResult(0) },
        { period: '20261122-0845', status: 'void', result: null },
      ]),
    )
    await openApp(paths.rounds('lucky-1m'))
    const [first, second] = await screen.findAllByRole('article')
    expect(within(first!).getByText(/^Red · Violet · Small · Double/)).toBeTruthy()
    expect(within(second!).getByText('Void, all stakes returned')).toBeTruthy()
  })
})

describe('the trend', () => {
  test('shows counts beside their expectation and the usual range', async () => {
    server.answer(gameTrend, () =>
      trendWith(
        'lucky',
        Array.from({ length: 100 }, (_, index) => index % 10),
      ),
    )
    await openApp(paths.trend('lucky-1m'))
    const row = (await screen.findAllByRole('row', { name: /Violet/ }))[0]!
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['20', '20', '12–28'])
    expect(
      screen.getByText(
        'The past says nothing about the next round. Runs and gaps like these are normal chance.',
      ),
    ).toBeTruthy()
  })
})

describe('the hub', () => {
  test('shows each game with its round and its last result', async () => {
    server.answer(gameList, () => listWith())
    await openApp(paths.games())
    expect((await screen.findAllByRole('link', { name: 'Lucky Ball' })).length).toBe(3)
    expect(screen.getByRole('link', { name: 'King' }).getAttribute('href')).toContain('/pages/game/gameK')
    expect(screen.getAllByRole('timer', { name: 'Bets close in' }).length).toBe(4)
  })
})
