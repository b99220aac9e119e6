// @vitest-environment happy-dom
/** A translator replaces the text nodes of the page. */
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { rechargeAmounts, account } from '@fairlot/contract/endpoints/home'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { ISSUE, issueWith } from '../testing/issues.ts'
import { accountOf, openApp, PHONE_PX, server, setUpApp } from '../testing/open-app.tsx'
import { withstandTranslation } from './translated.ts'

setUpApp()
withstandTranslation()

/** Puts a copy of each text into two elements, and takes the text itself away. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    text.replaceWith(outer)
  }
}

test('the chance of a purchase stays live on a translated page', async () => {
  server.answer(goodsDetail, () => issueWith())
  server.answer(rechargeAmounts, () => ({ recharge: { steps: [], minimum: '100.00', maximum: '5000.00' } }))
  const user = await openApp(paths.goods(ISSUE, 1), { width: PHONE_PX })
  const sheet = within(await screen.findByRole('dialog', { name: 'A phone' }))
  const chance = () => sheet.getByText('Your chance').closest('dt')?.nextElementSibling?.textContent
  expect(chance()).toContain('1.00%')
  translate()
  await user.click(sheet.getByRole('button', { name: 'More' }))
  expect(chance()).toContain('2.00%')
})

test('a translated page stays when what it shows goes', async () => {
  server.answer(account, () => accountOf())
  const user = await openApp(paths.account(), { width: PHONE_PX })
  const hide = await screen.findByRole('button', { name: 'Hide amounts' })
  translate()
  await user.click(hide)
  expect(await screen.findByRole('button', { name: 'Show amounts' })).toBeTruthy()
  expect(screen.queryByText('This could not be loaded')).toBeNull()
})
