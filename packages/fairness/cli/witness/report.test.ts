import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyCheckpoint } from '../../src/checkpoint.ts'
import { leafHash, treeRoot } from '../../src/log.ts'
import { formatKey } from '../../src/note.ts'
import { PlayedEvent } from '../../src/testing/played-events.ts'
import { PlayedLog, playedWitness } from '../../src/testing/played-log.ts'
import { PlayedGame } from '../../src/testing/played-rounds.ts'
import { formatWitnessRequest, verifyCosignature } from '../../src/witness.ts'
import { playedHouse } from './house.fixture.ts'
import { EMPTY_REPORT } from './report.ts'
import type { ShownReport } from './shown-report.ts'
import {
  base,
  drawn,
  forgetAudit,
  house,
  named,
  playWitness,
  refused,
  restart,
  sealed,
  terms,
  witness,
} from './world.fixture.ts'

const A = 'M1-0001'
const B = 'M1-0002'
const DAY_MS = 86_400_000
const W2 = playedWitness('w2')

playWitness()

const report = async (): Promise<ShownReport> => {
  const { status, type, body } = await witness.get('/report')
  expect([status, type]).toEqual([200, expect.stringContaining('application/json')])
  return JSON.parse(body) as ShownReport
}
const signs = async (at?: number): Promise<void> =>
  expect(await witness.show(at)).toMatchObject({ status: 200 })

test('a witness that saw nothing of note reports nothing', async () => {
  house.log.sign()
  await signs()
  const { late, losses, histories } = EMPTY_REPORT
  expect(await report()).toEqual({ late, overdue: { total: 0, list: [] }, losses, histories })
})

describe('a seal that names the witness', () => {
  const both = () => terms(formatKey(witness.key), W2.key)

  test('and that it sees after its round is reported, although another witness signed in time', async () => {
    const { log } = house
    log.sign()
    await signs()
    const index = sealed(A, both())
    log.cosign(W2)
    // the house shows the honest witness the log when it knows, and likes, the result
    drawn(A)
    await signs()
    const found = {
      log: house.key.name,
      index,
      what: `issue ${A}`,
      publishedAt: log.roundMs(A),
      at: Math.floor(log.now / 1000) * 1000,
    }
    expect((await report()).late).toEqual({ total: 1, list: [found] })
    expect(witness.said.at(-2)).toContain(`entry ${index}, the seal of issue ${A}, was shown after its round`)
    const page = await witness.get('/', 'text/html')
    expect(page.body).toContain('shown to it after their round was published: 1</h3>')
    expect(page.body).toContain(`entry ${index}: issue ${A}, judged`)
    forgetAudit()
    await restart()
    log.funding()
    log.sign()
    await signs()
    expect((await report()).late).toEqual({ total: 1, list: [found] })
  })

  test('and that it refuses as late is reported once', async () => {
    const index = sealed(A)
    house.log.now = house.log.roundMs(A)
    expect(await refused()).toBe('late')
    expect(await refused()).toBe('late')
    expect((await report()).late).toMatchObject({ total: 1, list: [{ index, what: `issue ${A}` }] })
  })

  test('of an event or a round is reported as well, one that it signed in time is not', async () => {
    const { log } = house
    const inTime = sealed(A)
    await signs()
    const event = new PlayedEvent(log, { ...both() }).open().join().seal({}, [W2])
    event.draw()
    const game = new PlayedGame(log, both())
    game.publish()
    game.decide(game.seal(game.open(), {}, [W2]))
    await signs()
    const { late } = await report()
    expect(late.list.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^round lucky/),
      'event PS-0001',
    ])
    expect(late.list.map(({ index }) => index)).not.toContain(inTime)
  })

  test('is not reported when the terms do not name this witness', async () => {
    sealed(A, terms(W2.key))
    house.log.cosign(W2)
    drawn(A)
    await signs()
    expect((await report()).late.total).toBe(0)
  })
})

test('what is sealed for more than a day without a result is reported until it has one', async () => {
  const { log } = house
  const index = sealed(A)
  await signs()
  const event = new PlayedEvent(log, { grade: 'salt', deadline: log.now + 1_000 }).open().join([500]).seal()
  await signs()
  const sealedAt = log.now
  log.now = sealedAt + DAY_MS - 100_000
  expect((await report()).overdue.total).toBe(0)
  log.now = sealedAt + DAY_MS + 100_000
  await restart()
  log.funding()
  log.sign()
  await signs()
  expect((await report()).overdue).toMatchObject({
    total: 2,
    list: [{ log: house.key.name, index, what: `issue ${A}` }, { what: `event ${event.terms.event}` }],
  })
  expect((await witness.get('/', 'text/html')).body).toContain('without a result: 2</h3>')
  drawn(A)
  await signs()
  expect((await report()).overdue.list.map(({ what }) => what)).toEqual(['event PS-0001'])
})

describe('a log that continues a lost one', () => {
  test('is reported where it starts before what was signed, and refunds what was drawn or sealed in time', async () => {
    const old = house
    const { log } = old
    sealed(A)
    await signs()
    drawn(A)
    sealed(B)
    await signs()
    log.open('M1-0003')
    log.sign()
    await signs()

    const next = new PlayedLog('demo.2')
    next.now = log.now + DAY_MS
    const lost = [A, B, 'M1-0003']
    const root = treeRoot(log.entries.slice(0, 2).map(leafHash))
    next.append({ t: 'log-continues', deployment: 'demo', size: 2, root, lost, at: next.now })
    next.begin()
    for (const issue of lost) next.refund(issue)
    next.sign()
    const following = await playedHouse(next)
    try {
      await restart({ also: [following] })
      log.now = next.now
      expect(await witness.show(-1, following)).toMatchObject({ status: 200 })
      const { losses } = await report()
      const about = { log: 'fairlot/demo.2', before: 'fairlot/demo' }
      expect(losses).toMatchObject({
        total: 3,
        list: [
          {
            ...about,
            index: 3,
            reason: `refunds issue ${B}, which entry 5 of the lost log seals, signed in time`,
          },
          { ...about, index: 2, reason: `refunds issue ${A}, which entry 3 of the lost log draws` },
          {
            ...about,
            index: 0,
            reason: 'continues the lost log at 2 entries, and this witness signed 7 of it',
          },
        ],
      })
      const page = await witness.get('/', 'text/html')
      expect(page.body).toContain('against the lost log that it continues: 3</h3>')
    } finally {
      following.stop()
    }
  })

  test('is not reported where it starts at what was signed and refunds what was only open', async () => {
    const { log } = house
    log.open(A, named())
    log.sign()
    await signs()
    const next = new PlayedLog('demo.2')
    const root = treeRoot(log.entries.map(leafHash))
    next.append({ t: 'log-continues', deployment: 'demo', size: 2, root, lost: [A], at: next.now })
    next.begin()
    next.refund(A)
    next.sign()
    const following = await playedHouse(next)
    try {
      await restart({ also: [following] })
      expect(await witness.show(-1, following)).toMatchObject({ status: 200 })
      expect((await report()).losses.total).toBe(0)
    } finally {
      following.stop()
    }
  })
})

describe('another history', () => {
  test('of the size that was signed is kept with both signed checkpoints, over a restart', async () => {
    const { log } = house
    log.sign()
    await signs()
    const twin = log.copy()
    log.funding()
    log.sign()
    await signs()
    const [, mine] = log.checkpoints
    twin.open(A)
    twin.sign()
    house.log = twin
    expect(await refused()).toBe('history')
    expect(await refused()).toBe('history')
    await restart()
    const { histories } = await report()
    expect(histories).toHaveLength(1)
    const [{ proven, size, signed, shown }] = histories as [(typeof histories)[0]]
    expect([proven, size]).toEqual([true, 2])
    expect(signed!.note).toBe(mine!.note)
    expect(verifyCosignature(signed!.note, signed!.line, witness.key)).not.toBeNull()
    const roots = [signed!.note, shown].map((note) => verifyCheckpoint(note, log.publicKey, 'demo')!)
    expect(roots.map((one) => one.size)).toEqual([2, 2])
    expect(roots[0]!.root).not.toBe(roots[1]!.root)
    expect((await witness.get('/', 'text/html')).body).toContain(
      'than the one that this witness signed: 1</h3>',
    )
  })

  test('that is longer is proven when the witness has signed further', async () => {
    const { log } = house
    log.funding()
    log.sign()
    await signs()
    const twin = new PlayedLog()
    twin.begin()
    for (let i = 0; i < 3; i++) twin.open(`M${i}-0001`)
    twin.sign()
    house.log = twin
    expect(await refused()).toBe('history')
    expect((await report()).histories).toMatchObject([{ proven: false, size: 4 }])
    house.log = log
    for (let i = 0; i < 3; i++) log.funding()
    log.sign()
    await signs()
    expect((await report()).histories).toMatchObject([{ proven: true, size: 4 }])
  })

  test('that a stranger claims with a wrong proof is forgotten when the witness has signed further', async () => {
    const { log } = house
    log.funding()
    log.sign()
    await signs()
    log.funding()
    log.sign()
    const { note } = log.checkpoints.at(-1)!
    const wrong = formatWitnessRequest({ oldSize: 2, consistency: ['ab'.repeat(32)], note })
    expect(await witness.post(wrong)).toMatchObject({ status: 422 })
    expect((await report()).histories).toMatchObject([{ proven: false, size: 3 }])
    await signs()
    expect((await report()).histories).toEqual([])
  })

  test('leaves at most 40 entries, and the first proven one stays', async () => {
    const { log } = house
    log.sign()
    await signs()
    log.funding()
    const honest = log.copy()
    honest.sign()
    house.log = honest
    await signs()
    for (let i = 0; i < 25; i++) {
      const forged = new PlayedLog()
      forged.append(log.entries[0]!)
      forged.funding(log.now + i + 1)
      forged.sign()
      const { note } = forged.checkpoints[0]!
      await witness.post(formatWitnessRequest({ oldSize: 2, consistency: [], note }))
      forged.funding()
      forged.sign()
      const longer = forged.checkpoints[1]!.note
      await witness.post(formatWitnessRequest({ oldSize: 2, consistency: [], note: longer }))
    }
    const { histories } = await report()
    expect(histories.map(({ proven }) => proven)).toEqual([
      ...Array.from({ length: 20 }, () => true),
      ...Array.from({ length: 20 }, () => false),
    ])
  })
})

test('the folder of a version before has no report, and a damaged report is not used', async () => {
  const file = join(base, 'w1', 'report.json')
  const index = sealed(A)
  house.log.now = house.log.roundMs(A)
  expect(await refused()).toBe('late')
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.slice(0, -9))
  await restart()
  expect((await report()).late.total).toBe(0)
  writeFileSync(file, whole)
  await restart()
  expect((await report()).late.list.map((one) => one.index)).toEqual([index])
})
