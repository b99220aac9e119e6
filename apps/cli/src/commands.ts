/** Every command, in the order in which help shows them. */
import type { Command } from './command.ts'
import { APPROVALS } from './commands/approvals.ts'
import { HOUSE } from './commands/house.ts'
import { MEMBERS } from './commands/members.ts'
import { SETTINGS } from './commands/settings.ts'
import { STAFF } from './commands/staff.ts'
import { YOU } from './commands/you.ts'

export const COMMANDS: readonly Command[] = [
  ...YOU,
  ...HOUSE,
  ...APPROVALS,
  ...SETTINGS,
  ...MEMBERS,
  ...STAFF,
]
