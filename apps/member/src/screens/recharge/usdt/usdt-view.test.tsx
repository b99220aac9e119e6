// @vitest-environment happy-dom
import { rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as live from '../../../live/live.ts'
import { paths } from '../../../paths.ts'
import { openApp, PHONE_PX, server, setUpApp } from '../../../testing/open-app.tsx'
import type { Recharge } from '../status/use-recharge-state.ts'

setUpApp()

// the stream carries everything, and reports nothing
beforeEach(() => void vi.spyOn(live, 'useLive').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const ID = '018f0000-0000-7000-8000-0000000000c1'
const ADDRESS = 'TQ7vKx93bLmAfR2wEzH8cNpY5tGdJsMk9d'

/** Fixed: the recharge has ended. */
const ENDED: Recharge = {
  id: ID,
  number: 'R7Q2M4X9K1T8Z',
  amount: '500.00',
  credited: null,
  held: '120000.00',
  method: 'trc20',
  kind: 'trc20',
  name: null,
  status: 'failed',
  reason: 'expired',
  payUrl: null,
  instructions: null,
  payer: [],
  proof: null,
  proofUntil: null,
  createdAt: 1_800_000_000_000,
  expiresAt: 1_800_001_800_000,
  finishedAt: 1_800_001_800_000,
  timeline: [],
}

test('a late transfer that waits for operators is shown with what it is worth', async () => {
  server.answer(rechargeStatus, () => ENDED)
  await openApp(paths.payform(ID), { width: PHONE_PX })
  await screen.findByText(/120,000.* arrived after the time to pay/)
})

test('the confirmations of a transfer grow on the screen while a stream is open', async () => {
  let seen = 0
  const recharge = (): Recharge => ({
    id: ID,
    number: 'R7Q2M4X9K1T8Z',
    amount: '500.00',
    credited: null,
    method: 'trc20',
    kind: 'trc20',
    name: null,
    status: 'processing',
    reason: null,
    payUrl: null,
    instructions: {
      kind: 'crypto',
      address: ADDRESS,
      asset: 'USDT',
      network: 'TRC-20',
      units: '200.000000',
      received: '0.000000',
      rate: '2.50',
      qr: ADDRESS,
      confirmations: { seen: Math.min(++seen, 2), needed: 20 },
    },
    payer: [],
    proof: null,
    proofUntil: null,
    createdAt: Date.now(),
    expiresAt: Date.now() + 1_700_000,
    finishedAt: null,
    timeline: [],
  })
  server.answer(rechargeStatus, recharge)
  await openApp(paths.payform(ID), { width: PHONE_PX })
  await screen.findByText('1 of 20')
  await screen.findByText('2 of 20')
  expect(server.inputs(rechargeStatus).slice(0, 2)).toEqual([{ id: ID }, { id: ID }])
})
