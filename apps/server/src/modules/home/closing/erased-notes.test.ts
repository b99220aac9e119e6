/** What operators wrote to a member is gone with the account, wherever it was stored. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breachesOf, paidMembers } from '../../../testing/fuzz-world.ts'
import { makeCheck } from '../../../testing/made/identity-checks.ts'
import { makeOperator } from '../../../testing/operators.ts'
import { makePayout, makeWithdrawal } from '../../../testing/made/payouts.ts'
import type { TestMember } from '../../../testing/factories.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

/** The tables of which a row has the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await server.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await server.owner.query(`select 1 from "${name}" t where t::text like $1 limit 1`, [
      `%${text}%`,
    ])
    if (rows.length > 0) found.push(name)
  }
  return found
}

test('closing an account erases notes about withdrawals, payout accounts and identity checks', async () => {
  const [member] = (await paidMembers(server, 1, '1000.00')) as [TestMember]
  const { client } = await makeOperator(server, ['owner'])
  const place = { db: server.db, wallet: server.context.wallet }
  const accountId = await makePayout(place, member.memberId)
  const id = await makeWithdrawal(place, member.memberId, { accountId, amount: 200_0000n })
  const { number } = await member.client.call(ENDPOINTS.withdrawStatus, { id })
  const note = 'Write to Rose Lane 12, please.'
  await client.call(ENDPOINTS.withdrawalReject, {
    number,
    reason: 'name_differs',
    note,
    requestId: randomUUID(),
  })
  const check = await makeCheck(server, member)
  await client.call(ENDPOINTS.identityRefuse, { number: check.number, reason: 'other', note })
  expect(await tablesWith('Rose Lane')).toEqual(
    expect.arrayContaining(['identity_check', 'payout_account', 'withdrawal']),
  )

  const { identity, jobs } = server.context
  await member.client.call(ENDPOINTS.sendVerify, { purpose: 'close' })
  await jobs.drain()
  const inbox = await fetch(`${server.url}/sandbox/inbox.json?phone=${encodeURIComponent(member.phone)}`)
  const { items } = (await inbox.json()) as { items: { code: string | null }[] }
  await member.client.call(ENDPOINTS.closeAccount, { code: items[0]!.code! })
  await jobs.drain()
  expect(await identity.member(server.db, member.memberId)).toBeUndefined()
  // the log of what operators did stays
  expect(await tablesWith('Rose Lane')).toEqual(['audit'])
})
