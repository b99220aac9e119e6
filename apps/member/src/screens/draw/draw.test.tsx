// @vitest-environment happy-dom
import { netPosition } from '@fairlot/contract/endpoints/guard'
import { calculation } from '@fairlot/contract/endpoints/mall/draws'
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { refreshAll } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { ISSUE, issueWith } from '../../testing/issues.ts'
import { openApp, server, setUpApp } from '../../testing/open-app.tsx'
import { setViewport } from '../../testing/viewport.ts'

setUpApp()

const ORDER = '018f0000-0000-7000-8000-0000000000aa'
const CODES = [{ order: ORDER, first: 1_000_040, quantity: 3, at: 1 }]
const flow = {
  deposited: '0.00',
  withdrawn: '0.00',
  spent: '75.00',
  returned: '0.00',
  won: '0.00',
  rewarded: '0.00',
  result: '-75.00',
}

type Winner = { code: number; mine: boolean }
const winner = ({ code, mine }: Winner) => ({ code, name: 'Tanvir ***', quantity: mine ? 3 : 12, mine })
const drawn = (won: Winner, mine = CODES) =>
  issueWith(
    {
      status: 'drawn',
      sold: 100,
      mine: mine.length * 3,
      drawAt: 1,
      drawnAt: Date.UTC(2026, 10, 21, 21, 14, 30),
      winner: winner(won),
    },
    { mine },
  )

beforeEach(() => {
  setViewport(390)
  // The check of the proof has tests of its own.
  server.refuse(calculation, 'UNAVAILABLE')
  server.answer(netPosition, () => ({
    day: flow,
    week: flow,
    month: flow,
    all: flow,
    balance: '0.00',
    net: '-75.00',
    activeSince: 1,
  }))
})

const openAtOnce = () => screen.findByRole('button', { name: 'Open it at once' })

describe('before the draw', () => {
  const waits = (more: Parameters<typeof issueWith>[0]) =>
    issueWith(
      { status: 'sold_out', sold: 100, mine: 3, drawAt: Date.now() + 600_000, ...more },
      { mine: CODES },
    )

  test('counts down, shows the codes of the member and who could know the number', async () => {
    server.answer(goodsDetail, () => waits({ badge: 'beacon-local' }))
    await openApp(paths.draw(ISSUE))
    await screen.findByRole('timer', { name: 'The draw opens in' })
    expect(screen.getAllByRole('listitem').map((row) => row.textContent.slice(0, 7))).toEqual([
      '1000040',
      '1000041',
      '1000042',
    ])
    expect(screen.getByText(/The house could know it earlier\./)).toBeTruthy()
    expect(await openAtOnce()).toBeTruthy()
  })

  test('does not speak of a witness’ or the house’s knowledge in another grade', async () => {
    server.answer(goodsDetail, () => waits({ badge: 'beacon' }))
    await openApp(paths.draw(ISSUE))
    await screen.findByText(/The public random number appears at/)
    expect(screen.queryByText(/house/)).toBeNull()
  })

  test('of a Double PK shows both members with their halves of the codes', async () => {
    const place = (first: number, name: string, mine: boolean) => ({ first, quantity: 50, name, mine })
    const places = [place(1_000_001, 'Nadia ***', false), place(1_000_051, 'Rahima ***', true)]
    server.answer(goodsDetail, () => waits({ seats: { price: '50.00', places } }))
    await openApp(paths.draw(ISSUE))
    const seats = await screen.findByRole('group', { name: 'Seats' })
    expect(seats.textContent).toContain('Nadia ***1000001–1000050')
    expect(seats.textContent).toContain('You1000051–1000100')
  })

  test('leads back to an issue that is still on sale', async () => {
    server.answer(goodsDetail, () => issueWith())
    await openApp(paths.draw(ISSUE))
    await screen.findByRole('heading', { name: 'A phone' })
  })
})

describe('a win', () => {
  test('opens at once on request and leads to the prize and the check', async () => {
    server.answer(goodsDetail, () => drawn({ code: 1_000_041, mine: true }))
    const user = await openApp(paths.draw(ISSUE))
    await user.click(await openAtOnce())
    expect(screen.getByText('You won')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See my prize' }).getAttribute('href')).toContain(ORDER)
    expect(screen.getByRole('link', { name: 'Check this draw' })).toBeTruthy()
    expect(screen.getByText('The winning code is 1000041. You won.')).toBeTruthy()
  })

  test('opens with the Enter key', async () => {
    server.answer(goodsDetail, () => drawn({ code: 1_000_041, mine: true }))
    const user = await openApp(paths.draw(ISSUE))
    await openAtOnce()
    await user.keyboard('{Enter}')
    expect(screen.getByText('You won')).toBeTruthy()
  })

  test('is not claimed to be checked when it was not', async () => {
    server.answer(goodsDetail, () => drawn({ code: 1_000_041, mine: true }))
    const user = await openApp(paths.draw(ISSUE))
    await user.click(await openAtOnce())
    expect(screen.getByText(/^Drawn at [\d:]+$/)).toBeTruthy()
    expect(screen.queryByText(/checked on this device/)).toBeNull()
  })
})

describe('a loss', () => {
  test('opens the page of the loss by itself: distance, cost, limits, two ways on, no other issue', async () => {
    server.answer(goodsDetail, () => ({ ...drawn({ code: 1_000_080, mine: false }), selling: 'M1-0002' }))
    const user = await openApp(paths.draw(ISSUE))
    await user.click(await openAtOnce())
    await screen.findByRole('heading', { name: 'Your 3 shares didn’t win' })
    expect(screen.getByText(/^Your nearest code was 38 away\. Luck has no memory/)).toBeTruthy()
    expect(screen.getByText('You paid').nextElementSibling?.textContent).toBe('₫75.00')
    expect(screen.getByText('You get back').nextElementSibling?.textContent).toBe('₫0.00')
    await screen.findByText('−₫75.00')
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    for (const to of ['/pages/account/limits', '/pages/mall/mall', '/pages/goods/calculation'])
      expect(links.some((href) => href.includes(to))).toBe(true)
    expect(links.some((href) => href.includes('M1-0002'))).toBe(false)
  })

  test('in favour of the members does not say that nothing comes back, and says how much once it is settled', async () => {
    const lost = drawn({ code: 1_000_080, mine: false })
    const vouching = { quorum: 2, together: 1, favour: true, confirmations: 0 }
    server.answer(goodsDetail, () => ({ ...lost, vouching }))
    sessionStorage.setItem('fairlot.opened', JSON.stringify([ISSUE]))
    await openApp(paths.draw(ISSUE))
    await screen.findByText(/^The witnesses did not sign in time, so you get your money back/)
    expect(screen.queryByText('You get back')).toBeNull()
    const back = { amount: '75.00', vouchers: '0.00', won: '0.00', paid: '75.00', share: '60.00' }
    server.answer(goodsDetail, () => ({ ...lost, vouching, back }))
    await act(() => refreshAll(queryClient, [goodsDetail]))
    expect((await screen.findByText('You get back')).nextElementSibling?.textContent).toBe('₫75.00')
  })

  test('is not staged a second time', async () => {
    server.answer(goodsDetail, () => drawn({ code: 1_000_080, mine: false }))
    sessionStorage.setItem('fairlot.opened', JSON.stringify([ISSUE]))
    await openApp(paths.draw(ISSUE))
    await screen.findByRole('heading', { name: 'Your 3 shares didn’t win' })
    expect(screen.queryByRole('button', { name: 'Open it at once' })).toBeNull()
  })
})

describe('a visitor without shares', () => {
  test('sees the cells without a board, and who won', async () => {
    server.answer(goodsDetail, () => drawn({ code: 1_000_080, mine: false }, []))
    const user = await openApp(paths.draw(ISSUE))
    await user.click(await openAtOnce())
    expect(screen.queryByRole('list')).toBeNull()
    await waitFor(() => expect(screen.getByText('Tanvir *** holds it, with 12 of 100 shares')).toBeTruthy())
    expect(screen.getByText('The winning code is 1000080. Tanvir *** won.')).toBeTruthy()
  })
})
