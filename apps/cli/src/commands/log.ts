/** The transparency log: whether the server may write it, and its recovery after a loss. */
import { randomUUID } from 'node:crypto'
import { calling, REASON, type Command } from '../command.ts'
import { PROGRAM } from '../help.ts'
import { facts } from '../print.ts'
import { Problem } from '../problem.ts'
import { printChange } from './changes.ts'

const entries = (state: { log: string; size: number; root?: string | null } | null) =>
  state && `${state.size} entries of log ${state.log}${state.root ? `, root ${state.root}` : ''}`

const show = calling({
  name: 'log show',
  aliases: ['log'],
  group: 'Log',
  about: 'Show whether the server may write the transparency log',
  details:
    'While the log is halted, nothing is sealed or drawn, and no money moves. The exit status is 1 while it is halted.',
  endpoint: 'logShow',
  input: () => ({}),
  print({ standing, reason, known, own }, desk) {
    desk.lines(
      facts([
        ['standing', standing],
        ['reason', reason],
        ['seen before', entries(known)],
        ['in the database', entries(own)],
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
    'Every issue that is on sale, sold out or sealed is refunded in full and never drawn. First look for a newer backup or the live database.',
  endpoint: 'logRecover',
  options: [REASON],
  input: (given) => ({ reason: given.text('reason'), requestId: randomUUID() }),
  print: (change, desk) => printChange(change, desk, 'The new log has begun. The refunds run now.'),
})

export const LOG: readonly Command[] = [show, recover]
