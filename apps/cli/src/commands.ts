/** The table of all commands, in the order of the help. */
import type { Command } from './command.ts'
import { APPROVALS, AUDIT } from './commands/approvals.ts'
import { HOUSE } from './commands/house.ts'
import { LOG } from './commands/log.ts'
import { MEMBERS } from './commands/members.ts'
import { MODULE_COMMANDS } from './commands/modules.ts'
import { SETTINGS } from './commands/settings.ts'
import { SIGN_IN } from './commands/sign-in.ts'
import { STAFF } from './commands/staff.ts'
import { STATUS } from './commands/status.ts'
import { WITHDRAWALS } from './commands/withdrawals.ts'

export const COMMANDS: readonly Command[] = [
  ...SIGN_IN,
  ...APPROVALS,
  ...MEMBERS,
  ...WITHDRAWALS,
  ...HOUSE,
  ...STATUS,
  ...LOG,
  ...MODULE_COMMANDS,
  ...SETTINGS,
  ...STAFF,
  ...AUDIT,
]
