import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDb } from '../platform/db.ts'
import { openSecrets } from '../platform/secrets.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { authenticatorCode, operatorClient } from '../testing/operator-client.ts'
import { childEnvironment } from '../testing/child-environment.ts'

let home = ''
let database: TestDatabase
let children: ChildProcess[] = []
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'fairlot-rescue-'))
  await mkdir(path.join(home, 'data'))
  await openSecrets(path.join(home, 'data'))
  database = await testDatabase()
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.drop()
  await rm(home, { recursive: true, force: true })
})

function run(program: string, environment: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program), ...args], {
    cwd: home,
    env: {
      ...childEnvironment(),
      DATA_DIR: 'data',
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'info',
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => text, ended }
}

async function started() {
  const server = run('../main.ts', {})
  for (;;) {
    const url = /Fairlot is ready: (\S+)/.exec(server.output())?.[1]
    if (url !== undefined && server.output().includes('Ctrl-C')) return { ...server, url }
    if (server.child.exitCode !== null) throw new Error(server.output())
    await Promise.race([once(server.child.stderr, 'data'), server.ended])
  }
}

const ONE_TIME = /one-time password: +(\S{24})/

async function setUp(url: string, password: string) {
  const client = operatorClient(url)
  client.signKey = (await client.call(ENDPOINTS.operatorLogin, { name: 'owner', password })).signKey
  const { secret } = await client.call(ENDPOINTS.operatorSetupBegin, {})
  const code = authenticatorCode(secret, Date.now())
  await client.call(ENDPOINTS.operatorSetup, { password: 'seven gourds and a marrow', code })
  return client
}

test('the first start prints the first owner once, and rescue resets the access of any operator', async () => {
  const first = await started()
  const password = ONE_TIME.exec(first.output())![1]!
  expect(first.output().split(password)).toHaveLength(2)
  expect(first.output()).toContain('npm run operator -- login')
  const owner = await setUp(first.url, password)

  const unknown = run('operator-rescue.ts', {}, 'nobody')
  expect(await unknown.ended).toBe(1)
  expect(unknown.output()).toContain('no operator «nobody»')
  expect(await run('operator-rescue.ts', {}).ended).toBe(2)
  await expect(owner.call(ENDPOINTS.operatorMe, {})).resolves.toMatchObject({ stage: 'full' })

  // failed logins of a stranger must not delay the rescued operator
  const fail = () => operatorClient(first.url).call(ENDPOINTS.operatorLogin, { name: 'owner', password: 'x' })
  for (let n = 1; n <= 5; n++) await expect(fail()).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
  await expect(fail()).rejects.toMatchObject({ code: 'LOGIN_DELAYED' })

  const rescue = run('operator-rescue.ts', {}, 'owner')
  expect(await rescue.ended, rescue.output()).toBe(0)
  await expect(owner.call(ENDPOINTS.operatorMe, {})).rejects.toMatchObject({
    failure: { code: 'SESSION_ENDED' },
  })
  const again = await setUp(first.url, ONE_TIME.exec(rescue.output())![1]!)
  const { items } = await again.call(ENDPOINTS.auditList, { action: 'staff.rescue' })
  expect(items).toMatchObject([{ operator: null, address: null, after: '{"status":"invited"}' }])

  const created = await again.call(ENDPOINTS.staffCreate, {
    name: 'mina',
    fullName: 'Mina Rahman',
    roles: ['finance'],
    reason: 'first accountant',
    requestId: randomUUID(),
  })
  expect(created.state).toBe('done')
  const other = run('operator-rescue.ts', {}, 'mina')
  expect(await other.ended, other.output()).toBe(0)
  const login = { name: 'mina', password: ONE_TIME.exec(other.output())![1]! }
  await expect(operatorClient(first.url).call(ENDPOINTS.operatorLogin, login)).resolves.toMatchObject({
    operator: { stage: 'setup' },
  })

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  // another installation's secrets would hash the password with another key
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'fairlot-rescue-'))
  await openSecrets(elsewhere)
  const foreign = run('operator-rescue.ts', { DATA_DIR: elsewhere }, 'owner')
  expect(await foreign.ended).toBe(2)
  expect(foreign.output()).toContain('belongs to another one')
  await rm(elsewhere, { recursive: true })
  const second = await started()
  expect(second.output()).not.toMatch(ONE_TIME)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
  const db = createDb(database.ownerUrl, { max: 1 })
  expect(await db.query('select 1 from operator')).toHaveLength(2)
  await db.close()
})
