import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signCheckpoint } from '@fairlot/fairness/checkpoint'
import { openSecrets, type Secrets } from './platform/secrets.ts'
import { testDatabase } from './testing/database.ts'
import { childEnvironment } from './testing/child-environment.ts'

const main = path.join(import.meta.dirname, 'main.ts')

let home = ''
let children: ChildProcess[] = []
beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'fairlot-main-')))
  await chmod(home, 0o755)
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(home, { recursive: true, force: true })
})

type Run = { child: ChildProcess; said: () => string; ended: Promise<number | null> }

/** `npm start` without the install and the build. */
function run(environment: Record<string, string>, args: readonly string[] = []): Run {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: home,
    env: {
      ...childEnvironment(),
      DATA_DIR: 'data',
      PORT: '0',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, said: () => text, ended }
}

async function ready(server: Run): Promise<string> {
  for (;;) {
    const url = /Fairlot is ready: (\S+)/.exec(server.said())?.[1]
    if (url !== undefined) return url
    if (server.child.exitCode !== null) throw new Error(server.said())
    await Promise.race([once(server.child.stderr!, 'data'), server.ended])
  }
}

/** Output of a start that is refused; asserts that it leaves no database running. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const server = run(environment)
  expect(await server.ended, server.said()).toBe(1)
  const text = server.said()
  expect(text).not.toMatch(/^\s+at /m)
  const pidFile = path.join(home, 'data/postgres/postmaster.pid')
  expect(await readFile(pidFile, 'utf8').catch(() => 'none')).toBe('none')
  return text
}

test('starts on an empty directory, serves, and stops PostgreSQL at the end', async () => {
  const server = run({})
  const url = await ready(server)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  expect(server.said()).toContain(`SMS inbox     ${url}/sandbox/inbox`)
  expect(server.said()).toMatch(/│ {2}First operator: +owner +│\n│ {2}one-time password: +\S+ +│/)
  // the mark of the first checkpoint
  await expect.poll(() => readdir(path.join(home, 'data'))).toContain('high-water.json')
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect((await readdir(path.join(home, 'data'))).toSorted()).toEqual([
    'high-water.json',
    'postgres',
    'postgres.log',
    'secrets.json',
    'server.log',
  ])
  expect(await readdir(path.join(home, 'data/postgres'))).not.toContain('postmaster.pid')

  expect(await refusal({ MONEY_MODE: 'real' })).toContain(
    'has play money for its whole life. Leave MONEY_MODE out',
  )

  // a copy that was restored for a drill
  await writeFile(path.join(home, 'data/drill.json'), '{}')
  const again = run({})
  const answer = await fetch(`${await ready(again)}/readyz`)
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('restored for a drill')])
  expect(again.said()).toContain('the log is halted: this database was restored for a drill')
  expect(again.said()).toContain('money         sandbox (play money only)')
  expect(again.said()).toContain(`npm run operator -- login <name> --url http`)
  expect(again.said()).not.toContain('one-time password')
})

test('prints steps for a person and JSON lines for programs; the file has the lines in both cases', async () => {
  const pretty = run({ LOG: 'pretty', LOG_LEVEL: 'info' })
  await ready(pretty)
  expect(pretty.said()).toMatch(/^ {2}✓ PostgreSQL \d+ {2}\d+(\.\d)? s\n {2}✓ \d+ migrations {2}/)
  expect(pretty.said()).not.toContain('{"level"')
  pretty.child.kill('SIGTERM')
  await pretty.ended
  const json = run({ LOG_LEVEL: 'info' })
  await ready(json)
  json.child.kill('SIGTERM')
  await json.ended
  expect(json.said()).not.toContain('✓')
  const lines = (text: string) => text.split('\n').filter((line) => line.startsWith('{'))
  const file = lines(await readFile(path.join(home, 'data/server.log'), 'utf8'))
  expect(file.filter((line) => line.includes('PostgreSQL is ready'))).toHaveLength(2)
  expect(file).toEqual(expect.arrayContaining(lines(json.said())))
  expect(lines(json.said()).length).toBeGreaterThan(1)
})

test('prints its variables with --help, and refuses another argument', async () => {
  const help = run({}, ['--help'])
  expect(await help.ended).toBe(0)
  expect(help.said()).toContain('PORT (default: 8080)\n    TCP port of the server')
  const wrong = run({}, ['--port=1'])
  expect(await wrong.ended).toBe(2)
  expect(wrong.said()).toContain('npm start -- --help')
  expect(await readdir(home)).toEqual([])
})

test('refuses a taken port before it starts anything', async () => {
  const other = net.createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as net.AddressInfo
  expect(await refusal({ PORT: String(port) })).toContain(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop it`,
  )
  expect(await readdir(home)).toEqual([])
  other.close()
})

test('refuses a data directory that it cannot write', async () => {
  await writeFile(path.join(home, 'data'), 'a file')
  const server = run({})
  expect(await server.ended).toBe(1)
  expect(server.said()).toContain('set DATA_DIR to another place')
})

test('refuses invalid variables and readable secrets', async () => {
  expect(await refusal({ PORT: 'http' })).toContain('The variable PORT "http" is not valid')
  expect(await refusal({ FAIRLOT_PROT: '1' })).toContain('there is no such variable')
  await mkdir(path.join(home, 'data'))
  await writeFile(path.join(home, 'data/secrets.json'), '{}', { mode: 0o644 })
  expect(await refusal({})).toContain('Run chmod 600')
})

test('real money refuses the local beacon', async () => {
  expect(await refusal({ MONEY_MODE: 'real', BEACON: 'local' })).toContain(
    'BEACON=local cannot be used with real money',
  )
})

async function secretsIn(dataDir: string): Promise<Secrets> {
  await mkdir(path.join(home, dataDir), { recursive: true })
  return openSecrets(path.join(home, dataDir))
}

async function change(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}

test('refuses an external database that is unsafe, newer or older than the code', async () => {
  const database = await testDatabase()
  const external = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const name = new URL(database.appUrl).pathname.slice(1)
  await secretsIn('data')
  await change(database.ownerUrl, `alter database ${name} set synchronous_commit = off`)
  expect(await refusal(external)).toContain('has synchronous_commit off')
  await change(database.ownerUrl, `alter database ${name} reset synchronous_commit`)

  const server = run({ DATABASE_URL: database.appUrl })
  const url = await ready(server)
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)

  const newer = `insert into schema_migration values (9999, '9999_future.sql', 'x', now())`
  await change(database.ownerUrl, newer)
  expect(await refusal(external)).toContain('newer version')
  await change(database.ownerUrl, 'delete from schema_migration where version > 3')
  expect(await refusal({ DATABASE_URL: database.appUrl })).toContain('lacks migration 0004')
  await database.drop()
})

test('an external database opens only with the secrets that it began with', async () => {
  const database = await testDatabase()
  const external = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
  const bound = async () => {
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    const { rows } = await client.query<{ print: string | null }>(
      'select secrets_fingerprint as print from deployment',
    )
    await client.end()
    return rows[0]?.print
  }
  // the template has a deployment that no server has started on: the first secrets have to be there
  expect(await refusal(external)).toContain('its secrets.json is not in')
  expect(await readdir(path.join(home, 'data'))).not.toContain('secrets.json')
  const { logSeed } = await secretsIn('data')
  await secretsIn('other')
  const server = run(external)
  await ready(server)
  server.child.kill('SIGINT')
  await server.ended
  expect(await bound()).toMatch(/^[0-9a-f]{64}$/)

  const other = { ...external, DATA_DIR: 'other' }
  expect(await refusal(other)).toContain('other/secrets.json belongs to another one')
  expect(await refusal({ DATABASE_URL: database.appUrl, DATA_DIR: 'other' })).toContain(
    'belongs to another one',
  )

  // a database of an older release has no fingerprint, and its log shows whose it is
  await change(database.ownerUrl, 'update deployment set secrets_fingerprint = null')
  const zero = '00'.repeat(32)
  const checkpoint = { deployment: 'abcd', size: 1_000, root: zero, head: zero, timeMs: 1 }
  const note = signCheckpoint(logSeed, checkpoint)
  await change(
    database.ownerUrl,
    `insert into log_checkpoint (log, size, root, head, time_ms, note, number) values (1, 1000, sha256(''), sha256(''), 1, '${note}', 1000)`,
  )
  expect(await refusal(other)).toContain('was signed with another key')
  expect(await bound()).toBeNull()
  await database.drop()
})

test('names the variable of an external database that does not answer', async () => {
  const url = 'postgres://fairlot_app:secret@127.0.0.1:1/fairlot'
  const text = await refusal({ DATABASE_URL: url })
  expect(text).toContain('(fairlot_app at 127.0.0.1:1/fairlot) cannot be used: connect ECONNREFUSED')
  expect(text).toContain('Start PostgreSQL there, or correct DATABASE_URL.')
  expect(text).not.toContain('secret@')
  const database = await testDatabase()
  const wrong = new URL(database.ownerUrl)
  wrong.password = 'wrong'
  expect(await refusal({ DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: wrong.toString() })).toContain(
    'The password is wrong: correct it in DATABASE_OWNER_URL.',
  )
  await database.drop()
})
