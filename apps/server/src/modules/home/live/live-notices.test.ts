/** A reminder of the draw becomes a notice with the draw, and the member's stream says so. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { drivenTimers } from '../../../platform/stream/stream.fixture.ts'
import { paidMembers, sellIssue } from '../../../testing/fuzz-world.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { listen } from '../../../testing/stream.ts'
import { EVERY_MS } from './live-updates.ts'

const timers = drivenTimers()
let server: TestServer
beforeAll(async () => {
  // no sweep: only the announced change can bring the event
  server = await testServer({ parts: { live: { timers, sweepMs: 1e12 } } })
})
afterAll(() => server.close())

test('the notice of a draw arrives with the draw, not with the sale, and live', async () => {
  const issue = await sellIssue(server, 'TELL', 2, 'goods', 'beacon')
  const [waiting, buyer] = await paidMembers(server, 2, '100.00')
  const { client } = waiting!
  await client.call(ENDPOINTS.favourite, { product: 'TELL', on: true })
  await client.call(ENDPOINTS.remind, { issue, kind: 'drawn', on: true })
  const stream = await listen(server.url, client, ['notices'])
  try {
    const { draws, settled } = server.context.mall
    const told = async () =>
      (await client.call(ENDPOINTS.notices, {})).items.flatMap(({ kind, issue: of }) =>
        of === issue ? [kind] : [],
      )
    const versions = () =>
      stream.got.flatMap(({ event, data }) => (event === 'notices' ? [data['version']] : []))
    await timers.until(() => versions().length > 0, EVERY_MS)
    const [before] = versions()

    await buyer!.client.call(ENDPOINTS.buy, { issue, quantity: 2, requestId: randomUUID() })
    await draws.runDue()
    await settled()
    // sold out and sealed; the beacon's number is 30 s away
    expect(await told()).toEqual([])

    await server.database.advanceClock(40_000)
    await draws.runDue()
    await settled()
    expect(await told()).toEqual(['drawn'])
    await timers.until(() => versions().some((version) => version !== before), EVERY_MS)
  } finally {
    stream.close()
  }
})
