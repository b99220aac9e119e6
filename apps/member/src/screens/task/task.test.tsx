// @vitest-environment happy-dom
import { prizeDetail } from '@fairlot/contract/endpoints/growth/prize'
import { taskCheckIn, taskClaim, taskList, taskMember } from '@fairlot/contract/endpoints/growth/tasks'
import { teamSummary } from '@fairlot/contract/endpoints/growth/team'
import { system } from '@fairlot/contract/endpoints/home'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { prizeWith, tasksWith, teamWith, vipWith } from '../../testing/growth.ts'
import { openApp, PHONE_PX, server, setUpApp, systemInfo } from '../../testing/open-app.tsx'

setUpApp()

const VOUCHER = '018f0000-0000-7000-8000-0000000000c1'

beforeEach(() => {
  server.answer(taskList, () => tasksWith())
  server.answer(taskMember, () => vipWith())
  server.answer(teamSummary, () => teamWith())
  server.answer(prizeDetail, () => prizeWith())
})

const open = () => openApp(paths.task(), { width: PHONE_PX })

describe('the Team tab', () => {
  test('shows the row of days with today, and what each reward is', async () => {
    await open()
    const row = await screen.findByRole('list', { name: 'Days in a row' })
    const days = within(row).getAllByRole('listitem')
    expect(days.map((day) => day.textContent)).toEqual([
      'Day 1done',
      'Day 2done',
      'Day 3₫0.20',
      'Day 4₫0.20',
      'Day 5₫0.30',
      'Day 6₫0.30',
      'Day 7₫1',
    ])
    expect(days[2]!.getAttribute('aria-current')).toBe('date')
    expect(screen.getByRole('timer', { name: 'Today ends in' })).toBeTruthy()
  })

  test('shows the event, the way to the next VIP level and the team', async () => {
    await open()
    await screen.findByRole('link', { name: '₫750 more to reach VIP 2' })
    expect(await screen.findByRole('link', { name: 'My team' })).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Progress to the next level' })).toBeTruthy()
    expect(await screen.findByText('Prize pool')).toBeTruthy()
  })

  test('keeps tasks and the level while invitations are switched off', async () => {
    server.answer(system, () => ({ ...systemInfo(), modulesOff: ['referral' as const] }))
    const { ladder, daily } = tasksWith()
    server.answer(taskList, () =>
      tasksWith({
        daily: [...daily, { task: 'invite', reward: '1.00', state: 'open' }],
        ladder: ladder.map((rung) => ({ ...rung, state: 'open' })),
      }),
    )
    await open()
    await screen.findByRole('heading', { level: 1, name: 'Tasks' })
    expect(screen.getByRole('link', { name: 'Tasks', current: 'page' })).toBeTruthy()
    await screen.findByRole('button', { name: /^Check in/ })
    await screen.findByRole('link', { name: '₫750 more to reach VIP 2' })
    expect(screen.queryByRole('heading', { name: 'Invitation ladder' })).toBeNull()
    for (const name of ['My team', 'Prize-share event', 'Go: Invite a friend', 'Go: Share your link'])
      expect(screen.queryByRole('link', { name })).toBeNull()
  })

  test('a row of seven days begins again on the eighth', async () => {
    const { rewards } = tasksWith().checkIn
    server.answer(taskList, () => tasksWith({ checkIn: { streak: 7, doneToday: false, rewards } }))
    await open()
    await screen.findByRole('button', { name: 'Check in for ₫0.10' })
  })
})

describe('the check-in', () => {
  test('is sent once, with a request id, and then shows the next one', async () => {
    server.answer(taskCheckIn, () => ({ streak: 3, amount: '0.20', balance: '1000.20' }))
    const user = await open()
    const { rewards } = tasksWith().checkIn
    const button = await screen.findByRole('button', { name: 'Check in for ₫0.20' })
    server.answer(taskList, () => tasksWith({ checkIn: { streak: 3, doneToday: true, rewards } }))
    await user.click(button)
    await screen.findByText('₫0.20 is in your wallet')
    await screen.findByText('Checked in')
    expect(screen.getByRole('timer', { name: 'Next check-in in' })).toBeTruthy()
    expect(server.inputs(taskCheckIn)).toMatchObject([{ requestId: expect.any(String) }])
  })

  test('whose answer is lost is repeated with the same request id', async () => {
    server.lose(taskCheckIn)
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Check in for ₫0.20' }))
    await waitFor(() => expect(server.inputs(taskCheckIn).length).toBe(3))
    server.answer(taskCheckIn, () => ({ streak: 3, amount: '0.20', balance: '1000.20' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Check in for ₫0.20' }).getAttribute('aria-busy')).toBeNull(),
    )
    await user.click(screen.getByRole('button', { name: 'Check in for ₫0.20' }))
    await screen.findByText('₫0.20 is in your wallet')
    expect(new Set(server.inputs(taskCheckIn).map(({ requestId }) => requestId)).size).toBe(1)
  })
})

describe('a claim', () => {
  test('of a task turns into a check', async () => {
    server.answer(taskClaim, ({ claim }) => ({ claim, amount: '0.50', voucher: null, balance: '1000.50' }))
    const user = await open()
    const button = await screen.findByRole('button', { name: 'Claim: First purchase' })
    server.answer(taskList, () =>
      tasksWith({ daily: [{ task: 'purchase', reward: '0.50', state: 'claimed' }] }),
    )
    await user.click(button)
    await screen.findByText('₫0.50 is in your wallet')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Claim: First purchase' })).toBeNull())
    expect(server.inputs(taskClaim)).toMatchObject([{ claim: 'purchase' }])
  })

  test('of a gift brings a voucher', async () => {
    server.answer(taskClaim, ({ claim }) => ({
      claim,
      amount: '0.00',
      voucher: VOUCHER,
      balance: '1000.00',
    }))
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Claim: ₫2 off' }))
    await screen.findByText('The voucher is yours')
    expect(server.inputs(taskClaim)).toMatchObject([{ claim: 'gift_register' }])
    expect(screen.getByRole('link', { name: 'Top up' })).toBeTruthy()
  })

  test('that is refused says why beside the reward, with the way that helps', async () => {
    server.refuse(taskClaim, 'EXCLUDED')
    const user = await open()
    const button = await screen.findByRole('button', { name: 'Claim: 1 friend' })
    await user.click(button)
    const strip = button.closest('li')!
    const alert = await within(strip).findByText(/^Buying and topping up are off/)
    expect(alert).toBeTruthy()
    expect(within(strip).getByRole('link')).toBeTruthy()
  })

  test('is not offered while rewards are paused, and the page says why', async () => {
    server.answer(taskList, () => tasksWith({ paused: true }))
    await open()
    const why = /^Rewards are paused/
    await screen.findAllByText(why)
    const button = await screen.findByRole('button', { name: 'Claim: First purchase' })
    expect(button).toHaveProperty('disabled', true)
    expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toMatch(why)
  })

  test('is not offered while tasks are off', async () => {
    server.answer(taskList, () => tasksWith({ on: false }))
    await open()
    await screen.findAllByText('Tasks are switched off at the moment.')
    const button = screen.getByRole('button', { name: /^Check in/ })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})

test('a task that is open leads to where it is done', async () => {
  await open()
  const link = await screen.findByRole('link', { name: 'Go: Share your link' })
  expect(link.getAttribute('href')).toContain('/pages/invitation/invitation')
})

test('a page that fails can be tried again', async () => {
  server.refuse(taskList, 'UNAVAILABLE')
  const user = await open()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  server.answer(taskList, () => tasksWith())
  await user.click(retry)
  await screen.findByRole('button', { name: 'Claim: First purchase' })
})

describe('the VIP levels', () => {
  test('show the member’s level, the spend that the next level needs, and all levels in a table', async () => {
    await openApp(paths.vip(), { width: PHONE_PX })
    const levels = await screen.findByRole('list', { name: 'Levels' })
    const [, own, next] = within(levels).getAllByRole('listitem')
    expect(own!.getAttribute('aria-current')).toBe('true')
    expect(within(own!).getByText('Your level')).toBeTruthy()
    expect(within(next!).getByText('₫750.00 to go'.replace('.00', ''))).toBeTruthy()
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows[2]).toContain('VIP 1')
    expect(rows[2]).toContain('4.5%')
    expect(rows[2]).toContain('+0.1%')
    expect(rows[2]).toContain('0.5%')
  })

  test('list the refunds of each day with their calculation', async () => {
    await openApp(paths.vip(), { width: PHONE_PX })
    await screen.findByText('22 Nov 2026'.replace('22 Nov', 'Nov 22,'))
    expect(screen.getByText('3 orders that didn’t win')).toBeTruthy()
    expect(screen.getByText('₫75.00').parentElement!.textContent).toBe('₫75.00 × 0.5%')
  })
})
