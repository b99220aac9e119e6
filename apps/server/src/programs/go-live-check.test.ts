/** `npm run go-live-check`, run as a child process. */
import { randomUUID } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { formatKey } from '@fairlot/fairness/note'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { createDb } from '../platform/db.ts'
import { openSecrets } from '../platform/secrets.ts'
import { answeredRelay, provenSms, recordedDrill, STATED } from '../testing/made/go-live.ts'
import { makeReceiving } from '../testing/made/transfers.ts'
import { makeOperator } from '../testing/operators.ts'
import { playQuorum } from '../testing/played/played-witness.ts'
import { testServer } from '../testing/server.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'

const SMS_URL = 'https://sms.example/messages'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'fairlot-go-live-'))
  await openSecrets(dataDir)
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true })
})

type Ended = { status: number; stdout: string; stderr: string }

function check(environment: NodeJS.ProcessEnv): Promise<Ended> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, DATABASE_URL: database.appUrl, ...environment }
  return new Promise((resolve) => {
    const program = path.join(import.meta.dirname, 'go-live-check.ts')
    execFile(process.execPath, [program], { env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

test('prints one line per check, and a sandbox is not ready', async () => {
  const { status, stdout, stderr } = await check({})
  expect(stderr).toBe('')
  expect(status).toBe(1)
  expect(stdout).toMatch(/^✗ money-mode {17}this database holds play money/m)
  expect(stdout).toMatch(/^✓ durability +/m)
  expect(stdout).toMatch(/^✗ tls +PUBLIC_URL is not set$/m)
  expect(stdout).toMatch(/^✗ beacon +new issues use the house's local beacon/m)
  expect(stdout).toMatch(/^✗ mall\.marketing +marketing is empty$/m)
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('not ready for real money')
})

test('finds what the environment and the database provide, and stays not ready without age verification', async () => {
  const owner = createDb(database.ownerUrl, { max: 1 })
  await owner.query(`update deployment set money_mode = 'real'`)
  await owner.close()
  const { status, stdout } = await check({
    PUBLIC_URL: 'https://shop.example/',
    TRUSTED_PROXIES: '1',
    BEACON_RELAYS: 'https://a.example,https://b.example',
  })
  expect(status).toBe(1)
  expect(stdout).toMatch(/^✓ money-mode +this database holds real money$/m)
  expect(stdout).toMatch(/^✓ tls +https:\/\/shop\.example, with 1 trusted proxy$/m)
  expect(stdout).toMatch(/^✓ beacon +drand quicknet through 2 relays$/m)
  expect(stdout).toMatch(/^✗ witness +no witness is configured \(WITNESSES\)$/m)
  expect(stdout).toMatch(/^✗ mall\.age +the setting module\.mall\.ageProvider is empty; set it to manual$/m)
})

test('an installation that meets every condition is ready, line by line', async () => {
  const secrets = await openSecrets(dataDir)
  const witnesses = await playQuorum(publicKeyOf(secrets.logSeed))
  const owner = createDb(database.ownerUrl, { max: 1 })
  await owner.query(`update deployment set money_mode = 'real'`)
  await owner.close()
  const server = await testServer({
    database,
    deployment: { moneyMode: 'real' },
    parts: { secrets, witnesses },
    settings: {
      ...STATED,
      'module.mall.licence': 'MGA/1',
      'module.mall.countries': 'BD',
      'module.mall.ageProvider': 'manual',
      'module.games.licence': 'MGA/2',
      'module.games.countries': 'BD',
      'module.games.ageProvider': 'manual',
      'module.finance.licence': 'MGA/3',
      'module.referral.licence': 'MGA/3',
      'module.finance.countries': 'BD',
      'module.referral.countries': 'BD',
      'module.finance.ageProvider': 'manual',
      'module.referral.ageProvider': 'manual',
    },
  })
  try {
    const { fair, fairLog } = server.context
    const [first, second] = [await makeOperator(server, ['owner']), await makeOperator(server, ['owner'])]
    await makeReceiving({ db: server.db, wallet: server.context.wallet })
    await provenSms(server.owner, SMS_URL)
    await answeredRelay(server.owner)
    await recordedDrill(server.owner, secrets.logSeed)
    await fair.writer.begin(server.db)
    for (const account of ['marketing', 'subsidy', 'guarantee', 'bankroll'] as const) {
      const funding = {
        account,
        amount: '100',
        reference: account,
        reason: 'for a test',
        requestId: randomUUID(),
      }
      const { approval } = await first.client.call(ENDPOINTS.houseFund, funding)
      await second.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
    }
    await fair.writer.flush(server.db, { checkpoint: true })
    await fairLog.witnesses.push({ atOnce: true })
    const { status, stdout } = await check({
      PUBLIC_URL: 'https://shop.example/',
      TRUSTED_PROXIES: '1',
      BEACON_RELAYS: 'https://a.example',
      SMS_URL,
      SMS_SECRET: '00'.repeat(32),
      WITNESSES: witnesses.map(({ key, url }) => `${formatKey(key)} ${url}`).join(','),
    })
    expect(stdout.split('\n').filter((line) => line.startsWith('✗'))).toEqual([])
    expect(stdout).toMatch(/^✓ quorum +3 of 3 witnesses must sign, 0 of the house; X = 3, f = 1; warning/m)
    expect(stdout).toMatch(/^✓ identity +.+ can review identity checks$/m)
    expect(stdout).toMatch(/^✓ mall\.age +manual$/m)
    expect(stdout).toMatch(/^✓ sms +a test message arrived through sms\.example at 20/m)
    expect(stdout).toMatch(/^✓ recharge +bank-[0-9a-f]{8}$/m)
    expect(stdout).toMatch(/^✓ relay +a relay gave a round of the beacon at 20/m)
    expect(stdout).toMatch(/^✓ restore-drill +20.{8}, 0 days ago$/m)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('ready: mall, games, finance, referral')
    expect(status).toBe(0)
  } finally {
    await server.close()
    for (const witness of witnesses) witness.close()
  }
})

test('prints why it could not run, with exit status 2', async () => {
  expect(await check({ DATABASE_URL: 'postgres://fairlot_app:x@127.0.0.1:1/none' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('The check could not run:'),
  })
  expect(await check({ TRUSTED_PROXIES: 'many' })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('TRUSTED_PROXIES'),
  })
})
