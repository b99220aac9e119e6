/** The sandbox's payment page and SMS inbox. */
import { randomUUID } from 'node:crypto'
import type { Client } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { until } from './until.ts'

export type CashierChoice = 'pay' | 'decline' | 'delay' | 'repeat' | 'wrong'

/** Presses a button of the cashier's page. @param payUrl of the recharge */
export async function atCashier(url: string, payUrl: string, choice: CashierChoice): Promise<void> {
  const page = new URL(payUrl, url)
  const payment = page.searchParams.get('payment')
  if (payment === null) throw new Error(`${payUrl} names no payment`)
  const response = await fetch(new URL(page.pathname, url), {
    method: 'POST',
    body: new URLSearchParams({ payment, choice }),
    redirect: 'manual',
  })
  if (response.status !== 303) throw new Error(`the cashier answered ${response.status}`)
}

/** Recharges and pays; resolves when the money is in the wallet. */
export async function payIn(url: string, client: Client, amount: string): Promise<void> {
  const { id, payUrl } = await client.call(ENDPOINTS.openRecharge, {
    method: 'sandbox',
    amount,
    requestId: randomUUID(),
  })
  if (payUrl === null) throw new Error('the recharge names no page to pay on')
  await atCashier(url, payUrl, 'pay')
  await until('the recharge is credited', async () => {
    const { status } = await client.call(ENDPOINTS.rechargeStatus, { id })
    if (status === 'failed') throw new Error('the recharge failed')
    return status === 'success'
  })
}

type Inbox = { items: { code: string | null; sentAt: number }[] }

/** Waits for a code of a phone number that is not `except`, and answers the newest one. */
export function smsCode(url: string, phone: string, except?: string): Promise<string> {
  return until(`a code reaches ${phone}`, async () => {
    const newest = await newestCode(url, phone)
    return newest && newest !== except ? newest : false
  })
}

/** The newest code that was sent to a phone number; undefined: none. */
export async function newestCode(url: string, phone: string): Promise<string | undefined> {
  const response = await fetch(`${url}/sandbox/inbox.json?phone=${encodeURIComponent(phone)}`)
  const { items } = (await response.json()) as Inbox
  return items[0]?.code ?? undefined
}
