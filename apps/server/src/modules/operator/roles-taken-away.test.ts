/** Operators whose roles are taken away after the server has looked up their session, and before what they do begins. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockRow } from '../../platform/lock-row.ts'
import { makeOperator } from '../../testing/operators.ts'
import { testServer, type TestServer } from '../../testing/server.ts'
import { goodInputs } from '../../testing/wire/good-inputs.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

async function untilOneWaits(): Promise<void> {
  for (let looks = 0; (await server.db.query(WAITING)).length === 0; looks++) {
    if (looks === 5_000) throw new Error('no transaction waits for a lock')
  }
}

const auditRows = async () =>
  (await server.db.query<{ rows: number }>('select count(*)::int as rows from audit'))[0]!.rows

const INPUTS = goodInputs({ issue: 'SALE-0001', drawn: 'SALE-0001' })
/** A refusal for another reason would be NO_SUCH_DATA: the inputs name nothing that exists. */
const NAMES = [
  'withdrawalApprove',
  'withdrawalReject',
  'withdrawalExport',
  'withdrawalPaid',
  'withdrawalImport',
  'deliveryPick',
  'deliveryRelease',
  'deliveryShip',
  'deliveryImport',
  'deliveryProof',
  'deliveryAnswer',
  'financeClose',
  'productEdit',
  'productText',
  'productImages',
  'productAct',
  'productOpen',
  'categorySave',
] as const

/** An owner calls while another transaction has the back-office lock, and makes this change before the call gets it. */
async function called(name: (typeof NAMES)[number], change: string): Promise<unknown> {
  const { operatorId, client } = await makeOperator(server, ['owner'])
  const before = await auditRows()
  let call: Promise<unknown> | undefined
  await server.owner.tx(async (tx) => {
    await lockRow(tx, 'back_office')
    // safe cast: the inputs are those of the endpoint with this name
    call = client.call(ENDPOINTS[name], INPUTS[name] as never).catch((error: unknown) => error)
    await untilOneWaits()
    await tx.query(`update operator set ${change} where operator_id = $1`, [operatorId])
  })
  const answer = await call
  expect(await auditRows()).toBe(before)
  return answer
}

test.each(NAMES)('%s refuses an operator whose role is taken away while the call waits', async (name) => {
  expect(await called(name, `roles = '{auditor}'`)).toMatchObject({ code: 'NOT_PERMITTED' })
})

test.each(['withdrawalPaid', 'deliveryShip', 'financeClose', 'productOpen'] as const)(
  '%s refuses an operator who is disabled while the call waits',
  async (name) => {
    expect(await called(name, `status = 'disabled'`)).toMatchObject({ code: 'SESSION_ENDED' })
  },
)
