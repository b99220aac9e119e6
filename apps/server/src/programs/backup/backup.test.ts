/** The restore drill: a backup of a running installation while members buy, restored and examined by the doctor. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { isSoak, rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '../../platform/installation/config.ts'
import { createDb } from '../../platform/db.ts'
import { DRILL_RECORD_FILE } from '../../platform/installation/drill-record.ts'
import { createLog } from '../../platform/log/log.ts'
import { startPostgres } from '../../platform/postgres/launcher.ts'
import { scratchDataDirectory } from '../../platform/postgres/place.ts'
import { readSecrets } from '../../platform/secrets.ts'
import { openRecharge } from '../../modules/wallet/index.ts'
import { startServer, type RunningServer } from '../../start.ts'
import { makeUpload } from '../../testing/made/identity-checks.ts'
import { testClient } from '../../testing/client.ts'
import { makeOperator } from '../../testing/operators.ts'
import { HANG_MS } from '../../testing/hang.ts'
import { backupOf, runProgramFile, startProgramFile, type Ended } from './backup.fixture.ts'
import { compareWithMark } from './high-water.ts'
import { readManifest } from './manifest.ts'

const PHONES = ['+8801711000101', '+8801711000102', '+8801711000103', '+8801711000104']
/** Backups under purchases, one after the other. */
const ROUNDS = rounds(10, 1)
/** Soak fills the installation with the demo world first. */
const DEMO = isSoak ? 'on' : 'off'
/** What each member pays in: more than they spend in the longest test. */
const PAID_IN = '20000.00'

let home = ''
let dataDir = ''
let backups = ''
let server: RunningServer
let issue = ''
let members: string[] = []
beforeAll(async () => {
  home = await scratchDataDirectory('fairlot-backup-')
  dataDir = path.join(home, 'data')
  backups = path.join(home, 'backups')
  await mkdir(backups)
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO, LOG_LEVEL: 'silent' })
  server = await startServer(config, createLog('silent'))
  const { mall } = server.context
  await mall.createCategory({ category: 'drill', position: 1, tile: 'sea', titles: { 'en-us': 'Drill' } })
  await mall.createProduct({
    code: 'DRILL',
    category: 'drill',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: 'A phone', description: '' } },
    marketPrice: 400_000_000n,
    sharePrice: 10_000n,
    shares: 50_000,
    maxIssues: 1,
  })
  issue = (await mall.openIssue('DRILL'))!.number
  members = await Promise.all(PHONES.map(person))
  await finds('select 1 from log_checkpoint')
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

/** Resolves when the running server has made what a statement looks for. */
const finds = (text: string, values: unknown[] = []): Promise<void> =>
  vi.waitFor(async () => expect(await server.context.db.query(text, values)).not.toEqual([]), HANG_MS)

/** A member with money in the wallet. @returns the id */
async function person(phone: string): Promise<string> {
  const { db, identity, wallet } = server.context
  const memberId = await identity.enrol({ phone, password: null })
  const { recharge_id: recharge } = await openRecharge(wallet.recharges, memberId, {
    method: 'sandbox',
    amount: PAID_IN,
    requestId: randomUUID(),
  })
  const [payment] = await db.query<{ id: string }>(
    'select payment_id as id from provider_payment where member_id = $1 and recharge_id = $2',
    [memberId, recharge],
  )
  await wallet.company!.choose(payment!.id, 'pay')
  await finds('select 1 from wallet where member_id = $1 and balance > 0', [memberId])
  return memberId
}

const backUp = (): Promise<Ended> => runProgramFile('backup', [backups], { DATA_DIR: dataDir })

const restore = (...args: string[]): Promise<Ended> => runProgramFile('restore', args, {})

type Buyer = { acknowledged: string[]; stop(): Promise<void> }

/** A member who buys one share after the other until `stop`. */
async function buyer(memberId: string): Promise<Buyer> {
  const session = await server.context.identity.openSession(memberId)
  const client = testClient({ url: server.url, session })
  const acknowledged: string[] = []
  let stopped = false
  const buying = (async () => {
    while (!stopped) {
      const bought = await client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
      acknowledged.push(bought.order)
    }
  })()
  return {
    acknowledged,
    stop: async () => {
      stopped = true
      await buying
    },
  }
}

/** Resolves when the folder gets an entry whose name fits. */
async function appears(folder: string, name: RegExp): Promise<string> {
  const watcher = watch(folder)
  try {
    for (;;) {
      const changed = once(watcher, 'change')
      const found = (await readdir(folder)).find((entry) => name.test(entry))
      if (found !== undefined) return path.join(folder, found)
      await changed
    }
  } finally {
    watcher.close()
  }
}

/** The ids of the purchases in a restored installation. */
async function purchasesIn(restored: string): Promise<Set<string>> {
  const { databaseSuperuser, databaseOwner, databaseApp } = await readSecrets(restored)
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const postgres = await startPostgres({
    dataDir: restored,
    passwords: { superuser: databaseSuperuser, owner: databaseOwner, app: databaseApp },
    log: quiet,
  })
  try {
    const db = createDb(postgres.appUrl, { max: 1 })
    const found = await db.query<{ id: string }>('select purchase_id as id from purchase')
    await db.close()
    return new Set(found.map(({ id }) => id))
  } finally {
    await postgres.stop()
  }
}

/** The modes of all files and directories below a folder, each once. */
async function modesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const modes = entries.map(async (entry) => {
    const { mode } = await stat(path.join(entry.parentPath, entry.name))
    return `${entry.isDirectory() ? 'directory' : 'file'} ${(mode & 0o777).toString(8)}`
  })
  return [...new Set(await Promise.all(modes))].toSorted()
}

/** The newest backup of the tests above, which the tests below damage in copies. */
let latest = ''
let drilled = ''

test(
  'a backup that is made while members buy restores to sound books with every purchase up to one moment',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await makeUpload(server, members[0]!)
      const buying = await Promise.all(members.map(buyer))
      const making = backUp()
      await appears(backups, /\.draft$/)
      const sure = buying.map(({ acknowledged }) => [...acknowledged])
      // its row may be after the copy of the database, and its file in the backup
      await makeUpload(server, members[1]!)
      const made = await making
      latest = backupOf(made)
      const after = buying.map(({ acknowledged }) => acknowledged.length)
      for (const one of buying) await one.stop()
      expect(await readdir(backups)).toHaveLength(round + 1)

      drilled = path.join(home, `drill-${round}`)
      const restored = await restore(latest, '--to', drilled, '--secrets', path.join(dataDir, 'secrets.json'))
      expect(restored).toMatchObject({ status: 0, output: expect.stringMatching(/^sound$/m) })
      expect(restored.output).toContain('drill mode')
      expect(restored.output).toMatch(/^✓ INV-28 every uploaded picture has its file, .*: [1-9]\d* files$/m)
      const found = await purchasesIn(drilled)
      for (const [n, { acknowledged }] of buying.entries()) {
        const there = acknowledged.filter((order) => found.has(order))
        // each member's purchases up to one moment, and none after it
        expect(there).toEqual(acknowledged.slice(0, there.length))
        expect(there.length).toBeGreaterThanOrEqual(sure[n]!.length)
        // a purchase under way when the backup ended has no place in the list yet
        expect(there.length).toBeLessThanOrEqual(after[n]! + 1)
      }
    }
  },
  ROUNDS * HANG_MS,
)

test('the backup says what it contains, without the secrets, and only its user can read it', async () => {
  const manifest = await readManifest(latest)
  const { db, deployment } = { ...server.context, deployment: server.deployment }
  expect(manifest).toMatchObject({ kind: 'cluster', deployment: { id: deployment.id, moneyMode: 'sandbox' } })
  const [checkpoint] = await db.query<{ root: string }>(
    `select encode(root, 'hex') as root from log_checkpoint where size = $1`,
    [manifest.log!.size],
  )
  expect(checkpoint!.root).toBe(manifest.log!.root)
  const names = manifest.files.map((file) => file.path)
  expect(names).toEqual(expect.arrayContaining(['cluster/backup_label', 'cluster/global/pg_control']))
  expect(names.filter((name) => /secrets|postmaster|server\.lock/.test(name))).toEqual([])
  expect((await stat(latest)).mode & 0o777).toBe(0o700)
  expect(await modesIn(latest)).toEqual(['directory 700', 'file 600'])
})

test('the restored installation is in drill mode and says where it comes from', async () => {
  const drill = JSON.parse(await readFile(path.join(drilled, 'drill.json'), 'utf8')) as object
  expect(drill).toMatchObject({ version: 1, from: latest, deployment: server.deployment.id })
  const again = await restore(latest, '--to', drilled, '--secrets', path.join(dataDir, 'secrets.json'))
  expect(again).toMatchObject({ status: 2, output: expect.stringContaining('is not empty') })
})

test('a drill that found nothing leaves a record, which the live server takes', async () => {
  const file = path.join(drilled, DRILL_RECORD_FILE)
  const record = await readFile(file, 'utf8')
  const manifest = await readManifest(latest)
  const owner = await makeOperator(server, ['owner'])
  const recorded = await owner.client.call(ENDPOINTS.drillRecord, { record })
  expect(recorded).toEqual({ madeAt: expect.any(Number), backupAt: Date.parse(manifest.endedAt) })
  const { log } = (JSON.parse(record) as { drill: { log: unknown } }).drill
  expect(log).toEqual({ size: manifest.log!.size, root: manifest.log!.root })
})

test('a stopped installation is backed up with its secrets, and a live restore names what the log has lost', async () => {
  // The restored installation is a stopped one.
  const made = await runProgramFile('backup', [path.join(home, 'cold'), '--with-secrets', '--keep', '1'], {
    DATA_DIR: drilled,
  })
  expect(made.output).toMatch(/^removed: +nothing$/m)
  const cold = backupOf(made)
  const { log } = await readManifest(cold)
  const mark = path.join(home, 'high-water.json')
  const size = log!.size + 7
  await writeFile(
    mark,
    JSON.stringify({ version: 1, deployment: server.deployment.id, size, root: 'ab'.repeat(32), time: 0 }),
  )
  const live = path.join(home, 'live')
  expect(await restore(cold, '--to', live, '--live')).toMatchObject({
    status: 2,
    output: expect.stringContaining('--high-water'),
  })
  const restored = await restore(cold, '--to', live, '--live', '--high-water', mark)
  expect(restored.status).toBe(0)
  expect(restored.output).toContain(
    `The house had signed ${size} entries of the log, and the backup has ${log!.size}.`,
  )
  expect(await readFile(path.join(live, 'high-water.json'), 'utf8')).toBe(await readFile(mark, 'utf8'))
  expect(await readdir(live)).not.toContain('drill.json')
  expect(await readdir(live)).not.toContain(DRILL_RECORD_FILE)
})

test('the mark of the live log shows whether a restored log is complete', async () => {
  const { db } = server.context
  const { log } = await readManifest(latest)
  const mark = { version: 1 as const, deployment: server.deployment.id, size: log!.size, root: log!.root }
  expect(await compareWithMark(db, mark)).toMatchObject({ kind: 'complete' })
  expect(await compareWithMark(db, { ...mark, root: 'ab'.repeat(32) })).toMatchObject({ kind: 'forked' })
  expect(await compareWithMark(db, { ...mark, size: 1_000_000 })).toMatchObject({
    kind: 'lost',
    known: 1_000_000,
  })
})

test('one changed byte in the backup stops the restore, which leaves nothing behind', async () => {
  const damaged = path.join(home, 'damaged')
  await cp(latest, damaged, { recursive: true })
  const table = (await readManifest(latest)).files.find(
    ({ path: at, bytes }) => at.startsWith('cluster/base/') && bytes > 0,
  )!
  const content = await readFile(path.join(damaged, table.path))
  content[content.length - 1]! ^= 1
  await writeFile(path.join(damaged, table.path), content)
  const to = path.join(home, 'from-damaged')
  const restored = await restore(damaged, '--to', to, '--secrets', path.join(dataDir, 'secrets.json'))
  expect(restored.status).toBe(2)
  expect(restored.output).toContain(`The file ${table.path} of the backup ${damaged} is damaged`)
  expect(await readdir(home)).not.toContain('from-damaged')
})

test('one changed byte of a picture in the backup stops the restore', async () => {
  const damaged = path.join(home, 'damaged-picture')
  await cp(latest, damaged, { recursive: true })
  const [picture] = await readdir(path.join(damaged, 'uploads'))
  const file = path.join(damaged, 'uploads', picture!)
  const content = await readFile(file)
  content[20]! ^= 1
  await writeFile(file, content)
  const to = path.join(home, 'from-damaged-picture')
  const restored = await restore(damaged, '--to', to, '--secrets', path.join(dataDir, 'secrets.json'))
  expect(restored).toMatchObject({
    status: 2,
    output: expect.stringContaining(`The file uploads/${picture!}`),
  })
  expect(await readdir(home)).not.toContain('from-damaged-picture')
})

test('a backup that is interrupted leaves nothing', async () => {
  const before = await readdir(backups)
  const making = startProgramFile('backup', [backups], { DATA_DIR: dataDir })
  await appears(await appears(backups, /\.draft$/), /^cluster$/)
  making.child.kill('SIGTERM')
  expect(await making.ended).toEqual({
    status: 2,
    output: 'There is no backup: the backup was interrupted\n',
  })
  expect(await readdir(backups)).toEqual(before)
})

test('a backup during which PostgreSQL is killed leaves nothing, and the next one succeeds', async () => {
  const before = await readdir(backups)
  const making = backUp()
  const draft = await appears(backups, /\.draft$/)
  await appears(draft, /^cluster$/)
  const { clusterDir } = server
  const pid = Number((await readFile(path.join(clusterDir!, 'postmaster.pid'), 'utf8')).split('\n')[0])
  process.kill(pid, 'SIGKILL')
  expect(await making).toMatchObject({ status: 2, output: expect.stringContaining('There is no backup: ') })
  expect(await readdir(backups)).toEqual(before)
  await expect.poll(() => server.context.db.query('select 1').catch(() => [])).toHaveLength(1)
  const next = backupOf(await backUp())
  expect((await readManifest(next)).deployment.id).toBe(server.deployment.id)
})
