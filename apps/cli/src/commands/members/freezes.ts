/** Freezing an account for a time. */
import { randomUUID } from 'node:crypto'
import { calling, REASON, type Command } from '../../command.ts'
import { YES } from '../../confirm.ts'
import { clean } from '../../print.ts'
import { printChange } from '../staff/changes.ts'
import { confirmFor, ID } from './member-parts.ts'

const freeze = calling({
  name: 'member freeze',
  group: 'Members',
  about: 'Freeze an account for a time; it ends by itself',
  details:
    'A frozen member buys nothing, and payout accounts and password do not change. The member logs in, reads, and withdraws unless withdrawals ' +
    'are held. One operator freezes for up to 72 hours within a week; longer, or with --hold-money, another operator must approve it. ' +
    'The member is told, but not the reason. Shows the member and asks for confirmation on a terminal.',
  endpoint: 'memberFreeze',
  parameters: [ID],
  options: [
    { name: 'hours', value: 'hours', about: 'hours until the end, 1 to 720', required: true },
    { name: 'cause', value: 'cause', about: 'why', required: true },
    { name: 'hold-money', about: "hold the member's withdrawals as well; another operator must approve it" },
    REASON,
    YES,
  ],
  async input(given, desk) {
    const hours = given.text('hours')
    const held = given.has('hold-money') ? ' and hold all withdrawals' : ''
    await confirmFor(
      desk,
      given,
      (nickname) => `Freeze the account of ${nickname} for ${clean(hours)} h${held}?`,
    )
    return {
      id: given.text('id'),
      hours: Number(hours),
      cause: given.text('cause'),
      holdMoney: given.has('hold-money'),
      reason: given.text('reason'),
      requestId: randomUUID(),
    }
  },
  print: (answer, desk) => printChange(answer, desk, 'Frozen. The member is told.', 'member.freeze'),
})

const unfreeze = calling({
  name: 'member unfreeze',
  group: 'Members',
  about: 'End the freeze of an account before its time',
  endpoint: 'memberUnfreeze',
  parameters: [ID],
  options: [REASON],
  input: (given) => ({ id: given.text('id'), reason: given.text('reason') }),
  print: ({ id }, desk) => desk.out(`The account ${id} is not frozen any more. The member is told.`),
})

export const FREEZES: readonly Command[] = [freeze, unfreeze]
