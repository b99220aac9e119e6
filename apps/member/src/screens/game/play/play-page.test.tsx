// @vitest-environment happy-dom
import { gameBet, gameOrders, gameRound, gameTrend } from '@fairlot/contract/endpoints/game'
import { account, rechargeAmounts } from '@fairlot/contract/endpoints/home'
import { purchaseId } from '@fairlot/fairness/purchase-id'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Output } from '../../../api/api.ts'
import { hrefOf, paths } from '../../../paths.ts'
import { queryClient } from '../../../queries/query-client.ts'
import {
  BEFORE,
  betWith,
  gameWith,
  luckyResult,
  PERIOD,
  roundWith,
  trendWith,
} from '../../../testing/games.ts'
import { isLeft, LEFT_PURCHASE, leaveCall } from '../../../testing/interrupted.ts'
import {
  accountOf,
  appHistory,
  MEMBER,
  openApp,
  PHONE_PX,
  server,
  setUpApp,
} from '../../../testing/open-app.tsx'

setUpApp()

beforeEach(() => {
  server.answer(gameRound, () => gameWith())
  server.answer(gameTrend, () => trendWith('lucky', [7, 2, 0, 5]))
  server.answer(gameOrders, () => ({ items: [], next: null }))
  server.answer(rechargeAmounts, () => ({ recharge: { steps: [], minimum: '100.00', maximum: '5000.00' } }))
})

const accepted = (): Output<typeof gameBet> => ({ status: 'accepted', bet: betWith(), balance: '980.00' })
const option = (name: string | RegExp) => screen.findByRole('button', { name })
const place = (amount: string) => screen.findByRole('button', { name: `Bet ${amount}` })
const pick = async (user: UserEvent, ...names: (string | RegExp)[]) => {
  for (const name of names) await user.click(await option(name))
}

describe('a bet', () => {
  test('says what it costs, what it can pay and what comes back, before money moves', async () => {
    const user = await openApp(paths.game('lucky-1m'))
    await pick(user, /^Green/, 'Number 7, Green', /^Big/)
    const slip = await screen.findByRole('region', { name: 'Your bet' })
    const line = (name: string | RegExp) => within(slip).getByText(name).nextElementSibling?.textContent
    expect(line('You pay for 3 picks')).toBe('₫30.00')
    expect(line('Includes a fee of 2%')).toBe('₫0.60')
    expect(line('Highest win, after the fee')).toBe('₫127.40')
    expect(line('Paid back on average')).toBe('93.10%')
    expect(line('Balance after')).toBe('₫970.00')
    expect(line('Your net result today')).toBe('−₫31.80')
    expect(within(slip).getByText(/^Past rounds do not matter/)).toBeTruthy()
    expect(within(slip).getByRole('link', { name: 'Set a limit' })).toBeTruthy()
  })

  test('is for the round that the member sees, with contract and multiple', async () => {
    server.answer(gameBet, accepted)
    const user = await openApp(paths.game('lucky-1m'))
    await pick(user, 'Number 7, Green')
    await user.click(await screen.findByRole('radio', { name: '₫100' }))
    await user.click(screen.getByRole('button', { name: 'More' }))
    await user.click(await place('₫200.00'))
    await waitFor(() =>
      expect(server.inputs(gameBet)).toMatchObject([
        { game: 'lucky-1m', period: PERIOD, picks: ['7'], contract: '100.00', multiple: 2 },
      ]),
    )
    await screen.findByText('Bet placed: ₫20.00')
    expect((await option('Number 7, Green')).getAttribute('aria-pressed')).toBe('false')
  })

  test('that came too late keeps its picks for the next round', async () => {
    server.refuse(gameBet, 'BETTING_CLOSED')
    const user = await openApp(paths.game('lucky-1m'))
    await pick(user, /^Violet/)
    await user.click(await place('₫10.00'))
    await screen.findByText('Your picks stay for the next round.')
    expect((await option(/^Violet/)).getAttribute('aria-pressed')).toBe('true')
  })

  test('over a limit of the member keeps its picks and leads to the limits', async () => {
    server.refuse(gameBet, 'SPEND_LIMIT', { left: '₫5.00' })
    const user = await openApp(paths.game('lucky-1m'))
    await pick(user, /^Small/)
    await user.click(await place('₫10.00'))
    await screen.findByRole('link', { name: 'See your limits' })
    expect((await option(/^Small/)).getAttribute('aria-pressed')).toBe('true')
  })

  test('whose answer is lost is tried again with the same request id', async () => {
    server.lose(gameBet)
    const user = await openApp(paths.game('lucky-1m'))
    await pick(user, /^Red/)
    await user.click(await place('₫10.00'))
    await screen.findByText('Not sure yet')
    server.answer(gameBet, accepted)
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByText('Bet placed: ₫20.00')
    expect(new Set(server.inputs(gameBet).map(({ requestId }) => requestId)).size).toBe(1)
  })

  test.each([
    ['15.5028', '2', 'Number 7: this round takes at most ₫10.00 more.'],
    ['5.5028', '1', 'Number 7: the house cannot cover any more bets on it in this round.'],
  ])('above the room of the round, %s, is not offered', async (room, multiple, why) => {
    const state = gameWith()
    server.answer(gameRound, () => ({
      ...state,
      options: state.options.map((one) => (one.option === '7' ? { ...one, room } : one)),
    }))
    const user = await openApp(paths.game('lucky-1m'))
    await pick(user, 'Number 7, Green')
    if (multiple === '2') await user.click(await screen.findByRole('button', { name: 'More' }))
    await screen.findByText(why)
    expect((await place(`₫${multiple}0.00`)).getAttribute('aria-disabled')).toBe('true')
  })

  test('that the balance does not cover leads to a top-up and back', async () => {
    server.answer(account, () => accountOf({ balance: '4.00' }))
    const user = await openApp(paths.game('lucky-1m'))
    await pick(user, /^Double/)
    const link = await screen.findByRole('link', { name: 'Top up ₫100.00 and bet' })
    expect(link.getAttribute('href')).toContain(encodeURIComponent('/pages/game/game?game=lucky-1m'))
  })

  test('has the board in the first view of a phone, and the chart of past rounds behind a tap', async () => {
    const user = await openApp(paths.game('lucky-1m'), { width: PHONE_PX })
    const row = await screen.findByRole('button', { name: /^Trend/ })
    expect(screen.queryByRole('radio', { name: '₫100' })).toBeNull()
    await user.click(row)
    expect(row.getAttribute('aria-expanded')).toBe('true')
    expect(await screen.findByRole('link', { name: 'Trend' })).toBeTruthy()
  })

  test('opens as a sheet on a phone', async () => {
    server.answer(gameBet, accepted)
    const user = await openApp(paths.game('lucky-1m'), { width: PHONE_PX })
    await pick(user, /^Green/, 'Place bet')
    const sheet = await screen.findByRole('dialog')
    await user.click(await within(sheet).findByRole('button', { name: 'Bet ₫10.00' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.inputs(gameBet)).toMatchObject([{ picks: ['green'] }])
  })
})

describe('an interrupted bet', () => {
  const BET = { picks: ['7' as const], contract: '10.00', multiple: 2 }

  test.each(['lucky-1m', 'king-2m'] as const)(
    'on %s that the server took is told, and no second bet is made',
    async (game) => {
      leaveCall(gameBet, { game, period: PERIOD, ...BET })
      server.answer(gameRound, () => gameWith(game, { bets: [betWith({ id: LEFT_PURCHASE, game })] }))
      server.answer(gameTrend, () => trendWith(game === 'lucky-1m' ? 'lucky' : 'king', [7]))
      await openApp(paths.game(game), { width: PHONE_PX })
      await screen.findByText('Bet placed: ₫20.00')
      expect(server.inputs(gameRound)).toContainEqual({ game, period: PERIOD })
      expect(server.inputs(gameBet)).toEqual([])
      expect(isLeft(gameBet)).toBe(false)
    },
  )

  test('that the server does not know is said to have cost nothing', async () => {
    leaveCall(gameBet, { game: 'lucky-1m', period: PERIOD, ...BET })
    await openApp(paths.game('lucky-1m'), { width: PHONE_PX })
    await screen.findByText('Your bet was interrupted. We are asking for its outcome.')
    await screen.findByText('Your bet was interrupted. You paid nothing.')
    expect(server.inputs(gameBet)).toEqual([])
  })

  test('whose answer was lost is asked for when the member comes back to the game', async () => {
    server.lose(gameBet)
    const user = await openApp(paths.game('lucky-1m'))
    await pick(user, /^Red/)
    await user.click(await place('₫10.00'))
    await screen.findByText('Not sure yet')
    act(() => appHistory.push(hrefOf(paths.games())))
    await waitFor(() => expect(screen.queryByText('Not sure yet')).toBeNull())
    const { requestId } = server.inputs(gameBet)[0]!
    const made = betWith({ id: purchaseId(MEMBER.id, requestId) })
    server.answer(gameRound, () => gameWith('lucky-1m', { bets: [made] }))
    act(() => appHistory.push(hrefOf(paths.game('lucky-1m'))))
    await screen.findByText('Bet placed: ₫20.00')
    expect(new Set(server.inputs(gameBet).map((sent) => sent.requestId)).size).toBe(1)
    expect((await option(/^Red/)).getAttribute('aria-pressed')).toBe('false')
  })
})

describe('the net result of the member today', () => {
  test('names the stakes that wait, which its net result leaves out', async () => {
    server.answer(gameRound, () =>
      gameWith('lucky-1m', { today: { staked: '130.00', won: '39.20', open: '50.00', net: '-40.80' } }),
    )
    await openApp(paths.game('lucky-1m'))
    const heading = await screen.findByRole('heading', { name: 'Your day in all games' })
    const figures = [...heading.parentElement!.querySelectorAll('dl > div')]
    expect(figures.map(({ textContent }) => textContent)).toEqual([
      'Staked₫130.00',
      'Waiting₫50.00',
      'Paid to you₫39.20',
      'Net result−₫40.80',
    ])
  })
})

describe('a round', () => {
  test('that is closed accepts no bet and keeps the picks', async () => {
    const now = Date.now()
    server.answer(gameRound, () =>
      gameWith('lucky-1m', { round: roundWith({ status: 'closed', closesAt: now - 1_000 }) }),
    )
    const user = await openApp(paths.game('lucky-1m'))
    await pick(user, /^Green/)
    expect((await place('₫10.00')).getAttribute('aria-disabled')).toBe('true')
    expect(await screen.findAllByRole('timer', { name: 'Result in' })).toHaveLength(1)
  })

  test('announces its result once and what the bets of the member paid', async () => {
    await openApp(paths.game('lucky-1m'))
    await screen.findAllByRole('timer', { name: 'Bets close in' })
    server.answer(gameOrders, () => ({
      items: [betWith({ status: 'win', payout: '107.80', result: luckyResult(7) })],
      next: null,
    }))
    server.answer(gameRound, () =>
      gameWith('lucky-1m', { round: roundWith({ status: 'settled', result: luckyResult(7) }) }),
    )
    await queryClient.invalidateQueries()
    await screen.findByText(`Round ${PERIOD}: 7. Green · Big · Single. Your bets paid ₫107.80.`)
  })

  test.each([
    ['107.80', 'You won', '+₫87.80'],
    ['9.80', 'You got part of it back', '−₫10.20'],
    ['0.00', 'Not this time', '−₫20.00'],
  ])('that paid %s shows what the member won or lost, until the next pick', async (payout, says, net) => {
    const user = await openApp(paths.game('lucky-1m'), { width: PHONE_PX })
    await screen.findAllByRole('timer', { name: 'Bets close in' })
    server.answer(gameOrders, () => ({
      items: [betWith({ status: payout === '0.00' ? 'lose' : 'win', payout, result: luckyResult(7) })],
      next: null,
    }))
    server.answer(gameRound, () =>
      gameWith('lucky-1m', { previous: roundWith({ status: 'settled', result: luckyResult(7) }) }),
    )
    await queryClient.invalidateQueries()
    const strip = (await screen.findByText(says)).closest('a')
    expect(strip?.textContent).toContain(net)
    await pick(user, /^Green/)
    await waitFor(() => expect(screen.queryByText(says)).toBeNull())
  })

  test('of a game that is switched off says so', async () => {
    server.answer(gameRound, () => gameWith('lucky-1m', { state: 'off', round: null }))
    await openApp(paths.game('lucky-1m'))
    expect(
      (await screen.findAllByText('This game is switched off. Open bets run to their end.')).length,
    ).toBe(2)
  })
})

describe('King', () => {
  test('offers ten runners and shows the order of finish of the last race', async () => {
    server.answer(gameRound, () => gameWith('king-2m'))
    server.answer(gameTrend, () => trendWith('king', [7, 3]))
    const user = await openApp(paths.game('king-2m'))
    await pick(user, /^Runner 10/)
    const slip = await screen.findByRole('region', { name: 'Your bet' })
    expect(within(slip).getByText('Highest win, after the fee').nextElementSibling?.textContent).toBe(
      '₫96.00',
    )
    const order = (await screen.findByRole('heading', { name: 'Order of finish' })).nextElementSibling
    expect(order?.textContent).toMatch(/^Runner 7Runner 3Runner 10/)
    expect(await screen.findByRole('heading', { name: new RegExp(BEFORE) })).toBeTruthy()
  })
})
