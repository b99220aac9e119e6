// @vitest-environment happy-dom
/** What a screen reader hears of a result on the page of an issue. */
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { ISSUE, issueWith } from '../../../testing/issues.ts'
import { openApp, server, setUpApp } from '../../../testing/open-app.tsx'
import { setViewport } from '../../../testing/viewport.ts'

setUpApp()

beforeEach(() => setViewport(390))

test.each([
  { mine: 3, isMine: true, said: 'The winning code is 1000042. You won.' },
  { mine: 3, isMine: false, said: 'The winning code is 1000042. Your 3 shares didn’t win.' },
  { mine: 0, isMine: false, said: 'The winning code is 1000042. Tanvir *** won.' },
])('the result is said as "$said"', async ({ mine, isMine, said }) => {
  const winner = { code: 1_000_042, name: 'Tanvir ***', quantity: 3, mine: isMine }
  const drawn = { status: 'drawn' as const, sold: 100, mine, drawAt: 1, drawnAt: 1, winner }
  server.answer(goodsDetail, () => issueWith(drawn))
  await openApp(paths.goods(ISSUE))
  expect(await screen.findByText(said)).toBeTruthy()
})
