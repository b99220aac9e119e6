// @vitest-environment happy-dom
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { ISSUE, issueWith } from '../../testing/issues.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

const WITNESSES = /could not be secured by witnesses within 7.days/
const DEADLINE = /Not all shares were sold by the deadline/

const BEACON = /the public beacon whose number it waited for has stopped for good/

test.each([
  ['the missing witnesses', { unwitnessed: true }, WITNESSES, DEADLINE],
  ['the dead beacon', { beaconDead: true }, BEACON, DEADLINE],
  ['the deadline', {}, DEADLINE, WITNESSES],
] as const)('an issue that was refunded names %s as the reason', async (_, why, named, other) => {
  server.answer(goodsDetail, () => issueWith({ status: 'refunded', ...why }))
  await openApp(paths.goods(ISSUE), { width: PHONE_PX })
  await screen.findByText(named)
  expect(screen.queryByText(other)).toBeNull()
})
