/** The transparency log: whether the server may write it, and its recovery after a loss. */
import { randomUUID } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, REASON, type Command } from '../../command.ts'
import { PROGRAM } from '../../help.ts'
import { facts } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { printChange } from '../staff/changes.ts'
import { witnessFacts } from './witnesses.ts'

type Shown = Output<Endpoints['logShow']>

const entries = (state: { log: string; size: number; root?: string | null } | null) =>
  state && `${state.size} entries of log ${state.log}${state.root ? `, root ${state.root}` : ''}`

const waits = ({ issue, why, soldOutAt }: Shown['waiting'][number]) =>
  `${issue} since ${new Date(soldOutAt).toISOString()}: ${why}`

const refusal = ({ kind, subject, why, times, at }: Shown['refusals'][number]) =>
  `${kind}${subject === null ? '' : ` ${subject}`}${at === null ? '' : `, ${times} times until ${new Date(at).toISOString()}`}: ${why}`

const show = calling({
  name: 'log show',
  aliases: ['log'],
  group: 'Log',
  about: 'Show whether the server may write the transparency log, and its witnesses',
  details:
    'While the log is halted, nothing is sealed or drawn, and no money moves. The exit status is 1 while it is halted.',
  endpoint: 'logShow',
  input: () => ({}),
  print(
    {
      standing,
      reason,
      noteKey,
      known,
      own,
      witnesses,
      quorum,
      reports,
      hold,
      waiting,
      deadBeacons,
      refusedSeals,
      refusals,
    },
    desk,
  ) {
    desk.lines(
      facts([
        ['standing', standing],
        ['reason', reason],
        ['note key', noteKey],
        ['seen before', entries(known)],
        ['in the database', entries(own)],
        ...witnessFacts({ witnesses, quorum }),
        [
          'stopped',
          hold &&
            `nothing witnessed is sealed since ${new Date(hold.since).toISOString()}: the witnesses of ${hold.subject} did not sign in time`,
        ],
        ...reports.map(
          ({ witness, kind, log, what, at }) =>
            [
              `${witness} reports`,
              `${kind} in log ${log} at ${new Date(at).toISOString()}: ${what}`,
            ] as const,
        ),
        ['waits for witnesses', waiting.length === 0 ? null : waiting.map(waits).join('; ')],
        ...deadBeacons.map(
          ({ chain, lastRound, at }) =>
            [
              'dead beacon',
              `${chain}, last round ${lastRound}, declared ${new Date(at).toISOString()}`,
            ] as const,
        ),
        ...refusedSeals.map(
          ({ witness, log, subject, why, at }) =>
            [
              `${witness} refused`,
              `seal of ${subject} in log ${log} at ${new Date(at).toISOString()}: ${why}`,
            ] as const,
        ),
        ...refusals.map((entry) => ['refused', refusal(entry)] as const),
      ]),
    )
    if (standing === 'halted')
      desk.note(`If the database was lost and restored, two owners start a new log: ${PROGRAM} log recover`)
  },
  verify({ standing }) {
    if (standing !== 'ok') throw new Problem(standing === 'drill' ? 'This is a drill.' : 'The log is halted.')
  },
})

const recover = calling({
  name: 'log recover',
  group: 'Log',
  about: 'Request a new log after a loss; another owner must approve it',
  details:
    'Every issue that is on sale, sold out or sealed is refunded and never drawn; one whose seal a witness signed in time is drawn by it, in favour. First look for a newer backup or the live database.',
  endpoint: 'logRecover',
  options: [
    REASON,
    {
      name: 'size',
      value: 'entries',
      about: 'entries of the lost log that witnesses have signed; only when the server asks for it',
    },
    {
      name: 'without',
      value: 'names',
      about: 'witnesses that cannot be asked what they signed, separated by commas',
    },
  ],
  input(given) {
    const size = given.maybe('size')
    const without = given.maybe('without')
    return {
      reason: given.text('reason'),
      requestId: randomUUID(),
      ...(size !== undefined && { size: Number(size) }),
      ...(without !== undefined && { without: without.split(',').map((name) => name.trim()) }),
    }
  },
  print: (change, desk) => printChange(change, desk, 'The new log has begun. The refunds run now.'),
})

const release = calling({
  name: 'witnesses release',
  group: 'Log',
  about: 'Request that witnessed draws are sealed again; another owner must approve it',
  details:
    'The server stops to seal witnessed draws when the witnesses of one did not sign in time. First find out why they did not: "log show" names them.',
  endpoint: 'witnessesRelease',
  options: [REASON],
  input: (given) => ({ reason: given.text('reason'), requestId: randomUUID() }),
  print: (change, desk) => printChange(change, desk, 'Witnessed draws are sealed again.'),
})

const dead = calling({
  name: 'beacon dead',
  group: 'Log',
  about: 'Request that a public beacon is declared dead for good; another owner must approve it',
  details:
    'The log says so, and nothing opens that would wait for this beacon. When 30 days have passed and no later round has arrived, every issue without a round is refunded. The page "fair/about" names the chain.',
  endpoint: 'beaconDead',
  options: [
    { name: 'chain', value: 'hash', about: "hash of the beacon's chain, 64 hexadecimal digits" },
    { name: 'last-round', value: 'number', about: 'the last round that the beacon published' },
    REASON,
  ],
  input: (given) => ({
    chain: given.text('chain'),
    lastRound: Number(given.text('last-round')),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk) =>
    printChange(change, desk, 'The log declares the beacon dead. What waits for it is refunded in 30 days.'),
})

export const LOG: readonly Command[] = [show, recover, release, dead]
