/** A module that takes real money sells only while its go-live conditions hold, also after a restart of the server. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshSecrets } from './platform/secrets.ts'
import { runDoctorChecks } from './programs/doctor.checks.ts'
import { createDb } from './platform/db.ts'
import { testClient } from './testing/client.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { makeMember, type TestMember } from './testing/factories.ts'
import { approvedCheck, makeCheck } from './testing/made/identity-checks.ts'
import { answeredRelay, provenSms, recordedDrill, STATED } from './testing/made/go-live.ts'
import { makeOperator } from './testing/operators.ts'
import { playQuorum, type PlayedWitness } from './testing/played/played-witness.ts'
import { adjust, testServer, type TestServer, type TestServerOptions } from './testing/server.ts'
import { makeReceiving, openTransfer, packed, statementOf } from './testing/made/transfers.ts'

const secrets = freshSecrets()
const SETTINGS = {
  ...STATED,
  'module.mall.enabled': 'true',
  'module.mall.licence': 'MGA/1',
  'module.mall.countries': 'BD',
  'module.mall.ageProvider': 'manual',
}

const SMS_URL = 'https://sms.example/messages'

let database: TestDatabase
let witnesses: PlayedWitness[]
let server: TestServer
let member: TestMember
let issue: string

/** A server of the installation. @param parts differences of its environment */
async function serve(parts: TestServerOptions['parts'] = {}): Promise<TestServer> {
  const started = await testServer({
    database,
    deployment: { moneyMode: 'real' },
    parts: {
      secrets,
      publicUrl: 'https://shop.example',
      trustedProxies: 1,
      beaconRelays: ['https://relay.example'],
      witnesses,
      smsGateway: { url: SMS_URL, secret: new Uint8Array(32) },
      ...parts,
    },
  })
  await started.context.settings.refresh()
  await started.context.goLive.look()
  return started
}

const clientOf = ({ url }: TestServer) => testClient({ url, session: member.session })
const buy = (from: TestServer, requestId: string = randomUUID()) =>
  clientOf(from).call(ENDPOINTS.buy, { issue, quantity: 1, requestId })
const alarms = ({ logged }: TestServer) => logged.filter((line) => line.includes('"alarm":"go_live"'))
const notices = async ({ url }: TestServer) => {
  const { notices: said } = (await (await fetch(`${url}/readyz`)).json()) as {
    notices?: { 'go-live'?: string }
  }
  return said?.['go-live']
}

beforeAll(async () => {
  database = await testDatabase()
  const owner = createDb(database.ownerUrl, { max: 1 })
  await owner.query(`update deployment set money_mode = 'real'`)
  await owner.close()
  witnesses = await playQuorum(publicKeyOf(secrets.logSeed))
  server = await serve()
  const { mall, fair, fairLog } = server.context
  await makeOperator(server, ['owner'])
  await makeOperator(server, ['owner'])
  await fair.writer.begin(server.db)
  await fair.writer.flush(server.db, { checkpoint: true })
  await fairLog.witnesses.push({ atOnce: true })
  await mall.createCategory({ category: 'test', position: 1, tile: 'sea', titles: { 'en-us': 'Test' } })
  await mall.createProduct({
    code: 'REAL',
    category: 'test',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: 'A phone', description: '' } },
    marketPrice: 500_000n,
    sharePrice: 10_000n,
    shares: 50,
  })
  issue = (await mall.openIssue('REAL'))!.number
  member = await makeMember(server, { balance: '100.00' })
  await makeReceiving({ db: server.db, wallet: server.context.wallet })
  await provenSms(server.owner, SMS_URL)
  await answeredRelay(server.owner)
  await recordedDrill(server.owner, secrets.logSeed)
  await adjust(server.context, SETTINGS)
  await server.context.goLive.look()
})
afterAll(async () => {
  await server.close()
  for (const witness of witnesses) witness.close()
  await database.drop()
})

test('a module that meets its conditions sells, and an empty house account does not stop it', async () => {
  expect(await buy(server)).toMatchObject({ status: 'awaiting_draw' })
  expect(server.context.goLive.stopped().size).toBe(0)
  expect(await notices(server)).toBeUndefined()
  expect(alarms(server)).toEqual([])
})

test('a restart without witnesses leaves the module on and sells nothing new', async () => {
  const id = randomUUID()
  const { order } = await buy(server, id)
  const restarted = await serve({ witnesses: [] })
  await expect(buy(restarted)).rejects.toMatchObject({ code: 'MODULE_OFF' })
  expect(await buy(restarted, id), 'a repeated call keeps its answer').toMatchObject({ order })
  expect(await notices(restarted)).toBe('sells nothing new: mall: witness, quorum')
  expect(alarms(restarted)).toHaveLength(1)
  expect(alarms(restarted)[0]).toContain('WITNESSES')
  await restarted.context.goLive.look()
  expect(alarms(restarted), 'an alarm is raised once').toHaveLength(1)
  expect((await clientOf(restarted).call(ENDPOINTS.orderList, {})).items.length).toBeGreaterThan(0)
  await restarted.close()
  await buy(server)
})

test('a condition that fails while the server runs stops the module, and it sells again when the condition holds', async () => {
  const ageDrills = (days: number) =>
    server.owner.query(
      `update restore_drill set made_at = made_at - $1 * interval '1 day', backup_at = backup_at - $1 * interval '1 day'`,
      [days],
    )
  await ageDrills(91)
  await server.context.goLive.look()
  await expect(buy(server)).rejects.toMatchObject({ code: 'MODULE_OFF' })
  expect(await notices(server)).toContain('restore-drill')
  const found: string[] = []
  const environment = {
    publicUrl: 'https://shop.example',
    trustedProxies: 1,
    witnesses,
    beaconRelays: ['https://r.example'],
    smsGateway: { url: SMS_URL },
  }
  for await (const finding of runDoctorChecks({
    snapshot: server.db,
    fair: server.context.fair,
    environment,
  }))
    if (finding.title.startsWith('a module that takes real money')) found.push(finding.figure)
  expect(found).toEqual(['mall: restore-drill'])
  await ageDrills(-91)
  await server.context.goLive.look()
  await buy(server)
  expect(alarms(server)).toHaveLength(2)
})

test('a member pays in after the identity check has proven the age, and not before', async () => {
  const payer = await makeMember(server)
  const open = () =>
    payer.client.call(ENDPOINTS.openRecharge, {
      method: 'sandbox',
      amount: '100.00',
      requestId: randomUUID(),
    })
  expect((await payer.client.call(ENDPOINTS.identityState, {})).beforeRecharge).toBe(true)
  await expect(open()).rejects.toMatchObject({ code: 'IDENTITY_FIRST' })
  await makeCheck(server, payer)
  await expect(open()).rejects.toMatchObject({ code: 'IDENTITY_FIRST' })
  const other = await makeMember(server)
  await approvedCheck(server, other)
  expect((await other.client.call(ENDPOINTS.identityState, {})).beforeRecharge).toBe(false)
  const later = other.client.call(ENDPOINTS.openRecharge, {
    method: 'sandbox',
    amount: '100.00',
    requestId: randomUUID(),
  })
  // the sandbox cashier takes no real money
  await expect(later).rejects.toMatchObject({ code: 'METHOD_UNAVAILABLE' })
})

test('nothing is sold before the conditions were looked at', async () => {
  const fresh = await testServer({ database, deployment: { moneyMode: 'real' }, parts: { secrets } })
  await fresh.context.settings.refresh()
  await expect(buy(fresh)).rejects.toMatchObject({ code: 'MODULE_OFF' })
  await fresh.close()
})

test('a transfer is opened and credited after two operators approved the identity check, and not after one', async () => {
  const account = await makeReceiving({ db: server.db, wallet: server.context.wallet })
  const payer = await makeMember(server)
  const open = () => openTransfer(payer, account)
  await expect(open()).rejects.toMatchObject({ code: 'IDENTITY_FIRST' })
  const { number } = await makeCheck(server, payer)
  const [first, second] = [await makeOperator(server, ['owner']), await makeOperator(server, ['owner'])]
  await first.client.call(ENDPOINTS.identityApprove, { number })
  await expect(open()).rejects.toMatchObject({ code: 'IDENTITY_FIRST' })
  await second.client.call(ENDPOINTS.identityApprove, { number })
  const { reference } = await open()
  const { id } = await first.client.call(ENDPOINTS.statementImport, {
    account,
    name: 'november.csv',
    content: packed(statementOf([{ amount: '500.00', text: reference, id: randomUUID() }])),
    requestId: randomUUID(),
  })
  const balance = async () => (await payer.client.call(ENDPOINTS.account, {})).balance
  if ((await balance()) === '0.00')
    await second.client.call(ENDPOINTS.statementConfirm, { statement: id, requestId: randomUUID() })
  expect(await balance()).toBe('500.00')
})
