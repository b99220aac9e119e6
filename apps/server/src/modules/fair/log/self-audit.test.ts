/** What the audit of a log refuses does not get into the log: with several writers, rollbacks and restarts. */
import type { LogEntry } from '@fairlot/fairness/entries'
import { PlayedLog } from '@fairlot/fairness/testing/played-log'
import { PlayedGame } from '@fairlot/fairness/testing/played-rounds'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db, Tx } from '../../../platform/db.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { fairChecks } from '../fair.checks.ts'
import { checkLogRules, checkStoredAudits } from '../log-rules.checks.ts'
import { audited, enqueue, publishUnjudged, SEED, stored, testLog, type TestLog } from './log.fixture.ts'
import { createLogWriter, LogRefused, type LogWriter } from './log-writer.ts'
import { refusedEntries } from './self-audit.queries.ts'

let log: TestLog
/** a house whose entries the test hands to the writer */
let house: PlayedLog
let writer: LogWriter
let events: string[]

async function start(): Promise<void> {
  log = await testLog()
  events = []
  writer = anotherWriter()
  await writer.begin(log.db)
  house = new PlayedLog(log.writer.deployment)
  await catchUp()
}

function anotherWriter(): LogWriter {
  return createLogWriter({
    deployment: log.writer.deployment,
    seed: SEED,
    onSetAside: ({ kind, why }) => events.push(`aside ${kind}: ${why}`),
    onRefused: ({ kind, rule }) => events.push(`refused ${kind}: ${rule}`),
    onBreach: (_log, { rule, index }) => events.push(`breach ${rule} ${index}`),
    onBadState: (_log, why) => events.push(`state: ${why}`),
  })
}

/** Sets the clock of the house behind the end of the log, and after the present: what it makes can be published whenever the test runs. */
async function catchUp(): Promise<void> {
  const { floorMs } = await log.db.tx((tx) => writer.lock(tx))
  const [row] = await log.db.query<{ now: bigint }>(
    'select (extract(epoch from business_now()) * 1000)::bigint as now',
  )
  house.now = Math.max(house.now, floorMs, Number(row!.now) + HOUR_MS)
}

/** The entry that the house has made last. */
const made = () => JSON.parse(house.entries.at(-1)!) as LogEntry

async function publish(entry: LogEntry = made(), by: LogWriter = writer): Promise<void> {
  await log.db.tx((tx) => by.publish(tx, [entry]))
}

const PLAIN = { grade: 'plain' } as const

async function open(issue: string): Promise<void> {
  await catchUp()
  house.open(issue, PLAIN)
  await publish()
}

async function seal(issue: string): Promise<void> {
  await catchUp()
  house.seal(issue)
  await publish()
}

const plant = (entry: LogEntry) =>
  log.owner.query('insert into log_pending (entry) select $1::jsonb', [JSON.stringify(entry)])

const kinds = async () => (await stored(log.db)).entries.map((text) => (JSON.parse(text) as LogEntry).t)

/** What the doctor says about refused entries. */
const findings = async () => {
  const found: string[] = []
  for (const { title, sql } of fairChecks) {
    if (!/set aside|refused/.test(title)) continue
    const [row] = await log.db.query<{ breaches: bigint; figure: string }>(sql)
    if (row!.breaches !== 0n) found.push(`${title}: ${row!.figure}`)
  }
  return found
}

describe('a queued entry that the audit refuses is set aside, and the log goes on', () => {
  const day = { day: '2026-11-26', count: 1, amount: '1', oldestHours: 0, rejected: {} }
  beforeAll(async () => {
    await start()
    await open('OPEN-0001')
    await open('SEALED-0001')
    await seal('SEALED-0001')
    await open('DRAWN-0001')
    await seal('DRAWN-0001')
    house.draw('DRAWN-0001')
    await plant(made())
    await plant({ t: 'withdrawals', ...day, at: 1 })
    await writer.flush(log.db)
  })
  afterAll(() => log.close())
  beforeEach(() => {
    events = []
  })

  const beacon = { round: null, beacon: null, entropy: null }
  const game = { game: 'lucky-1m', period: '20261127-0001' } as const
  test.each<[string, string, () => LogEntry]>([
    [
      'the draw of an issue that never opened',
      'draw',
      () => ({ t: 'issue-draw', issue: 'M9-0001', ...beacon, code: 1, at: 1 }),
    ],
    [
      'the draw of an issue that is not sealed',
      'draw',
      () => ({ t: 'issue-draw', issue: 'OPEN-0001', ...beacon, code: 1, at: 1 }),
    ],
    [
      'a draw with another code than the formula gives',
      'draw',
      () => {
        house.draw('SEALED-0001')
        return { ...made(), code: 999 } as LogEntry
      },
    ],
    [
      'a second draw',
      'draw',
      () => {
        house.draw('DRAWN-0001')
        return made()
      },
    ],
    [
      'the refund of a sealed issue',
      'refund',
      () => ({ t: 'issue-refund', issue: 'SEALED-0001', orders: 1, amount: '1', at: 1 }),
    ],
    [
      'the refund of an issue that never opened',
      'refund',
      () => ({ t: 'issue-refund', issue: 'M9-0001', orders: 1, amount: '1', at: 1 }),
    ],
    [
      'the result of a round without a seal',
      'result',
      () => ({
        t: 'round-result',
        ...game,
        round: 1,
        beacon: '00'.repeat(32),
        result: { price: '000001', number: 1 },
        at: 1,
      }),
    ],
    ['the void of a round of no chain', 'void', () => ({ t: 'round-void', ...game, bets: 0, at: 1 })],
    [
      'the draw of an event that never opened',
      'draw',
      () => ({
        t: 'event-draw',
        event: 'P9-0001',
        round: 1,
        beacon: '00'.repeat(32),
        entropy: '00'.repeat(32),
        winners: [1],
        at: 1,
      }),
    ],
    [
      'the void of an event that never opened',
      'void',
      () => ({ t: 'event-void', event: 'P9-0001', participants: 0, pool: '1', at: 1 }),
    ],
    ['a day of withdrawals that was stated before', 'time', () => ({ t: 'withdrawals', ...day, at: 1 })],
  ])('%s', async (_what, rule, bad) => {
    const before = await kinds()
    const entry = bad()
    await enqueue(log, 1)
    await plant(entry)
    await enqueue(log, 1)
    expect(await writer.flush(log.db, { checkpoint: true })).toBe(2)
    expect(await kinds()).toEqual([...before, 'funding', 'funding'])
    expect(events).toEqual([expect.stringMatching(new RegExp(`^aside ${entry.t}: ${rule}: entry `))])
    const [row] = await log.db.query<{ entry: LogEntry; why: string }>(
      'select entry, why from log_unpublished order by pending_id desc limit 1',
    )
    expect(row).toEqual({ entry, why: expect.stringContaining(`${rule}: entry `) })
  })

  test('the log of all of it passes the audit, and doctor and operators see what was set aside', async () => {
    await audited(log)
    expect(await findings()).toEqual([
      expect.stringMatching(/^no entry was set aside because the log cannot take it: issue-draw /),
    ])
    expect(await refusedEntries(log.db)).toHaveLength(11)
  })
})

describe('an entry of a transaction that the audit refuses undoes the transaction', () => {
  beforeAll(async () => {
    await start()
    await open('SEALED-0001')
    await seal('SEALED-0001')
  })
  afterAll(() => log.close())
  beforeEach(async () => {
    events = []
    await catchUp()
  })

  test.each<[string, string, () => LogEntry | Promise<LogEntry>]>([
    [
      'a second opening',
      'open',
      () => {
        house.open('SEALED-0001', PLAIN)
        return made()
      },
    ],
    [
      'an opening with a deadline of another type',
      'open',
      () => {
        house.open('M2-0001', PLAIN)
        return { ...made(), deadline: 'tomorrow' } as unknown as LogEntry
      },
    ],
    [
      'a second seal',
      'seal',
      () => {
        house.seal('SEALED-0001')
        return made()
      },
    ],
    [
      'a seal of an issue that never opened',
      'seal',
      () => {
        house.open('M3-0001', PLAIN)
        house.seal('M3-0001')
        return made()
      },
    ],
    [
      'a third chain of a game',
      'chain',
      async () => {
        for (const name of ['one', 'two']) {
          new PlayedGame(house, {}, name).publish()
          await publish()
        }
        new PlayedGame(house, {}, 'three').publish()
        return made()
      },
    ],
    [
      'a second statement of solvency on a day',
      'time',
      async () => {
        house.solvency()
        await publish()
        house.solvency()
        return made()
      },
    ],
  ])('%s', async (_what, rule, bad) => {
    const entry = await bad()
    const before = await kinds()
    for (let tries = 0; tries < 2; tries++) await expect(publish(entry)).rejects.toThrow(LogRefused)
    await enqueue(log, 1)
    await writer.flush(log.db, { checkpoint: true })
    expect(await kinds()).toEqual([...before, 'funding'])
    expect(events).toEqual([`refused ${entry.t}: ${rule}`])
    expect(await refusedEntries(log.db)).toContainEqual(
      expect.objectContaining({ kind: entry.t, why: expect.stringContaining(`${rule}: entry `), times: 2 }),
    )
  })

  test('the entries before it in the same transaction are undone too, and can be published again', async () => {
    house.open('M1-0001', PLAIN)
    const [first, second] = [made(), made()]
    const before = await kinds()
    await expect(log.db.tx((tx) => writer.publish(tx, [first, second]))).rejects.toThrow(LogRefused)
    await publish(first)
    expect(await kinds()).toEqual([...before, 'issue-open'])
  })

  test('the log of all of it passes the audit, and the doctor says what was refused', async () => {
    await audited(log)
    expect(await findings()).toEqual([expect.stringMatching(/^the log refused no entry .*2 times/)])
  })
})

describe('the audit follows the log', () => {
  beforeEach(start)
  afterEach(() => log.close())

  test('a transaction that is undone leaves nothing in it', async () => {
    house.open('M1-0001', PLAIN)
    const entry = made()
    const undone = (work: (tx: Tx) => Promise<unknown>) =>
      log.db.tx(async (tx) => {
        await work(tx)
        throw new Error('undone')
      })
    await expect(undone((tx) => writer.publish(tx, [entry]))).rejects.toThrow('undone')
    await expect(undone((tx) => writer.lock(tx))).rejects.toThrow('undone')
    await publish(entry)
    await seal('M1-0001')
    house.draw('M1-0001')
    const draw = made() as Extract<LogEntry, { t: 'issue-draw' }>
    await expect(undone((tx) => writer.append(tx, draw))).rejects.toThrow('undone')
    await log.db.tx((tx) => writer.append(tx, draw))
    await writer.flush(log.db)
    await audited(log)
    expect(events).toEqual([])
  })

  test('writers that take turns judge by what the others wrote', async () => {
    const writers = [writer, anotherWriter(), anotherWriter()]
    for (let n = 0; n < 6; n++) {
      const issue = `M1-000${n}`
      await catchUp()
      house.open(issue, PLAIN)
      await publish(made(), writers[n % 3])
      await expect(publish(made(), writers[(n + 1) % 3])).rejects.toThrow('a second time')
      await catchUp()
      house.seal(issue)
      await publish(made(), writers[(n + 2) % 3])
      house.draw(issue)
      await log.db.tx((tx) => writers[n % 3]!.append(tx, made() as Extract<LogEntry, { t: 'issue-draw' }>))
    }
    await writer.flush(log.db, { checkpoint: true })
    await audited(log)
    expect((await kinds()).filter((kind) => kind === 'issue-draw')).toHaveLength(6)
  })

  test('many writers at once append one of each opening', async () => {
    const entries = Array.from({ length: 5 }, (_, n) => {
      house.open(`M1-000${n}`, PLAIN)
      return made()
    })
    const opened = await Promise.allSettled(
      [writer, anotherWriter(), anotherWriter(), anotherWriter()].flatMap((by) =>
        entries.map(async (entry) => {
          await enqueue(log, 1)
          await log.db.tx(async (tx) => {
            const { floorMs } = await by.lock(tx)
            await by.publish(tx, [{ ...entry, at: Math.max(floorMs, entry.at) }])
          })
        }),
      ),
    )
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect((await kinds()).filter((kind) => kind === 'issue-open')).toHaveLength(5)
    await writer.flush(log.db, { checkpoint: true })
    await audited(log)
  })
})

describe('a stored state', () => {
  beforeEach(start)
  afterEach(() => log.close())

  /** A log with a drawn issue and a stored state behind it. */
  async function storedLog(): Promise<void> {
    await open('M1-0001')
    await seal('M1-0001')
    house.draw('M1-0001')
    await plant(made())
    await enqueue(log, 2_100)
    await writer.flush(log.db)
  }
  const rows = () => log.db.query<{ size: number }>('select size::int from log_audit')

  /** The smallest index that a start reads. */
  async function startReads(by: LogWriter): Promise<number> {
    let lowest = Number.POSITIVE_INFINITY
    const watched: Db = {
      ...log.db,
      query: (statement, values) => {
        if (typeof statement !== 'string' && statement.name === 'log.oldest')
          lowest = Math.min(lowest, Number(values![0]))
        return log.db.query(statement, values)
      },
    }
    await by.begin(watched)
    return lowest
  }

  test('spares a start the entries before it, and judges as if it had read them', async () => {
    await storedLog()
    const [{ size }] = (await rows()) as [{ size: number }]
    expect(size).toBeGreaterThan(2_000)
    expect(await checkStoredAudits(log.db, writer)).toMatchObject({ breaches: 0 })
    await enqueue(log, 1)
    await writer.flush(log.db)
    const restarted = anotherWriter()
    expect(await startReads(restarted)).toBe(size)
    house.draw('M1-0001')
    await plant(made())
    await restarted.flush(log.db, { checkpoint: true })
    expect(events).toEqual([expect.stringContaining('comes after the draw')])
    await audited(log)
  })

  test.each([
    [
      'the draw is removed from it',
      `update log_audit set state = regexp_replace(state, ',"draw":[0-9]+', '')`,
    ],
    ['it is that of an earlier size', `update log_audit set size = size - 1`],
    ['its hash is made without the secret', `update log_audit set state = '{}', mac = sha256(state::bytea)`],
    ['it is that of another log', `update log_audit set signed_ms = signed_ms + 1`],
  ])('that the server did not store is not used: %s', async (_what, change) => {
    await storedLog()
    // as the role of the server
    await log.db.query(change)
    expect(await checkStoredAudits(log.db, writer)).toMatchObject({ breaches: 1 })
    const restarted = anotherWriter()
    expect(await startReads(restarted)).toBe(0)
    expect(events).toEqual(['state: this server did not store it'])
    house.draw('M1-0001')
    await plant(made())
    await restarted.flush(log.db, { checkpoint: true })
    expect(events[1]).toContain('comes after the draw')
    await audited(log)
  })

  test('that is older than the newest one is followed by the entries behind it', async () => {
    await storedLog()
    const older = await log.db.query('select * from log_audit')
    await enqueue(log, 2_100)
    await writer.flush(log.db)
    await log.db.query(
      'update log_audit set size = $1, head = $2, signed_size = $3, signed_ms = $4, state = $5, mac = $6',
      ['size', 'head', 'signed_size', 'signed_ms', 'state', 'mac'].map((field) => older[0]![field]),
    )
    const restarted = anotherWriter()
    expect(await startReads(restarted)).toBe(Number(older[0]!['size']))
    await expect(publish({ ...(await opening()), issue: 'M1-0001' } as LogEntry, restarted)).rejects.toThrow(
      LogRefused,
    )
    expect(events).toEqual([])
  })

  async function opening(): Promise<LogEntry> {
    await catchUp()
    house.open('M2-0001', PLAIN)
    return made()
  }
})

describe('a log with a breach from an earlier release', () => {
  beforeAll(start)
  afterAll(() => log.close())

  test('goes on, and the doctor still reports the breach', async () => {
    const games = ['one', 'two', 'three'].map((name) => new PlayedGame(house, {}, name))
    for (const [n, game] of games.entries()) {
      game.publish()
      if (n < 2) await publish()
      // a release that did not judge its entries
      else await log.db.tx((tx) => publishUnjudged(tx, log.writer.deployment, [made()]))
    }
    const upgraded = anotherWriter()
    await upgraded.begin(log.db)
    expect(events).toEqual(['breach chain 3'])
    const third = games[2]!
    const round = third.seal(third.open())
    await publish(made(), upgraded)
    third.decide(round)
    await log.db.tx((tx) => upgraded.append(tx, made() as Extract<LogEntry, { t: 'round-result' }>))
    await catchUp()
    new PlayedGame(house, {}, 'one').publish()
    await expect(publish(made(), upgraded)).rejects.toThrow(LogRefused)
    await enqueue(log, 2_100)
    await upgraded.flush(log.db)
    expect(await checkLogRules(log.db, upgraded)).toMatchObject({
      breaches: 1,
      figure: expect.stringContaining('third chain'),
    })
    events = []
    // the state keeps what is known
    await anotherWriter().begin(log.db)
    expect(events).toEqual([])
  })
})
