// @vitest-environment happy-dom
/** Going back with sheets and dialogs. */
import { addressDelete, addressList } from '@fairlot/contract/endpoints/address'
import { kinds } from '@fairlot/contract/endpoints/home'
import { goodsFilters, goodsList } from '@fairlot/contract/endpoints/mall/goods'
import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { hrefOf, paths } from '../../paths.ts'
import { appHistory, openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'
import { addressWith } from '../../testing/prizes.ts'
import '../../screens/address/addresses.tsx'
import '../../screens/address/address-form.tsx'
import '../../screens/mall/mall.tsx'

setUpApp()
configure({ asyncUtilTimeout: 15_000 })

const goBack = async () => await act(async () => appHistory.back())
const goForward = async () => await act(async () => appHistory.forward())
const here = () => appHistory.location.href
const BOOK = hrefOf(paths.addresses())
const WINNERS = paths.winners()

beforeEach(() => {
  server.answer(addressList, () => ({ items: [addressWith()], maximum: 20 }))
  server.answer(kinds, () => ({ categories: [], modes: [] }))
  server.answer(goodsList, () => ({ items: [], next: null }))
})

async function openBook() {
  const user = await openApp(paths.addresses(), { width: PHONE_PX, before: WINNERS })
  const opener = await screen.findByRole('button', { name: /^Delete/ })
  const ask = async () => {
    await user.click(opener)
    return within(await screen.findByRole('alertdialog'))
  }
  const isGone = async () => await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  return { user, opener, ask, isGone }
}

test('going back closes a dialog, stays on the page and returns the focus; going forward opens nothing', async () => {
  const { opener, ask, isGone } = await openBook()
  await ask()
  await goBack()
  await isGone()
  expect(here()).toBe(BOOK)
  await waitFor(() => expect(document.activeElement).toBe(opener))
  await goForward()
  expect(here()).toBe(BOOK)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(server.inputs(addressDelete)).toEqual([])
  await goBack()
  await waitFor(() => expect(here()).toBe(hrefOf(WINNERS)))
})

test('a dialog that was closed otherwise costs no step back, however often it was opened', async () => {
  const { user, ask, isGone } = await openBook()
  for (let times = 0; times < 2; times++) {
    const question = await ask()
    await user.click(question.getAllByRole('button')[0]!)
    await isGone()
  }
  await goBack()
  await waitFor(() => expect(here()).toBe(hrefOf(WINNERS)))
})

test('going back closes the list of countries in a form with changes, without a question', async () => {
  const user = await openApp(paths.addressForm(), { width: PHONE_PX, before: WINNERS })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Recipient’s full name' })
  await user.type(name, 'Nusrat')
  await user.click(await screen.findByRole('button', { name: 'Country code: +880' }))
  await screen.findByRole('dialog', { name: 'Country code' })
  await goBack()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(name.value).toBe('Nusrat')
  expect(here()).toBe(hrefOf(paths.addressForm()))
})

test('what a sheet wrote into the address stays when going back closes it', async () => {
  server.answer(goodsFilters, () => ({
    total: 3,
    categories: [],
    prices: [{ above: '5.00', upTo: null, count: 3 }],
    sizes: [],
    mine: 0,
    favourites: 0,
    search: null,
  }))
  const user = await openApp(paths.mall(), { width: PHONE_PX, before: WINNERS })
  await user.click(await screen.findByRole('button', { name: /^Filter/ }))
  const sheet = within(await screen.findByRole('dialog'))
  const before = here()
  await user.click(await sheet.findByRole('checkbox', { name: 'More than ₫5' }))
  await waitFor(() => expect(here()).not.toBe(before))
  const chosen = here()
  await goBack()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(here()).toBe(chosen))
  await goBack()
  await waitFor(() => expect(here()).toBe(hrefOf(WINNERS)))
})
