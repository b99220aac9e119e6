/** The members, orders and recharges that the states of the screens show. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { DEMO_LOGINS } from '@fairlot/server/demo/people'
import { testClient } from '@fairlot/server/testing/client'
import type { TestMember } from '@fairlot/server/testing/factories'
import type { Backstage } from '../backstage.ts'
import { atCashier } from '../cashier.ts'
import type { Places } from './state.ts'

async function demoMember({ context, db }: Backstage, url: string): Promise<TestMember> {
  const { phone } = DEMO_LOGINS[0]!
  const [row] = await db.query<{ member_id: string }>('select member_id from member where phone = $1', [
    phone,
  ])
  if (!row) throw new Error('the demo world has no such member')
  const session = await context.identity.openSession(row.member_id)
  return { memberId: row.member_id, phone, session, client: testClient({ url, session }) }
}

async function recharged(url: string, { client }: TestMember, choice: 'pay' | 'decline'): Promise<string> {
  const input = { method: 'sandbox', amount: '100.00', requestId: crypto.randomUUID() }
  const { id, payUrl } = await client.call(ENDPOINTS.openRecharge, input)
  await atCashier(url, payUrl!, choice)
  return id
}

/** Finds and makes the members, orders and recharges that the states show. */
export async function findPlaces(stage: Backstage, url: string): Promise<Places> {
  const [member, newcomer] = [await demoMember(stage, url), await stage.member()]
  const orders: Partial<Places['orders']> = {}
  let cursor: string | undefined
  do {
    const page = await member.client.call(ENDPOINTS.orderList, { limit: 100, ...(cursor && { cursor }) })
    for (const { order: id, status, card } of page.items) {
      // Which orders won is random. The one that shows a loss, or a prize as if it had won, is of a product that another member won.
      if (status === 'not_won' && card.mode === 'goods' && card.winner?.mine === false) orders.not_won ??= id
      // The television is drawn while the states are shown.
      if (status === 'awaiting_draw' && card.status === 'selling') orders.awaiting_draw ??= id
    }
    cursor = page.next ?? undefined
  } while (cursor)
  const { not_won, awaiting_draw } = orders
  if (!not_won || !awaiting_draw) throw new Error('the demo member has too few orders')
  const success = await recharged(url, newcomer, 'pay')
  const failed = await recharged(url, newcomer, 'decline')
  const { id: processing } = await newcomer.client.call(ENDPOINTS.openRecharge, {
    method: 'sandbox',
    amount: '250.00',
    requestId: crypto.randomUUID(),
  })
  return {
    member,
    newcomer,
    orders: { not_won, awaiting_draw },
    recharges: { success, processing, failed },
  }
}
