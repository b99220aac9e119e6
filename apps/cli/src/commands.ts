/** The table of all commands, in the order of the help. */
import type { Command } from './command.ts'
import { APPROVALS, AUDIT } from './commands/approvals.ts'
import { CATEGORIES } from './commands/categories.ts'
import { DELIVERY } from './commands/delivery.ts'
import { EVENTS } from './commands/events.ts'
import { FINANCE } from './commands/finance.ts'
import { FRAME_COMMANDS } from './commands/frames.ts'
import { GAMES } from './commands/games.ts'
import { HOUSE } from './commands/house.ts'
import { IDENTITY } from './commands/identity.ts'
import { IMAGES } from './commands/images.ts'
import { LOG } from './commands/log.ts'
import { LOYALTY } from './commands/loyalty.ts'
import { MEMBERS } from './commands/members.ts'
import { MODULE_COMMANDS } from './commands/modules.ts'
import { PRODUCTS } from './commands/products.ts'
import { RECEIVING } from './commands/receiving.ts'
import { RECHARGES } from './commands/recharges.ts'
import { RECONCILE } from './commands/reconcile.ts'
import { REFERRAL } from './commands/referral.ts'
import { REVIEWS } from './commands/reviews.ts'
import { SETTINGS } from './commands/settings.ts'
import { SIGN_IN } from './commands/sign-in.ts'
import { STAFF } from './commands/staff.ts'
import { STATEMENTS } from './commands/statements.ts'
import { STATUS } from './commands/status.ts'
import { TRC20 } from './commands/trc20.ts'
import { RELATION_FLAGS } from './commands/relation-flags.ts'
import { VOUCHERS } from './commands/vouchers.ts'
import { WITHDRAWALS } from './commands/withdrawals.ts'

export const COMMANDS: readonly Command[] = [
  ...SIGN_IN,
  ...APPROVALS,
  ...MEMBERS,
  ...VOUCHERS,
  ...RELATION_FLAGS,
  ...RECHARGES,
  ...STATEMENTS,
  ...RECEIVING,
  ...WITHDRAWALS,
  ...DELIVERY,
  ...IDENTITY,
  ...REVIEWS,
  ...PRODUCTS,
  ...IMAGES,
  ...CATEGORIES,
  ...FINANCE,
  ...EVENTS,
  ...GAMES,
  ...FRAME_COMMANDS,
  ...HOUSE,
  ...LOYALTY,
  ...REFERRAL,
  ...RECONCILE,
  ...TRC20,
  ...STATUS,
  ...LOG,
  ...MODULE_COMMANDS,
  ...SETTINGS,
  ...STAFF,
  ...AUDIT,
]
