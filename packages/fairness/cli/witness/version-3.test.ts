import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '../../src/audit.ts'
import { beaconOf } from '../../src/beacon.ts'
import { drawEntropy, winningCode } from '../../src/draw.ts'
import { leafHash, treeRoot } from '../../src/log.ts'
import { formatKey } from '../../src/note.ts'
import { begin3, hashOf, signatureOf, witnessesOf } from '../../src/testing/played-lines.ts'
import { PlayedEvent3 } from '../../src/testing/played-event-3.ts'
import { PlayedGame3 } from '../../src/testing/played-game-3.ts'
import { PlayedIssue3 } from '../../src/testing/played-issue-3.ts'
import { PlayedLog } from '../../src/testing/played-log.ts'
import { playedHouse, secondsOf } from './house.fixture.ts'
import type { ShownReport } from './shown-report.ts'
import { forgetAudit, house, playWitness, refused, restart, sealOf, witness } from './world.fixture.ts'

const DAY = 86_400_000
const [, W2, W3] = witnessesOf(3) as [unknown, ...ReturnType<typeof witnessesOf>]

playWitness()
beforeEach(() => {
  house.log = begin3(new PlayedLog())
})

/** The running witness and two others; two of the three are enough. */
const three = () => ({
  grade: 'witnessed' as const,
  witnesses: [formatKey(witness.key), W2!.key, W3!.key].map((key) => ({ key })),
  quorum: 2,
})

/** Shows the last checkpoint while the witness' clock has this time, Unix milliseconds. */
async function showAt(ms: number, at = -1) {
  witness.seconds = Math.floor(ms / 1000)
  const answer = await witness.show(at)
  witness.seconds = null
  return answer
}

/** An issue whose seal the running witness has signed in time; so have the others that are given. */
async function sealed(by: readonly NonNullable<typeof W2>[] = []): Promise<PlayedIssue3> {
  const issue = new PlayedIssue3(house.log, three()).open().sell().seal({}, by)
  expect(await showAt(issue.sealed!.sealedAt + 1_000)).toMatchObject({ status: 200 })
  return issue
}

test('a witness signs an honest log of version 3, and keeps its lines over seals and chains', async () => {
  const { log } = house
  const game = new PlayedGame3(log, three())
  game.publish({}, [W2!])
  expect(await witness.show()).toMatchObject({ status: 200 })
  expect((await sealOf(game.index)).status).toBe(200)
  const issue = await sealed([W3!])
  issue.draw()
  expect(await witness.show()).toMatchObject({ status: 200 })
  expect((await sealOf(issue.indexes[1]!)).status).toBe(200)
  new PlayedEvent3(log).play()
  game.play()
  expect(await witness.show()).toMatchObject({ status: 200 })
  expect(auditLog(log).counts).toMatchObject({ drawn: 1, eventsDrawn: 1, roundsDecided: 1, favours: 0 })
})

test('a witness keeps its line over a chain that a quorum of others has signed before it', async () => {
  const game = new PlayedGame3(house.log, three())
  game.publish({}, [W2!, W3!])
  expect(await witness.show()).toMatchObject({ status: 200 })
  await restart()
  const { status, body } = await sealOf(game.index)
  expect(status).toBe(200)
  const { line } = JSON.parse(body) as { line: string }
  expect(secondsOf(`${line}\n`, witness.key)).not.toBeNull()
})

describe('a chain that is replaced without notice', () => {
  /** A chain that the witness signed in time, and another one that follows it a minute after its first round opened. */
  async function replaced(): Promise<void> {
    const first = new PlayedGame3(house.log, three())
    first.publish({}, [W2!])
    expect(await witness.show()).toMatchObject({ status: 200 })
    house.log.now = first.opensMs + 60_000
    new PlayedGame3(house.log, three(), 'second').publish({}, [W2!])
  }
  /** The answers to this request, to a restarted witness, and to one that audits from the beginning. */
  async function answers(): Promise<(number | string)[]> {
    const found: (number | string)[] = []
    for (let start = 0; start < 3; start++) {
      if (start === 2) forgetAudit()
      if (start > 0) await restart()
      const { status, body } = await witness.show()
      found.push(status === 200 ? status : body.split(':')[0]!)
    }
    return found
  }

  test('is dead for a witness whose own line the house never got: it goes on to sign', async () => {
    await replaced()
    const own = formatKey(witness.key).slice(0, formatKey(witness.key).indexOf('+'))
    for (const shown of house.log.checkpoints)
      shown.cosignatures = shown.cosignatures.filter((line) => !line.startsWith(`— ${own} `))
    expect(await answers()).toEqual([200, 200, 200])
  })

  test('is alive when the house shows the lines of a quorum, and the witness refuses the other one', async () => {
    await replaced()
    const kept = JSON.parse(
      (await sealOf(house.log.entries.findIndex((text) => text.includes('game-chain')))).body,
    ) as {
      note: string
      line: string
    }
    const shown = house.log.checkpoints.find(({ note }) => note === kept.note)!
    if (!shown.cosignatures.includes(kept.line)) shown.cosignatures.push(kept.line)
    expect(await answers()).toEqual(['chain', 'chain', 'chain'])
  })
})

describe('a seal that the witness signed in time', () => {
  /** The rule by which the witness refuses this history, whatever it remembers of the log. */
  async function rule(history: PlayedLog): Promise<string> {
    house.log = history
    // the house hides the lines
    for (const shown of history.checkpoints) shown.cosignatures = []
    const first = await refused()
    await restart()
    expect(await refused()).toBe(first)
    forgetAudit()
    await restart()
    expect(await refused()).toBe(first)
    return first
  }

  test('is followed by no other seal and by no refund, for whatever reason', async () => {
    const issue = await sealed([W3!])
    expect(await rule(issue.on(issue.log.copy()).seal().log)).toBe('seal')
    for (const reason of ['deadline', 'witnesses', 'lost'] as const) {
      const history = issue.log.copy()
      history.now += 40 * DAY
      expect(await rule(issue.on(history).refund(reason).log)).toBe('refund')
    }
  })

  test('is drawn with the lines of a quorum, or in favour of the members', async () => {
    const issue = await sealed([])
    const { lines, favour } = issue.lines()
    expect(favour).toBe(true)
    const plain = issue.on(issue.log.copy()).draw({ lines })
    const entry = JSON.parse(plain.log.entries.at(-1)!) as Record<string, never>
    plain.log.checkpoints.pop()
    const { favour: _, ...rest } = entry
    plain.log.instead(rest)
    plain.log.sign()
    const history = issue.log.copy()
    expect(await rule(plain.log)).toBe('witness')
    house.log = history
    issue.on(history).draw().favour()
    expect(await witness.show()).toMatchObject({ status: 200 })
  })

  test('of an event is followed by no void', async () => {
    const event = new PlayedEvent3(house.log, three()).open().join().seal()
    expect(await showAt(event.sealed!.sealedAt + 1_000)).toMatchObject({ status: 200 })
    event.log.now += 40 * DAY
    expect(await rule(event.void().log)).toBe('void')
  })
})

test('a seal that the witness sees too late is signed late, and its draw is in favour', async () => {
  const issue = new PlayedIssue3(house.log, three()).open().sell().seal({}, [W2!])
  const late = await showAt(issue.knownMs - 5_000)
  expect([late.status, secondsOf(late.body, witness.key)]).toEqual([200, issue.knownMs / 1000 - 5])
  // a late line is not kept: it vouches for nothing
  expect((await sealOf(issue.indexes[1]!)).status).toBe(404)
  issue.draw()
  expect(issue.drawn!.isFavour).toBe(true)
  expect(await witness.show()).toMatchObject({ status: 200 })
})

test('a log after a loss that starts before a seal which the witness signed in time, and refunds its issue, is reported', async () => {
  const issue = await sealed()
  const { log } = house
  const [size, lost] = [2, issue.terms.issue]
  const next = new PlayedLog('demo.2')
  next.now = log.now + DAY
  const root = treeRoot(log.entries.slice(0, size).map(leafHash))
  next.append({ t: 'log-continues', deployment: 'demo', size, root, lost: [lost], at: next.now })
  begin3(next)
  issue.on(next).refund('lost')
  const following = await playedHouse(next)
  try {
    await restart({ also: [following] })
    log.now = next.now
    expect(await witness.show(-1, following)).toMatchObject({ status: 200 })
    const { losses } = JSON.parse((await witness.get('/report')).body) as ShownReport
    expect(losses.list.map(({ reason }) => reason)).toEqual([
      `refunds issue ${lost}, which entry ${issue.indexes[1]} of the lost log seals, signed in time`,
      `continues the lost log at ${size} entries, and this witness signed ${log.size} of it`,
    ])
  } finally {
    following.stop()
  }
})

test.each([
  ['is not reported by the seal which the witness signed', 0],
  ['is reported by another seal', 1],
])('the draw of something lost %s', async (_, later) => {
  const issue = await sealed()
  const { log } = house
  const next = new PlayedLog('demo.2')
  next.now = log.now + DAY
  const root = treeRoot(log.entries.map(leafHash))
  const lost = [issue.terms.issue]
  next.append({ t: 'log-continues', deployment: 'demo', size: log.size, root, lost, at: next.now })
  begin3(next)
  const round = issue.sealed!.round! + later
  const signature = signatureOf(round)
  issue.on(next).draw({ round, signature, beacon: beaconOf(signature) })
  const following = await playedHouse(next)
  try {
    await restart({ also: [following] })
    log.now = next.now
    expect(await witness.show(-1, following)).toMatchObject({ status: 200 })
    const { losses } = JSON.parse((await witness.get('/report')).body) as ShownReport
    const reason = `draws issue ${lost[0]} by another seal than entry ${issue.indexes[1]} of the lost log`
    expect(losses.list.map((one) => one.reason)).toEqual(later === 0 ? [] : [reason])
  } finally {
    following.stop()
  }
})

test('a witness shows the entry of a seal that it signed in time, also by the name of what is sealed', async () => {
  const issue = await sealed()
  const { issue: number } = issue.terms
  const query = new URLSearchParams({ log: `fairlot/${house.log.deployment}`, what: `issue ${number}` })
  await restart()
  const { status, body } = await witness.get(`/seal?${query.toString()}`)
  expect(status).toBe(200)
  const index = issue.indexes[1]!
  expect(JSON.parse(body)).toMatchObject({ index, entry: house.log.entries[index] })
  query.set('what', 'issue M3-0009')
  expect((await witness.get(`/seal?${query.toString()}`)).status).toBe(404)
})

test('a draw from a made-up beacon value is refused', async () => {
  const issue = await sealed([W2!])
  const { round, digest, sum, shares } = issue.sealed!
  const signature = hashOf('made up') + hashOf('rest').slice(0, 32)
  const beacon = beaconOf(signature)
  const entropy = drawEntropy({ salt: issue.salt, issue: 'M3-0001', digest, round, beacon })
  issue.draw({ signature, beacon, entropy, code: winningCode(BigInt(sum), entropy, shares) })
  expect(await refused()).toBe('draw')
})

test('a round of a chain that too few witnesses signed in time is refused, and one with lines that came later is not', async () => {
  const game = new PlayedGame3(house.log, three())
  game.publish()
  expect(await witness.show()).toMatchObject({ status: 200 })
  const silent = house.log.copy()
  game.on(silent).play()
  house.log = silent
  expect(await refused()).toBe('witness')
  // the line of another witness becomes known after the checkpoint was audited
  house.log = game.log
  house.log.cosign(W2!)
  game.play()
  expect(await witness.show()).toMatchObject({ status: 200 })
  forgetAudit()
  await restart()
  house.log.funding()
  house.log.sign()
  expect(await witness.show()).toMatchObject({ status: 200 })
})

test('a second statement of the rules, and a dead beacon that is declared twice, are refused', async () => {
  const dead = { t: 'beacon-dead', chain: 'ab'.repeat(32), lastRound: 5 }
  for (const write of [
    (log: PlayedLog) => log.rules(),
    (log: PlayedLog) => [1, 2].forEach(() => log.append({ ...dead, at: log.now })),
  ]) {
    const log = begin3(new PlayedLog())
    write(log)
    log.sign()
    house.log = log
    expect(await refused()).toBe('rules')
  }
})
