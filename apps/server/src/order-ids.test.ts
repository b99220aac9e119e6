/** The ids that a program is told: each follows from the member and from the request id that the program chose. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { purchaseId } from '@fairlot/fairness/purchase-id'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemRandom, uuidv7 } from './platform/random.ts'
import type { TestMember } from './testing/factories.ts'
import { breachesOf, paidMembers, sellIssue } from './testing/fuzz-world.ts'
import { sellUnits } from './testing/made/finance.ts'
import { openRound, placeBet, roundsBegin, startGames, timeOf } from './testing/made/rounds.ts'
import { codeOf } from './testing/refused.ts'
import { testServer, type TestServer } from './testing/server.ts'

let server: TestServer
let members: TestMember[]
let issue: string

beforeAll(async () => {
  server = await testServer()
  await startGames(server)
  await roundsBegin(server)
  await sellUnits(server, 'UNITS')
  issue = await sellIssue(server, 'SHARES', 100)
  members = await paidMembers(server, 2, '1000.00')
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

/** Buys with a request id, and answers the id of what was bought. */
type Buy = (member: TestMember, requestId: string) => Promise<string>

const BUYS: Record<string, Buy> = {
  shares: async ({ client }, requestId) =>
    (await client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId })).order,
  bets: async (member, requestId) =>
    (await placeBet(member, await openRound(server, 'lucky-5m'), { requestId })).bet.id,
  'units of finance': async ({ client }, requestId) =>
    (await client.call(ENDPOINTS.financeBuy, { code: 'UNITS', units: 1, requestId })).order.id,
}

test.each(Object.entries(BUYS))(
  '%s: member and request id make the id, and a retry finds it',
  async (_, buy) => {
    const time = await timeOf(server)
    for (const requestId of [randomUUID(), randomUUID().toUpperCase(), uuidv7(time, systemRandom)]) {
      const told = await Promise.all(members.map((member) => buy(member, requestId)))
      expect(told).toEqual(members.map(({ memberId }) => purchaseId(memberId, requestId)))
      expect(await Promise.all(members.map((member) => buy(member, requestId.toLowerCase())))).toEqual(told)
    }
  },
)

test('one request id is of one purchase, whatever is bought', async () => {
  const requestId = randomUUID()
  const [member] = members
  await BUYS['shares']!(member!, requestId)
  expect(await codeOf(BUYS['bets']!(member!, requestId))).toBe('REQUEST_ID_REUSED')
  expect(await codeOf(BUYS['units of finance']!(member!, requestId))).toBe('REQUEST_ID_REUSED')
})
