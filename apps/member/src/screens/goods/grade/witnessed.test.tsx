// @vitest-environment happy-dom
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { ISSUE, issueWith } from '../../../testing/issues.ts'
import { openApp, server, setUpApp } from '../../../testing/open-app.tsx'

setUpApp()

test('the badge of a witnessed issue explains who could still cheat', async () => {
  server.answer(goodsDetail, () => issueWith({ badge: 'witnessed' }, { grade: 'witnessed' }))
  const user = await openApp(paths.goods(ISSUE))
  await user.click(await screen.findByRole('button', { name: 'Draw grade Witnessed' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Who could cheat?' }))
  const grades = sheet.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(grades).toEqual(['WitnessedThis issue', 'Public beacon', 'Sealed secret', 'Order times only'])
  sheet.getByText(/the house together with any one of the named witnesses/)
})

test('a sold-out issue without a witness says what it waits for', async () => {
  server.answer(goodsDetail, () =>
    issueWith({ badge: 'witnessed', status: 'sold_out', sold: 100, soldOutAt: 1, awaitsWitness: true }),
  )
  await openApp(paths.goods(ISSUE))
  await screen.findByRole('heading', { name: 'Waiting for a witness' })
  screen.getByText(/nothing is sealed without witnesses/)
})

test('an issue whose seal no witness signed in time says that it is sealed again', async () => {
  const past = { soldOutAt: 1, drawAt: Date.now() - 60_000, attempt: 1, awaitsWitness: true }
  server.answer(goodsDetail, () => issueWith({ badge: 'witnessed', status: 'sold_out', sold: 100, ...past }))
  await openApp(paths.goods(ISSUE))
  await screen.findByText(/the same orders are sealed again for a later number/)
})

test('a sold-out issue that is about to be sealed waits for no witness', async () => {
  server.answer(goodsDetail, () =>
    issueWith({ badge: 'witnessed', status: 'sold_out', sold: 100, soldOutAt: Date.now() }),
  )
  await openApp(paths.goods(ISSUE))
  await screen.findByRole('heading', { name: 'The orders are being sealed' })
})
