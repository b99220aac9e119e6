/** The threshold of the identity check, for withdrawals that are applied for at once. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePayout } from '../../../testing/made/payouts.ts'
import { waivePlay, transfer } from '../../ledger/index.ts'
import { testWallet, type TestWallet } from '../wallet.fixture.ts'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await testWallet({
    settings: {
      'wallet.identityFrom': '1000',
      'wallet.withdrawalOpens': '0',
      'wallet.withdrawalCloses': '1440',
      'wallet.withdrawalMaxOpen': '100',
    },
    identity: { state: async () => 'waiting', names: async () => new Map() },
  })
})
afterAll(() => wallet.close())

test('forty at once stay below the threshold together', async () => {
  const person = await wallet.person()
  const { memberId } = person
  await wallet.db.tx(async (tx) => {
    const [from, to] = [{ house: 'cash' as const }, { member: memberId }]
    await transfer(tx, { ref: randomUUID(), kind: 'recharge', from, to, amount: 90_000_0000n })
    await waivePlay(tx, memberId)
  })
  await makePayout(wallet, memberId)
  const apply = () =>
    person.client.call(ENDPOINTS.withdraw, { amount: '300.00', code: '123456', requestId: randomUUID() })
  const tries = await Promise.allSettled(Array.from({ length: 40 }, apply))
  const codes = tries.map((one) =>
    one.status === 'fulfilled' ? 'applied' : (one.reason as { code: string }).code,
  )
  // three times 300 is below 1,000, and the fourth reaches it
  expect(codes.filter((code) => code === 'applied')).toHaveLength(3)
  expect(new Set(codes)).toEqual(new Set(['applied', 'IDENTITY_REQUIRED']))
  expect(await wallet.balance(person)).toBe(89_100_0000n)
})
