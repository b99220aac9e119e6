// @vitest-environment happy-dom
import {
  teamBonus,
  teamDetail,
  teamSummary,
  userInviteTop,
  userRebateList,
} from '@fairlot/contract/endpoints/growth/team'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { bonusWith, friendWith, rankingWith, rebateWith, teamWith } from '../../../testing/growth.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../../testing/open-app.tsx'

setUpApp()

beforeEach(() => {
  server.answer(teamSummary, () => teamWith())
  server.answer(userInviteTop, ({ period }) => rankingWith({ period: period ?? 'week' }))
  server.answer(teamBonus, () => bonusWith())
  server.answer(userRebateList, () => ({ items: [rebateWith()], next: null }))
})

const value = (name: string) => screen.getByText(name).nextElementSibling?.textContent

describe('the team', () => {
  test('shows what was paid, and its two levels', async () => {
    const user = await openApp(paths.team(), { width: PHONE_PX })
    await screen.findByText('Paid to you')
    expect(value('Pending')).toBe('₫3.25')
    expect(value('Members')).toBe('4')
    expect(value('Your rate')).toBe('1.1%')
    await user.click(screen.getByRole('radio', { name: 'Indirect' }))
    expect(value('Members')).toBe('9')
    expect(value('Your rate')).toBe('0.5%')
    expect(screen.getAllByText('Your own spending')).toHaveLength(1)
  })

  test('says since when new orders earn nothing', async () => {
    server.answer(teamSummary, () => teamWith({ pausedSince: 1_790_000_000_000 }))
    await openApp(paths.team(), { width: PHONE_PX })
    await screen.findByText(/^Since .* new orders earn no rebate/)
  })

  test('ranks teams in three periods and names the member’s place', async () => {
    const user = await openApp(paths.team(), { width: PHONE_PX })
    await screen.findByText('Your place: 4')
    expect(screen.getByText('+88017***001')).toBeTruthy()
    server.answer(userInviteTop, () =>
      rankingWith({ period: 'all', from: null, items: [], own: { place: null, spend: '0.00' } }),
    )
    await user.click(screen.getByRole('radio', { name: 'All time' }))
    await screen.findByText('Nobody is in the list yet.')
    expect(screen.getByText('You are not in the list')).toBeTruthy()
    expect(server.inputs(userInviteTop).at(-1)).toEqual({ period: 'all' })
  })

  test('lists the members of a level', async () => {
    server.answer(teamDetail, ({ level }) => ({
      items: level === 1 ? [friendWith()] : [friendWith({ id: '2', name: 'Rafi ***', spend: null })],
      next: null,
    }))
    const user = await openApp(paths.teamDetail('1'), { width: PHONE_PX })
    await screen.findByText('Tanvir ***')
    await user.click(screen.getByRole('radio', { name: 'Indirect' }))
    await screen.findByText('Rafi ***')
    expect(screen.queryByText('Spent')).toBeNull()
  })
})

describe('rebates', () => {
  test('are summed by kind of order', async () => {
    await openApp(paths.bonus(), { width: PHONE_PX })
    const table = await screen.findByRole('table')
    const rows = within(table).getAllByRole('row')
    // pending, in the queue, in review, paid
    expect(rows[1]!.textContent).toBe('Mall orders₫3.25₫0.00₫0.00₫12.50')
    expect(rows.at(-1)!.textContent).toBe('Total₫3.25₫0.00₫0.00₫12.50')
  })

  test('show their calculation with all decimals beside them in a wide window', async () => {
    server.answer(userRebateList, () => ({
      items: [rebateWith({ basis: '25.00', rate: 50, amount: '0.125' })],
      next: null,
    }))
    await openApp(paths.bonus())
    const { previousElementSibling: formula } = await screen.findByText('Paid when the order is final.')
    expect(formula?.textContent).toBe('₫25.00 × 0.5% = ₫0.1250')
    expect(screen.queryByRole('button', { name: 'Tanvir ***' })).toBeNull()
  })

  test('show how one was computed, and why another was not paid', async () => {
    server.answer(userRebateList, () => ({
      items: [
        rebateWith(),
        rebateWith({ id: '2', name: 'Nabila ***', state: 'void', reason: 'refunded', amount: '0.00' }),
        rebateWith({ id: '3', name: 'Rafi ***', kind: 'bets', capped: true }),
      ],
      next: null,
    }))
    const user = await openApp(paths.bonus(), { width: PHONE_PX })
    const first = await screen.findByRole('button', { name: 'Tanvir ***' })
    await user.click(first)
    expect(first.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('Paid when the order is final.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Nabila ***' }))
    expect(screen.getByText('The order was refunded.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Rafi ***' }))
    expect(screen.getByText(/^Cut: all rebates on a bet/)).toBeTruthy()
  })

  test('are filtered by state', async () => {
    const user = await openApp(paths.bonus(), { width: PHONE_PX })
    await screen.findByRole('button', { name: 'Tanvir ***' })
    server.answer(userRebateList, () => ({ items: [], next: null }))
    await user.click(screen.getByRole('radio', { name: 'In the queue' }))
    await screen.findByText('No rebates here')
    expect(server.inputs(userRebateList).at(-1)).toMatchObject({ state: 'queued' })
  })
})
