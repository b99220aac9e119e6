import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { leafHash, treeRoot } from '@fairlot/fairness/log'
import { PlayedLog } from '@fairlot/fairness/testing/played-log'
import { beforeEach, describe, expect, test } from 'vitest'
import { MOST_CHECKPOINTS } from './evidence.ts'
import type { LogEvidence } from './evidence.ts'
import { look } from './look.ts'
import type { LogReads } from './look.ts'

/** The house: its logs, the current one last, and what it says of itself. */
type House = {
  logs: PlayedLog[]
  publicKey?: string
  halted?: boolean
  lostFrom?: number
  noCheckpoint?: boolean
}

/** A server that shows the logs of a house. */
function readsOf({ logs, publicKey, halted = false, lostFrom, noCheckpoint = false }: House): LogReads {
  const current = logs.at(-1)!
  const named = (name: string) => logs.find(({ deployment }) => deployment === name)
  return {
    about: async () => ({ deployment: current.deployment, publicKey: publicKey ?? current.publicKey }),
    checkpoint: async () => (noCheckpoint ? null : (current.checkpoints.at(-1) ?? null)),
    consistency: async ({ from, to, log: name }) => {
      const log = named(name)
      const size = log === current ? log.size : (lostFrom ?? log?.size ?? 0)
      return log === undefined || to > size ? null : log.consistency(from, to)
    },
    firstEntry: async (name) => named(name)?.entries[0] ?? null,
    isHalted: async () => halted,
  }
}

const rootOf = ({ entries }: PlayedLog, size = entries.length) =>
  treeRoot(entries.slice(0, size).map(leafHash))

function started(deployment = 'demo'): PlayedLog {
  const log = new PlayedLog(deployment)
  log.begin()
  grow(log, 3)
  return log
}

function grow(log: PlayedLog, entries: number): void {
  for (let i = 0; i < entries; i++) log.funding()
  log.sign()
}

/** A new log that continues a lost one in a state. */
function continuing(old: PlayedLog, size: number, root = rootOf(old, size), name = 'demo.2'): PlayedLog {
  const log = new PlayedLog(name)
  log.append({
    t: 'log-continues',
    deployment: old.deployment,
    size,
    root,
    lost: ['PHONE-0002'],
    at: log.now,
  })
  log.begin()
  grow(log, 2)
  return log
}

let log: PlayedLog
let kept: LogEvidence

beforeEach(async () => {
  log = started()
  kept = await look(null, readsOf({ logs: [log] }), 1_000)
})

const seenIn = (house: House) => look(kept, readsOf(house), 2_000)

describe('an honest log', () => {
  test('is trusted by its key at the first visit', () => {
    expect(kept).toMatchObject({
      deployment: 'demo',
      publicKey: log.publicKey,
      since: 1_000,
      checkedAt: 1_000,
      alarm: null,
    })
    expect(kept.checkpoints).toHaveLength(1)
  })

  test('may grow', async () => {
    grow(log, 5)
    const seen = await seenIn({ logs: [log] })
    expect(seen).toMatchObject({ alarm: null, checkedAt: 2_000 })
    expect(seen.checkpoints.map(({ note }) => note)).toEqual(log.checkpoints.map(({ note }) => note))
  })

  test('may stay as it is, and get more signatures of witnesses', async () => {
    const line = '— w1.example AAAA'
    log.checkpoints.at(-1)!.cosignatures.push(line)
    const seen = await seenIn({ logs: [log] })
    expect(seen.checkpoints).toMatchObject([{ cosignatures: [line], seenAt: 1_000 }])
  })

  test('is kept in its newest states only', async () => {
    for (let visits = 0; visits < MOST_CHECKPOINTS + 5; visits++) {
      grow(log, 1)
      kept = await seenIn({ logs: [log] })
    }
    expect(kept.alarm).toBe(null)
    expect(kept.checkpoints).toHaveLength(MOST_CHECKPOINTS)
    expect(kept.checkpoints.at(-1)!.note).toBe(log.checkpoints.at(-1)!.note)
  })

  test('needs no checkpoint at the first visit', async () => {
    const first = await look(null, readsOf({ logs: [log], noCheckpoint: true }), 1_000)
    expect(first).toMatchObject({ alarm: null, checkpoints: [] })
    expect(await look(first, readsOf({ logs: [log] }), 2_000)).toMatchObject({
      alarm: null,
      checkpoints: [{}],
    })
  })

  test('is not judged while the server does not answer', async () => {
    const reads = readsOf({ logs: [log] })
    grow(log, 1)
    const broken = { ...reads, consistency: () => Promise.reject(new Error('no answer')) }
    await expect(look(kept, broken, 2_000)).rejects.toThrow('no answer')
  })
})

describe('a split view', () => {
  test('is another log of the same size', async () => {
    const other = new PlayedLog()
    other.begin()
    for (let i = 0; i < 3; i++) other.funding(other.now + 1)
    other.sign()
    const { alarm, checkpoints } = await seenIn({ logs: [other] })
    expect(alarm).toMatchObject({
      kind: 'root',
      at: 2_000,
      kept: { note: log.checkpoints.at(-1)!.note },
      seen: { note: other.checkpoints.at(-1)!.note },
    })
    expect(checkpoints).toEqual(kept.checkpoints)
  })

  test('is a longer log with other entries', async () => {
    const other = new PlayedLog()
    other.begin('sandbox')
    grow(other, 9)
    expect((await seenIn({ logs: [other] })).alarm).toMatchObject({ kind: 'fork' })
  })

  test('is a log that the server does not prove to have grown', async () => {
    grow(log, 1)
    const reads = { ...readsOf({ logs: [log] }), consistency: async () => null }
    expect((await look(kept, reads, 2_000)).alarm).toMatchObject({ kind: 'fork' })
  })

  test('is a shorter log, and one without any signed state', async () => {
    const older = new PlayedLog()
    older.begin()
    older.sign()
    expect((await seenIn({ logs: [older] })).alarm).toMatchObject({ kind: 'shorter' })
    expect((await seenIn({ logs: [log], noCheckpoint: true })).alarm).toMatchObject({ kind: 'shorter' })
  })

  test('is not a shorter log of a server that says that it is halted', async () => {
    const older = new PlayedLog()
    older.begin()
    older.sign()
    expect(await seenIn({ logs: [older], halted: true })).toEqual(kept)
  })

  test('is not an answer that a second look does not confirm', async () => {
    const reads = readsOf({ logs: [log] })
    const older = new PlayedLog()
    older.begin()
    older.sign()
    const answers = [older.checkpoints[0]!, log.checkpoints.at(-1)!]
    const unsteady = { ...reads, checkpoint: async () => answers.shift() ?? null }
    expect(await look(kept, unsteady, 2_000)).toMatchObject({ alarm: null, checkedAt: 2_000 })
  })

  test('is another key, also when the new key signs the same log', async () => {
    const secret = '7e'.repeat(32)
    grow(log, 1)
    log.sign({}, secret)
    const publicKey = publicKeyOf(secret)
    const { alarm, publicKey: trusted } = await seenIn({ logs: [log], publicKey })
    expect(alarm).toMatchObject({ kind: 'key', seen: { publicKey } })
    expect(trusted).toBe(log.publicKey)
    expect((await seenIn({ logs: [log] })).alarm).toMatchObject({ kind: 'signature' })
  })

  test('is a log of another name that continues nothing', async () => {
    expect((await seenIn({ logs: [started('other')] })).alarm).toMatchObject({ kind: 'name' })
    expect((await seenIn({ logs: [log, started('demo.2')] })).alarm).toMatchObject({ kind: 'name' })
  })

  test('stays until it is removed', async () => {
    const alarmed = await seenIn({ logs: [started('other')] })
    grow(log, 1)
    expect(await look(alarmed, readsOf({ logs: [log] }), 3_000)).toEqual(alarmed)
  })
})

describe('a log that continues a lost one', () => {
  test('tells which entries of the lost log are gone', async () => {
    const seen = await seenIn({ logs: [log, continuing(log, 2)] })
    expect(seen.alarm).toBe(null)
    expect(seen.continued).toMatchObject({
      from: 'demo',
      to: 'demo.2',
      size: 2,
      seenSize: 4,
      lost: ['PHONE-0002'],
      isTold: false,
    })
    expect(seen.checkpoints).toHaveLength(2)
  })

  test('may name more entries than this device has seen, also where the server has lost them', async () => {
    grow(log, 6)
    const next = continuing(log, 10)
    for (const lostFrom of [log.size, 3]) {
      expect((await seenIn({ logs: [log, next], lostFrom })).alarm).toBe(null)
    }
  })

  test('contradicts this device when it names another state of the same size', async () => {
    const next = continuing(log, 4, 'ab'.repeat(32))
    expect((await seenIn({ logs: [log, next] })).alarm).toMatchObject({ kind: 'root' })
  })

  test('contradicts this device when the named state does not extend the one that it has seen', async () => {
    grow(log, 2)
    const next = continuing(log, 6, 'ab'.repeat(32))
    expect((await seenIn({ logs: [log, next] })).alarm).toMatchObject({ kind: 'fork' })
  })

  test('has no signed state in its first seconds', async () => {
    const next = new PlayedLog('demo.2')
    next.append({ t: 'log-continues', deployment: 'demo', size: 4, root: rootOf(log), lost: [], at: log.now })
    expect(await seenIn({ logs: [log, next], noCheckpoint: true })).toMatchObject({
      alarm: null,
      continued: null,
    })
  })

  test('must contain its first entry', async () => {
    const next = continuing(log, 2)
    const reads = {
      ...readsOf({ logs: [log, next] }),
      firstEntry: async () => continuing(log, 3).entries[0]!,
    }
    expect((await look(kept, reads, 2_000)).alarm).toMatchObject({ kind: 'fork' })
  })

  test('may be the second one since the last visit', async () => {
    const second = continuing(log, 2)
    const third = continuing(second, 3, rootOf(second, 3), 'demo.3')
    const seen = await seenIn({ logs: [log, second, third] })
    expect(seen).toMatchObject({
      alarm: null,
      continued: { from: 'demo', to: 'demo.3', size: 2, seenSize: 4 },
    })
  })

  test('may not go back to the lost log', async () => {
    kept = await seenIn({ logs: [log, continuing(log, 2)] })
    grow(log, 1)
    expect((await seenIn({ logs: [log] })).alarm).toMatchObject({ kind: 'name' })
  })
})
