/** Stalled work, and the acknowledgement of a jump of the clock. */
import { randomUUID } from 'node:crypto'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { calling, REASON, type Command } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import { facts } from '../../print.ts'
import { Problem, UsageProblem } from '../../problem.ts'
import { printChange } from '../staff/changes.ts'
import { witnessFacts } from './witnesses.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const sayJump = (ms: number) => `${Math.round(Math.abs(ms) / 1_000)} seconds ${ms < 0 ? 'back' : 'ahead'}`

type Answer = Output<Endpoints['statusShow']>

/** What needs a person: work that stands still, and witnesses that do not keep up. */
const problemsOf = ({ items, witnesses }: Answer): Pick<Answer, 'items' | 'witnesses'> => ({
  items: items.filter(({ count }) => count > 0),
  witnesses: witnesses.filter(({ current, reported }) => !current || (reported ?? 0) > 0),
})

const clockFacts = ({ now, settled, halt }: Answer['clock']): (readonly [string, string | null])[] => [
  ['business time', iso(now)],
  ['settled until', settled === null ? null : iso(settled)],
  ['clock', halt ? `halted since ${iso(halt.since)}: it jumped ${sayJump(halt.jumpMs)}` : 'trusted'],
]

const show = calling({
  name: 'status',
  aliases: ['status show'],
  group: 'Status',
  about: 'Show stalled work, whether the clock is trusted, and the witnesses',
  details:
    'On a terminal it shows what needs a person; elsewhere, and with --all, everything. The exit status is 1 while work is stalled or the clock is halted.',
  endpoint: 'statusShow',
  options: [
    { name: 'problems', about: 'show only what needs a person, also where the answer is no terminal' },
    { name: 'all', about: 'show everything, also on a terminal' },
  ],
  input(given) {
    if (given.has('problems') && given.has('all'))
      throw new UsageProblem('--problems and --all exclude each other.')
    return {}
  },
  print(answer, desk, given) {
    const { halt, now } = answer.clock
    const onlyProblems = given.has('problems') || (desk.columns !== null && !given.has('all'))
    const { items, witnesses } = onlyProblems ? problemsOf(answer) : answer
    if (onlyProblems && halt === null && items.length + witnesses.length === 0)
      return desk.lines([`nothing needs a person (${answer.items.length} checks), business time ${iso(now)}`])
    const shown = { witnesses, quorum: onlyProblems ? null : answer.quorum }
    desk.lines(facts(clockFacts(answer.clock).concat(witnessFacts(shown))))
    desk.table(
      ['check', 'stalled', { title: 'should be', wraps: true }, { title: 'found', wraps: true }],
      items.map(({ name, count, title, found }) => [
        name,
        count === 0 ? 'nothing' : { text: String(count), look: 'red' as const },
        title,
        found,
      ]),
      'no stalled work',
    )
    if (halt)
      desk.note(
        `The server ends nothing by time until the clock is right. If the business time above is right: ${desk.hint('clock accept --reason …')}`,
      )
  },
  verify({ clock, items }) {
    if (clock.halt) throw new Problem('The clock is halted.')
    if (items.some(({ count }) => count > 0)) throw new Problem('Some work is stalled.')
  },
})

const accept = calling({
  name: 'clock accept',
  group: 'Status',
  about: 'Confirm that business time is right after it jumped',
  details:
    'Issues, recharges and exclusions then end by this time, and nobody can undo it. With real money another owner must approve it. Compare business time with another clock first.',
  endpoint: 'clockAccept',
  options: [REASON, YES],
  async input(given, desk) {
    const { clock } = await desk.call('statusShow', {})
    if (!clock.halt) throw new Problem('The clock is not halted.')
    await confirm(
      desk,
      given,
      `Business time jumped ${sayJump(clock.halt.jumpMs)}. Is it ${iso(clock.now)} now?`,
      'The clock stays halted.',
    )
    const { generation, halt } = clock
    return { generation, since: halt.since, reason: given.text('reason'), requestId: randomUUID() }
  },
  print: (change, desk) => printChange(change, desk, 'The clock is trusted again.'),
})

export const STATUS: readonly Command[] = [show, accept]
