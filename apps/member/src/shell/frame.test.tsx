// @vitest-environment happy-dom
import { kinds } from '@fairlot/contract/endpoints/home'
import { goodsDetail, goodsList } from '@fairlot/contract/endpoints/mall/goods'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { ISSUE, issueWith } from '../testing/issues.ts'
import { openApp, server, setUpApp } from '../testing/open-app.tsx'
import { useSession } from '../stores/session.ts'
import { setViewport } from '../testing/viewport.ts'
// The app fetches its pages when they are opened. Here they are there from the start, so that no wait measures their transformation.
import '../screens/landing/landing.tsx'
import '../screens/mall/mall.tsx'
import './desk/desk.tsx'

setUpApp()

beforeEach(() => {
  setViewport(390)
  server.answer(kinds, () => ({ categories: [], modes: [] }))
  server.answer(goodsList, () => ({ items: [], next: null }))
})

const focused = () => document.activeElement

test('the first tab stop leads past the bars to the content', async () => {
  const user = await openApp(paths.landing())
  await screen.findByRole('heading', { level: 1 })
  await user.tab()
  expect(focused()).toBe(screen.getByRole('link', { name: 'Skip to content' }))
  await user.keyboard('{Enter}')
  expect(focused()).toBe(screen.getByRole('main'))
})

test('a phone has the tab bar and neither top bar nor footer', async () => {
  await openApp(paths.mall())
  await screen.findByRole('navigation', { name: 'Main' })
  expect(screen.queryByRole('contentinfo')).toBeNull()
  expect(screen.queryByRole('searchbox', { name: 'Search products' })).toBeNull()
})

test('a wide window has the tabs, the balance and the account in the top bar', async () => {
  setViewport(1440)
  await openApp(paths.landing())
  await screen.findByRole('contentinfo')
  const bar = within(screen.getAllByRole('banner')[0]!)
  expect(bar.getByRole('link', { name: 'Mall' }).getAttribute('href')).toContain('/pages/mall/mall')
  expect(await bar.findByText('₫1,000.00')).toBeDefined()
  expect(bar.getByRole('link', { name: 'Top up' }).getAttribute('href')).toContain('/pages/payment/recharge')
  expect(bar.getByRole('link', { name: 'Account' }).getAttribute('href')).toContain('/pages/account/account')
})

test('a goods page marks the mall in the top bar, and has its three buttons beside the crumbs', async () => {
  setViewport(1440)
  server.answer(goodsDetail, () => issueWith())
  await openApp(paths.goods(ISSUE))
  await screen.findByRole('contentinfo')
  const bar = within(screen.getAllByRole('banner')[0]!)
  expect(bar.getByRole('link', { name: 'Mall' }).getAttribute('aria-current')).toBe('true')
  expect(bar.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull()
  const row = (await screen.findByText('Notify me')).parentElement
  expect(row?.textContent).toBe('Notify meSaveCopy link')
})

test('a visitor finds log in and register in the top bar', async () => {
  useSession.getState().end()
  setViewport(1440)
  await openApp(paths.landing())
  await screen.findByRole('contentinfo')
  const bar = within(screen.getAllByRole('banner')[0]!)
  expect(bar.getByRole('link', { name: 'Log in' })).toBeDefined()
  expect(bar.getByRole('link', { name: 'Register' })).toBeDefined()
  expect(bar.queryByRole('link', { name: 'Account' })).toBeNull()
})

test('the slash key leads to the search of the top bar, and a search to the mall', async () => {
  setViewport(1440)
  const user = await openApp(paths.landing())
  const field = await screen.findByRole('combobox', { name: 'Search products' })
  await user.keyboard('/')
  expect(focused()).toBe(field)
  await user.keyboard('gold{Enter}')
  await waitFor(() => {
    expect(server.inputs(goodsList)).toContainEqual(expect.objectContaining({ search: 'gold' }))
  })
})
