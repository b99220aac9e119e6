import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { logKey, verifyCheckpoint } from '@fairlot/fairness/checkpoint'
import { formatKey } from '@fairlot/fairness/note'
import { verifyCosignature, witnessKey } from '@fairlot/fairness/witness'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWitness } from '../../../../../../packages/fairness/cli/witness.ts'
import { openState } from '../../../../../../packages/fairness/cli/witness-state.ts'
import { createBeacons, localBeacon } from '../beacon/beacon.ts'
import { testClock } from '../../../testing/clock.ts'
import { fairFiles } from '../fair.routes.ts'
import { enqueue, SEED, testLog, type TestLog } from '../log/log.fixture.ts'
import { latestCheckpoint } from '../log/log.reads.ts'
import type { Witness } from './witness-client.ts'
import { publishedVouching, vouchingOf } from './vouching.ts'
import { createWitnesses, type Witnesses, type WitnessesOptions } from './witnesses.ts'

let log: TestLog
let folder: string
let server: Server | undefined
const said: string[] = []
const warned: string[] = []
const clock = testClock(1_700_000_000_000)

beforeEach(async () => {
  log = await testLog()
  folder = mkdtempSync(path.join(tmpdir(), 'fairlot-witness-'))
  said.length = warned.length = 0
})
afterEach(async () => {
  server?.close()
  server?.closeAllConnections()
  await log.close()
  rmSync(folder, { recursive: true })
})

/** While it is true the witness's machine breaks every connection. */
let isAway = false

/** Starts the witness from the data on its disk. */
async function witness(): Promise<Witness> {
  isAway = false
  server?.close()
  server?.closeAllConnections()
  const state = openState(folder)
  const logs = [logKey(log.writer.deployment, log.writer.publicKey)]
  server = createWitness({
    name: 'w1',
    logs,
    state,
    now: () => 1_700_000_000,
    log: (line) => said.push(line),
  })
  server.on('connection', (socket) => {
    if (isAway) socket.destroy()
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { key: witnessKey('w1', publicKeyOf(state.seed)), url }
}

const asking = (...witnesses: Witness[]): Witnesses => askingWith({}, ...witnesses)
const askingWith = (options: Pick<WitnessesOptions, 'send' | 'standing'>, ...witnesses: Witness[]) =>
  createWitnesses({
    ...options,
    db: log.db,
    clock,
    witnesses,
    deployment: log.writer.deployment,
    publicKey: log.writer.publicKey,
    beacons: createBeacons(localBeacon('11'.repeat(32), () => Promise.resolve(clock.now()))),
    log: {
      info: () => undefined,
      warn: ({ err }: { err?: Error }) => warned.push(err?.message ?? ''),
      error: ({ err }: { err?: Error }, message) => warned.push(`${message}: ${err?.message ?? ''}`),
    },
  })

async function grow(count: number): Promise<void> {
  await enqueue(log, count)
  await log.writer.flush(log.db, { checkpoint: true })
}
const cosigned = async () =>
  (await log.db.query<{ size: bigint }>('select size from log_cosignature order by size')).map(({ size }) =>
    Number(size),
  )

test('a witness signs checkpoints that extend its log, also after restarts', async () => {
  let known = await witness()
  const first = asking(known)
  await first.push()
  expect(await cosigned()).toEqual([])
  for (const count of [3, 1, 10]) {
    await grow(count)
    await first.push()
    await first.push()
  }
  expect(await cosigned()).toEqual([4, 5, 15])
  // a new server process, and a witness that reads its state from disk
  known = await witness()
  await grow(7)
  await asking(known).push()
  expect(await cosigned()).toEqual([4, 5, 15, 22])
  expect(warned).toEqual([])
})

test("the house's own witness signs as well, and openings of version 3 mark it, with the default quorum", async () => {
  const own: Witness = { ...(await witness()), own: true }
  const other: Witness = { key: witnessKey('other', publicKeyOf('08'.repeat(32))), url: 'http://127.0.0.1:9' }
  const both = asking(own, other)
  const [first, second] = both.noteKeys.map(formatKey)
  const marked = { witnesses: [first, second], ownWitnesses: [first], quorum: 2 }
  expect(vouchingOf(both.noteKeys, 3)).toEqual(marked)
  expect(publishedVouching(vouchingOf(both.noteKeys, 3))).toEqual({
    witnesses: [{ key: first, own: true }, { key: second }],
    quorum: 2,
  })
  // one line is enough in version 2
  expect(vouchingOf(both.noteKeys, 2)).toEqual({ witnesses: [second], ownWitnesses: null, quorum: null })
  await grow(3)
  await asking(own).push()
  expect(await cosigned()).toEqual([4])
})

test('the served checkpoint contains the cosignature, which anyone can verify', async () => {
  const known = await witness()
  await grow(5)
  await asking(known).push()
  const [route] = fairFiles({ db: log.db, verifier: null })
  const asked = { path: '/fair/checkpoint', rest: '', query: new URLSearchParams(), body: Buffer.alloc(0) }
  const answer = await route!.handle({ ...asked, headers: {}, address: '', requestId: '' })
  const note = String(answer.body)
  expect(verifyCheckpoint(note, log.writer.publicKey, log.writer.deployment)).toMatchObject({ size: 6 })
  const line = note.split('\n').at(-2)!
  expect(verifyCosignature(note, line, known.key)).toBe(1_700_000_000)
  expect(verifyCosignature(note.replace('\n6\n', '\n7\n'), line, known.key)).toBeNull()
  expect(verifyCosignature(note, line, { ...known.key, publicKey: publicKeyOf(SEED) })).toBeNull()
  const again = await route!.handle({
    ...asked,
    headers: { 'if-none-match': answer.headers!['etag']! },
    address: '',
    requestId: '',
  })
  expect(again).toMatchObject({ status: 304, body: '' })
  expect(answer.headers!['cache-control']).toContain('public')
})

/** Deletes the log and writes another history. */
async function rewrite(counts: readonly number[]): Promise<void> {
  await log.owner.query('truncate log_cosignature, log_checkpoint, log_entry, log_node')
  for (const count of counts) await grow(count)
}

test('a witness refuses another history of the same or a greater size, and a truncated log', async () => {
  const known = await witness()
  await grow(8)
  await asking(known).push()
  const honest = (await latestCheckpoint(log.db))!
  for (const [counts, reason] of [
    [[8], 'another log of 9 entries'],
    [[3, 9], '422'],
    [[5], 'signed a longer log'],
  ] as const) {
    warned.length = 0
    await rewrite(counts)
    expect((await latestCheckpoint(log.db))!.root).not.toBe(honest.root)
    await asking(known).push()
    expect(warned.join()).toContain(reason)
    expect(await cosigned()).toEqual([])
  }
  expect(said.filter((line) => line.startsWith('refused'))).toHaveLength(2)
  expect(openState(folder).last(log.writer.deployment)).toMatchObject({ size: 9, root: honest.root })
})

test.each([
  // as `npm run witness` and other witnesses refuse another root of the size that they signed
  [
    'history: the log has two different roots for the same size',
    'and has signed another log of 6 entries',
    1,
  ],
  ['', 'and has signed another log of 6 entries', 1],
  // a rule that the entries break says nothing about the root
  ['late: entry 5 is shown late', 'late: entry 5 is shown late', 0],
])('a refusal «%s» of the size that the witness signed says: %s', async (body, said422, forks) => {
  await grow(5)
  const { key } = await witness()
  const heard: unknown[] = []
  const known = askingWith(
    {
      send: ({ method, body: sent = '' }) => {
        if (method === 'GET') return Promise.resolve({ status: 404, type: '', body: '' })
        return Promise.resolve(
          sent.startsWith('old 6\n')
            ? { status: 422, type: 'text/plain', body }
            : { status: 409, type: 'text/x.tlog.size', body: '6\n' },
        )
      },
      standing: { heard: (_, claim) => void (claim?.fork && heard.push(claim)) },
    },
    { key, url: 'http://127.0.0.1' },
  )
  await known.push()
  expect(warned.join()).toContain(said422)
  expect(heard).toHaveLength(forks)
})

test('asks an unreachable witness again after growing pauses, with the newest checkpoint', async () => {
  const known = await witness()
  const pushing = asking(known)
  await grow(2)
  await pushing.push()
  isAway = true
  server!.closeAllConnections()
  await grow(2)
  await pushing.push()
  await pushing.push()
  expect(warned).toHaveLength(1)
  clock.advance(1_000)
  await pushing.push()
  clock.advance(1_000)
  await pushing.push()
  expect(warned).toHaveLength(2)
  await grow(2)
  isAway = false
  clock.advance(1_000)
  await pushing.push()
  expect(await cosigned()).toEqual([3, 7])
})

test('the server stops without waiting for a witness that never answers', async () => {
  const known = await witness()
  await grow(1)
  server!.removeAllListeners('request')
  const arrived = new Promise((resolve) => server!.once('request', resolve))
  const pushing = asking(known)
  const push = pushing.push()
  await arrived
  await pushing.stop()
  await push
  await pushing.push()
  expect(warned).toEqual([])
  expect(await cosigned()).toEqual([])
})

test('does not store a cosignature of another key', async () => {
  const known = await witness()
  await grow(1)
  const impostor = { ...known, key: witnessKey('w1', publicKeyOf('77'.repeat(32))) }
  await asking(impostor).push()
  expect(await cosigned()).toEqual([])
  expect(warned.join()).toContain('without a signature of its key')
})

test('the witness answers malformed requests as the protocol requires', async () => {
  const { url } = await witness()
  await grow(4)
  const { note } = (await latestCheckpoint(log.db))!
  const send = async (body: string) => {
    const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
    return [response.status, await response.text(), response.headers.get('content-type')]
  }
  expect((await send('nonsense'))[0]).toBe(400)
  expect((await send(`old 6\n\n${note}`))[0]).toBe(400)
  expect((await send(`old 0\n\n${note.replace('\n5\n', '\n4\n')}`))[0]).toBe(403)
  expect((await send(`old 0\n\n${note.replaceAll(log.writer.deployment, 'elsewhere')}`))[0]).toBe(404)
  expect((await send(`old 0\n${'A'.repeat(43)}=\n\n${note}`))[0]).toBe(422)
  expect((await send('x'.repeat(70_000)))[0]).toBe(413)
  expect(await send(`old 2\n\n${note}`)).toEqual([409, '0\n', 'text/x.tlog.size'])
  const [status, line] = await send(`old 0\n\n${note}`)
  expect(status).toBe(200)
  expect(line).toMatch(/^— w1 [A-Za-z0-9+/]+=*\n$/)
  expect((await fetch(`${url}/other`)).status).toBe(404)
  expect(await (await fetch(url)).text()).toMatch(/^w1\+[0-9a-f]{8}\+B/)
})

test('a witness keeps its key and refuses to start with a damaged state', () => {
  expect(openState(folder).seed).toBe(openState(folder).seed)
  for (const broken of ['{}', '', '{"version":1,"seed":"00","logs":{}}']) {
    writeFileSync(path.join(folder, 'witness.json'), broken)
    expect(() => openState(folder)).toThrow()
  }
})
