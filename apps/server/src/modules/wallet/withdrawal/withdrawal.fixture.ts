/** Members with money and a payout account, and what the tests of withdrawals do with it. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { makePayout, makeWithdrawal } from '../../../testing/made/payouts.ts'
import { waivePlay } from '../../ledger/index.ts'
import { sendNotice, type Person, type TestWallet } from '../wallet.fixture.ts'

export type Rich = Person & { account: string }

/** Recharges at the sandbox company. @param amount `1000.00` */
export async function recharge(wallet: TestWallet, { client }: Person, amount: string): Promise<void> {
  const input = { method: 'sandbox', amount, requestId: randomUUID() }
  const { payUrl } = await client.call(ENDPOINTS.openRecharge, input)
  const paymentId = new URL(payUrl ?? '', wallet.url).searchParams.get('payment') ?? ''
  const status = await sendNotice(wallet, { paymentId, amount })
  if (status !== 200) throw new Error(`the notice was answered with ${status}`)
}

/** A member with money that is not to be played through, and a usable account. */
export async function richMember(wallet: TestWallet, amount = '1000.00'): Promise<Rich> {
  const person = await wallet.person()
  await recharge(wallet, person, amount)
  await wallet.owner.tx((tx) => waivePlay(tx, person.memberId))
  const account = await makePayout(wallet, person.memberId, `m${randomUUID().slice(0, 8)}@okbank`)
  return { ...person, account }
}

export type Applied = { id: string; number: string }

/** A withdrawal that waits. @param amount minor units */
export async function applied(wallet: TestWallet, person: Rich, amount: bigint): Promise<Applied> {
  const id = await makeWithdrawal(wallet, person.memberId, { accountId: person.account, amount })
  const [row] = await wallet.db.query<{ number: string }>(
    'select number from withdrawal where withdrawal_id = $1',
    [id],
  )
  return { id, number: row!.number }
}
