/** Logs of version 3 that break a rule, each with the rule. Their houses sign everything with their own key. */
import type { AuditRule } from '../src/audit.ts'
import { PlayedEvent3 } from '../src/testing/played-event-3.ts'
import { PlayedGame3 } from '../src/testing/played-game-3.ts'
import { PlayedIssue3 } from '../src/testing/played-issue-3.ts'
import { begin3, hashOf } from '../src/testing/played-lines.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { VOUCHED, WITNESSES_3 } from '../src/testing/samples-3.ts'
import { exportOf, type KitCase } from './kit-case.ts'

const [W1, W2] = WITNESSES_3
const HASH = hashOf('a value that was ground until the right code won')
const DAY = 86_400_000

type Played = (log: PlayedLog) => void

/** The rule of each, or that it verifies. */
const LOGS: readonly (readonly [name: string, expected: AuditRule | 'verified', play: Played])[] = [
  ['control: a quorum', 'verified', (log) => void new PlayedIssue3(log, VOUCHED).play([W1, W2])],
  ['control: a favour', 'verified', (log) => void new PlayedIssue3(log, VOUCHED).play([W1])],
  ['control: a void event', 'verified', (log) => voidAfter(log, 7 * DAY)],
  ['rules twice', 'rules', (log) => void log.rules()],
  ['a beacon that is dead twice', 'rules', (log) => deadTwice(log)],
  ['a draw without its quorum', 'witness', (log) => drawnWithout(log)],
  [
    'a favour that no draw asks for',
    'favour',
    (log) => void new PlayedIssue3(log, VOUCHED).play([W1, W2]).favour(),
  ],
  ['a made-up beacon value', 'draw', (log) => void sealed(log).draw({ beacon: HASH })],
  ['a made-up signature', 'draw', (log) => void sealed(log).draw({ signature: '99'.repeat(48) })],
  ['a second seal', 'seal', (log) => void sealed(log).seal()],
  [
    'a refund of a full issue',
    'refund',
    (log) => void new PlayedIssue3(log).open().sell().refund('deadline'),
  ],
  ['a refund of a sealed issue', 'refund', (log) => void sealed(log).refund('witnesses')],
  [
    'a half of the witnesses as a quorum',
    'open',
    (log) => void new PlayedIssue3(log, VOUCHED).open({ quorum: 1 }),
  ],
  ['a main prize of nothing', 'open', (log) => void new PlayedIssue3(log).open({ prizes: ['0'] })],
  ['a foreign local beacon', 'open', (log) => void new PlayedIssue3(log).open({ chain: HASH })],
  ['a void event within a week', 'void', (log) => voidAfter(log, 6 * DAY)],
  [
    'a chain that began already',
    'chain',
    (log) => void new PlayedGame3(log).publish({ from: '20250101-0001' }),
  ],
  ['a round of an unwitnessed chain', 'witness', (log) => unwitnessed(log)],
  ['a made-up value of a round', 'result', (log) => madeUp(log)],
]

function sealed(log: PlayedLog): PlayedIssue3 {
  return new PlayedIssue3(log, VOUCHED).open().sell().seal({}, [W1])
}

function drawnWithout(log: PlayedLog): void {
  sealed(log).draw()
  const { favour: _, ...entry } = JSON.parse(log.entries.at(-1)!) as Record<string, string>
  log.instead(entry)
  log.checkpoints.pop()
}

function voidAfter(log: PlayedLog, ms: number): void {
  const event = new PlayedEvent3(log, VOUCHED).open().join()
  log.now += ms
  event.void()
}

function deadTwice(log: PlayedLog): void {
  for (const lastRound of [1, 2]) log.append({ t: 'beacon-dead', chain: HASH, lastRound, at: log.now })
}

function unwitnessed(log: PlayedLog): void {
  const game = new PlayedGame3(log, VOUCHED)
  game.publish({}, [W1])
  game.play()
}

function madeUp(log: PlayedLog): void {
  const game = new PlayedGame3(log)
  game.publish()
  game.decide(game.seal(game.open()), { beacon: HASH })
}

export function absurdLogs3(): KitCase[] {
  const cases = LOGS.map(([name, expected, play]): KitCase => {
    const log = begin3(new PlayedLog('kit'))
    log.sign()
    play(log)
    log.now += 1
    log.sign()
    return { name: `version 3 logs/${name}`, expected, log: exportOf(log) }
  })
  const real = new PlayedLog('kit')
  real.begin('real')
  real.rules()
  real.sign()
  return [
    ...cases,
    { name: 'version 3 logs/a local beacon for real money', expected: 'rules', log: exportOf(real) },
  ]
}
