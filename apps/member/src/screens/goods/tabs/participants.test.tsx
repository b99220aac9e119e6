// @vitest-environment happy-dom
import { goodsDetail, goodsHistory } from '@fairlot/contract/endpoints/mall/goods'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { ISSUE, issueWith } from '../../../testing/issues.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../../testing/open-app.tsx'

setUpApp()

const row = (place: number) => ({ place, name: `Member ${place} ***`, at: 60_000, mine: false })

test.each([
  [7, '2 more joined recently'],
  [6, '1 more joined recently'],
  [5, 'You’ve reached the end'],
])('the list of five names of %i members ends with "%s"', async (participants, end) => {
  server.answer(goodsDetail, () => issueWith({ participants }))
  server.answer(goodsHistory, () => ({ items: [5, 4, 3, 2, 1].map(row), next: null }))
  await openApp(paths.goods(ISSUE), { width: PHONE_PX })
  expect(await screen.findByText(end)).toBeTruthy()
})
