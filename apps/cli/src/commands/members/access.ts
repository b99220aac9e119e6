/** Ending every log-in of a member, and the wait after wrong passwords. */
import { calling, REASON, type Command } from '../../command.ts'
import { YES } from '../../confirm.ts'
import { confirmFor, ID } from './member-parts.ts'

const signOut = calling({
  name: 'member sign-out',
  group: 'Members',
  about: 'End every log-in of a member',
  details:
    'The member is told by a notice at the next log-in, but not the reason. The password stays as it is. Shows the member and asks for ' +
    'confirmation on a terminal.',
  endpoint: 'memberSignOut',
  parameters: [ID],
  options: [REASON, YES],
  async input(given, desk) {
    await confirmFor(desk, given, (nickname) => `End every log-in of ${nickname}?`)
    return { id: given.text('id'), reason: given.text('reason') }
  },
  print: ({ ended }, desk) =>
    desk.out(ended === 0 ? 'The member was not logged in.' : `Ended log-ins: ${ended}. The member is told.`),
})

const unlock = calling({
  name: 'member unlock',
  group: 'Members',
  about: 'Forget the wrong passwords of a member, so that the next try need not wait',
  details: 'The password stays as it is. A member who forgot it chooses a new one with a code.',
  endpoint: 'memberUnlock',
  parameters: [ID],
  options: [REASON],
  input: (given) => ({ id: given.text('id'), reason: given.text('reason') }),
  print: ({ forgotten }, desk) =>
    desk.out(forgotten === 0 ? 'No wrong password was counted.' : `Forgot ${forgotten} wrong passwords.`),
})

export const ACCESS: readonly Command[] = [signOut, unlock]
