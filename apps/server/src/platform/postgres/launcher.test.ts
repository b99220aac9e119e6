import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HANG_MS } from '../../testing/hang.ts'
import { lockDirectory } from './directory-lock.ts'
import { findRunningPostgres, startPostgres, type RunningPostgres, type StartOptions } from './launcher.ts'
import { canReach, commandLine, isAlive } from './system-user.ts'

const passwords = { superuser: 'aa11', owner: 'bb22', app: 'cc33' }
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const isRoot = process.getuid?.() === 0
const fixture = path.join(import.meta.dirname, 'launcher.fixture.ts')
const nobody = 65_534

let home = ''
let running: RunningPostgres[] = []
let children: ChildProcess[] = []

beforeEach(async () => {
  home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'fairlot-launcher-')))
  await chmod(home, 0o755)
  running = []
  children = []
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const postgres of running) await postgres.stop()
  await rm(home, { recursive: true, force: true })
})

async function start(extra: Partial<StartOptions> = {}): Promise<RunningPostgres> {
  const postgres = await startPostgres({
    dataDir: path.join(home, 'data'),
    passwords,
    log: silent,
    durable: false,
    settings: { shared_buffers: '16MB' },
    ...extra,
  })
  running.push(postgres)
  return postgres
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

async function until<T>(attempt: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() - began > HANG_MS) throw error
      await delay(50)
    }
  }
}

/** Starts a separate server process. Resolves when its PostgreSQL is ready. */
async function startChild(identity: { uid?: number; gid?: number } = {}): Promise<{
  child: ChildProcess
  pid: number
  ownerUrl: string
}> {
  const child = spawn(process.execPath, [fixture, path.join(home, 'data'), JSON.stringify(passwords)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...identity,
  })
  children.push(child)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, ...(JSON.parse(line.toString()) as { pid: number; ownerUrl: string }) }
}

test('the first start creates a cluster, the second uses it on the same port', async () => {
  const first = await start()
  await ask(first.ownerUrl, 'create table kept (n int)')
  const [settings] = await ask(
    first.appUrl,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
            current_setting('full_page_writes') as pages, current_setting('jit') as jit,
            (select datcollate from pg_database where datname = 'fairlot') as collation,
            (select rolsuper or rolcreatedb or rolcreaterole from pg_roles where rolname = current_user) as mighty`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    pages: 'on',
    jit: 'off',
    collation: 'C',
    mighty: false,
  })
  await expect(ask(first.appUrl.replace('cc33', 'wrong'), 'select 1')).rejects.toThrow('password')
  await first.stop()
  expect(await commandLine(first.pid)).toBeUndefined()
  const second = await start()
  expect(second.ownerUrl).toBe(first.ownerUrl)
  expect(second.adopted).toBe(false)
  expect(await ask(second.ownerUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }])
})

test('refuses a second server on the same data directory', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(
    /Another Fairlot server \(process \d+\) already uses the data directory/,
  )
  expect(await ask(first.appUrl, 'select 1 as n')).toEqual([{ n: 1 }])
})

test('says that a copy of a running data directory is a copy', async () => {
  await start()
  const copy = path.join(home, 'copy')
  await cp(path.join(home, 'data', 'server.lock'), path.join(copy, 'server.lock'))
  await expect(start({ dataDir: copy })).rejects.toThrow(/copy is a copy of one that a running server uses/)
})

test('a server of a directory that was renamed while it runs keeps its lock', async () => {
  const lock = await lockDirectory(home)
  const moved = `${home}-moved`
  await rename(home, moved)
  await expect(lockDirectory(moved)).rejects.toThrow('already uses the data directory')
  await rename(moved, home)
  await lock.release()
})

test('says soon that the secrets belong to another installation', async () => {
  await (await start()).stop()
  await expect(start({ passwords: { ...passwords, superuser: 'other' } })).rejects.toThrow(
    /does not accept the password in secrets\.json: the file belongs to another installation/,
  )
  await start()
})

test('exactly one of many servers that start at once gets a new data directory', async () => {
  const starts = await Promise.allSettled([1, 2, 3, 4].map(() => start()))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('adopts and stops the PostgreSQL of a server that was killed with SIGKILL', async () => {
  const { child, pid, ownerUrl } = await startChild()
  await ask(ownerUrl, 'create table kept (n int)')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isAlive(pid)).toBe(true)
  const next = await start()
  expect([next.adopted, next.pid]).toEqual([true, pid])
  expect(await ask(next.ownerUrl, 'select count(*)::int as n from kept')).toEqual([{ n: 0 }])
  await next.stop()
  expect(await commandLine(pid)).toBeUndefined()
})

test('does not touch an orphaned PostgreSQL that refuses the password', async () => {
  const { child, pid } = await startChild()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect(start({ passwords: { ...passwords, superuser: 'other' } })).rejects.toThrow('secrets.json')
  expect(isAlive(pid)).toBe(true)
  await (await start()).stop()
})

test('restarts a PostgreSQL that was killed with SIGKILL on its port, with all committed data', async () => {
  const postgres = await start()
  await ask(postgres.ownerUrl, 'create table kept (n int); insert into kept values (7)')
  const before = postgres.pid
  process.kill(before, 'SIGKILL')
  const rows = await until(async () => {
    if (postgres.pid === before) throw new Error('not started again yet')
    return await ask(postgres.ownerUrl, 'select n from kept')
  })
  expect(rows).toEqual([{ n: 7 }])
})

test('recovers when both the server and PostgreSQL were killed with SIGKILL', async () => {
  const { child, pid, ownerUrl } = await startChild()
  await ask(ownerUrl, 'create table kept (n int); insert into kept values (7)')
  child.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await once(child, 'exit')
  const next = await until(() => start())
  expect(await ask(next.ownerUrl, 'select n from kept')).toEqual([{ n: 7 }])
})

test('removes a stale pid file that names another process', async () => {
  const first = await start()
  const { clusterDir } = first
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8')
  await first.stop()
  await writeFile(path.join(clusterDir, 'postmaster.pid'), text.replace(/^\d+/, String(process.pid)))
  await start()
})

test('a failing start names the reason, leaves no process and releases the directory', async () => {
  const blocker = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const { port } = blocker.address() as net.AddressInfo
  await expect(start({ port })).rejects.toThrow(/PostgreSQL did not start .*Address already in use/s)
  blocker.close()
  await expect(start({ settings: { shared_buffers: 'much' } })).rejects.toThrow('shared_buffers')
  expect(await findRunningPostgres({ dataDir: path.join(home, 'data'), passwords })).toBeUndefined()
  await start()
})

test('refuses a data directory that cannot be created', async () => {
  await writeFile(path.join(home, 'file'), '')
  await expect(start({ dataDir: path.join(home, 'file', 'data') })).rejects.toThrow(
    'set DATA_DIR to another place',
  )
})

test.runIf(isRoot)(
  'root puts cluster and binaries outside a data directory that other users cannot enter',
  async () => {
    await mkdir(path.join(home, 'locked'), { mode: 0o700 })
    const systemHome = path.join(home, 'system')
    const postgres = await start({ dataDir: path.join(home, 'locked', 'data'), systemHome })
    expect(postgres.clusterDir.startsWith(systemHome)).toBe(true)
    expect((await stat(postgres.clusterDir)).uid).not.toBe(0)
    expect(await ask(postgres.appUrl, 'select 1 as n')).toEqual([{ n: 1 }])
  },
)

test.runIf(isRoot)('an ordinary user starts a cluster, and root runs it as that user', async (context) => {
  const self = { uid: nobody, gid: nobody }
  if (!(await canReach(fixture, self)) || !(await canReach(process.execPath, self))) {
    context.skip('this checkout lies where no other user may enter')
  }
  await chown(home, nobody, nobody)
  const { child, ownerUrl } = await startChild(self)
  expect(await ask(ownerUrl, 'select 1 as n')).toEqual([{ n: 1 }])
  child.kill('SIGTERM')
  await once(child, 'exit')
  // Root runs PostgreSQL as the owner of the existing cluster.
  const asRoot = await start()
  expect((await stat(asRoot.clusterDir)).uid).toBe(nobody)
  await asRoot.stop()
  expect((await lstat(path.join(home, 'data'))).uid).toBe(nobody)
})
