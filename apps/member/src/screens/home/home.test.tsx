// @vitest-environment happy-dom
import { taskList } from '@fairlot/contract/endpoints/growth/tasks'
import { home, kinds, system } from '@fairlot/contract/endpoints/home'
import { notices } from '@fairlot/contract/endpoints/mall/wishes'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Output } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { cardWith } from '../../testing/issues.ts'
import { tasksWith } from '../../testing/growth.ts'
import { openApp, server, setUpApp, systemInfo } from '../../testing/open-app.tsx'
import { useSession } from '../../stores/session.ts'
import { setViewport } from '../../testing/viewport.ts'

setUpApp()

type Home = Output<typeof home>

const named = (issue: string, title: string, left: number) => {
  const card = cardWith({ issue, sold: 100 - left })
  return { ...card, product: { ...card.product, title } }
}
const homeWith = (more: Partial<Home> = {}): Home => ({
  drawingNext: null,
  almostFull: [
    named('A-0001', 'A watch', 30),
    named('B-0001', 'A scooter', 20),
    named('C-0001', 'A phone', 5),
  ],
  justOpened: [],
  justDrawn: [],
  winners: [],
  prize: null,
  serverTime: Date.now(),
  ...more,
})

beforeEach(() => {
  setViewport(390)
  server.answer(kinds, () => ({ categories: [], modes: [] }))
  server.answer(home, () => homeWith())
})

test('a goods card is one link', async () => {
  await openApp(paths.home())
  const card = (await screen.findByRole('link', { name: 'A scooter' })).closest('article')!
  expect(within(card).getAllByRole('link')).toHaveLength(1)
  expect(within(card).queryByRole('button')).toBeNull()
})

test('a wide window shows beside the hero which issues fill next, the one with the fewest shares left first', async () => {
  setViewport(1440)
  await openApp(paths.home())
  const heading = await screen.findByRole('heading', { name: 'Next to fill' })
  const rows = within(heading.closest('section')!).getAllByRole('heading', { level: 3 })
  expect(rows.map((row) => row.textContent)).toEqual(['A phone', 'A scooter'])
})

test('a tablet has balance and notices in the head', async () => {
  setViewport(820)
  await openApp(paths.home())
  expect((await screen.findByRole('link', { name: 'Notices' })).getAttribute('href')).toContain('/notices')
  expect(await screen.findByText('₫1,000.00')).toBeDefined()
})

test('a phone has the notices in the head, and a dot on the bell and on the tab of the account while one is new', async () => {
  server.answer(notices, () => ({ items: [], next: null, unread: 2 }))
  await openApp(paths.home())
  const bell = await screen.findByRole('link', { name: 'Notices, New' })
  expect(bell.getAttribute('href')).toContain('/notices')
  const tabs = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(await tabs.findByRole('link', { name: /^Account\s+New$/ })).toBeDefined()
})

test('the row of the notices in the account has the count of new ones', async () => {
  server.answer(notices, () => ({ items: [], next: null, unread: 2 }))
  await openApp(paths.account())
  expect(await screen.findByRole('link', { name: /^Notices\s*2$/ })).toBeDefined()
})

test('a visitor has no bell', async () => {
  useSession.getState().end()
  await openApp(paths.home())
  await screen.findByRole('heading', { name: /Fairlot/ })
  await screen.findByRole('link', { name: 'Register' })
  expect(screen.queryByRole('link', { name: /Notices/ })).toBeNull()
})

test('the hero of a winner is the prize until it is answered, and the winner line says You', async () => {
  const prize = {
    order: '018f0000-0000-7000-8000-00000000000a',
    card: {
      ...named('W-0001', 'A television', 0),
      status: 'drawn' as const,
      winner: { code: 1_000_055, name: 'Rahima ***', quantity: 2, mine: true },
    },
    code: 1_000_055,
    value: '2000.00',
  }
  const winners = [
    { issue: 'X-0001', title: 'A camera', name: 'Tanvir ***', at: 2, mine: false },
    { issue: 'W-0001', title: 'A television', name: 'Rahima ***', at: 1, mine: true },
  ]
  server.answer(home, () => homeWith({ prize, winners }))
  await openApp(paths.home())
  const link = await screen.findByRole('link', { name: 'See my prize' })
  expect(link.getAttribute('href')).toContain(`order=${prize.order}`)
  expect(screen.getByRole('heading', { name: 'A television' })).toBeDefined()
  expect(screen.getByText('1000055')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Winners' }).textContent).toBe('You won A television')
})

test('no shortcut leads to finance products while they are off', async () => {
  server.answer(system, () => ({ ...systemInfo(), modulesOff: ['finance' as const] }))
  await openApp(paths.home())
  const entries = within(await screen.findByRole('navigation', { name: 'Shortcuts' }))
  await waitFor(() => expect(entries.getAllByRole('link')).toHaveLength(4))
  expect(entries.queryByRole('link', { name: /Finance/ })).toBeNull()
})

test('no shortcut leads to invitations while they are off', async () => {
  server.answer(system, () => ({ ...systemInfo(), modulesOff: ['referral' as const] }))
  await openApp(paths.home())
  const entries = within(await screen.findByRole('navigation', { name: 'Shortcuts' }))
  await waitFor(() => expect(entries.getAllByRole('link')).toHaveLength(4))
  expect(entries.queryByRole('link', { name: /^Invite/ })).toBeNull()
})

test('the last shortcut is the invitation, or the newcomer gift while it is open', async () => {
  server.answer(taskList, () => tasksWith())
  await openApp(paths.home())
  const entries = within(await screen.findByRole('navigation', { name: 'Shortcuts' }))
  const gift = await entries.findByRole('link', { name: /^Welcome gift/ })
  expect(gift.getAttribute('href')).toContain('/pages/task/task')
  expect(entries.queryByRole('link', { name: /^Invite/ })).toBeNull()
})

test('without an open gift the last shortcut is the invitation', async () => {
  server.answer(taskList, () => tasksWith({ gifts: [] }))
  await openApp(paths.home())
  const entries = within(await screen.findByRole('navigation', { name: 'Shortcuts' }))
  const invite = await entries.findByRole('link', { name: /^Invite/ })
  expect(invite.getAttribute('href')).toContain('/pages/invitation/invitation')
})
