/** Stalled work, and the acknowledgement of a jump of the clock. */
import { randomUUID } from 'node:crypto'
import { calling, REASON, type Command } from '../../command.ts'
import { confirm, YES } from '../../confirm.ts'
import { facts } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { printChange } from '../staff/changes.ts'
import { witnessFacts } from './witnesses.ts'

const iso = (ms: number) => new Date(ms).toISOString()
const sayJump = (ms: number) => `${Math.round(Math.abs(ms) / 1_000)} seconds ${ms < 0 ? 'back' : 'ahead'}`

const show = calling({
  name: 'status',
  aliases: ['status show'],
  group: 'Status',
  about: 'Show stalled work, whether the clock is trusted, and the witnesses',
  details: 'The exit status is 1 while work is stalled or the clock is halted.',
  endpoint: 'statusShow',
  input: () => ({}),
  print({ clock: { now, settled, halt }, items, ...vouching }, desk) {
    desk.lines(
      facts([
        ['business time', iso(now)],
        ['settled until', settled === null ? null : iso(settled)],
        ['clock', halt ? `halted since ${iso(halt.since)}: it jumped ${sayJump(halt.jumpMs)}` : 'trusted'],
        ...witnessFacts(vouching),
      ]),
    )
    desk.table(
      ['check', 'stalled', { title: 'should be', wraps: true }, { title: 'found', wraps: true }],
      items.map(({ name, count, title, found }) => [
        name,
        count === 0 ? 'nothing' : { text: String(count), look: 'red' as const },
        title,
        found,
      ]),
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
