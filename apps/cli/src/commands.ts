/** The table of all commands, in the order of the help. */
import type { Command } from './command.ts'
import { ANNOUNCEMENTS } from './commands/content/announcements.ts'
import { APPROVALS, AUDIT } from './commands/staff/approvals.ts'
import { CATEGORIES } from './commands/mall/categories.ts'
import { CONTENT } from './commands/content/content.ts'
import { DELIVERY } from './commands/mall/delivery.ts'
import { EVENTS } from './commands/growth/events.ts'
import { FIGURES } from './commands/money/figures.ts'
import { FINANCE } from './commands/play/finance.ts'
import { FRAME_COMMANDS } from './commands/play/frames.ts'
import { GAMES } from './commands/play/games.ts'
import { CORRECTIONS } from './commands/members/corrections.ts'
import { HOUSE } from './commands/money/house.ts'
import { HOUSE_MOVES } from './commands/money/house-moves.ts'
import { IDENTITY } from './commands/members/identity.ts'
import { IMAGES } from './commands/mall/images.ts'
import { LOG } from './commands/installation/log.ts'
import { LOYALTY } from './commands/growth/loyalty.ts'
import { MEMBERS } from './commands/members/members.ts'
import { MODULE_COMMANDS } from './commands/installation/modules.ts'
import { PRODUCTS } from './commands/mall/products.ts'
import { RECEIVING } from './commands/money/receiving.ts'
import { RECHARGES } from './commands/money/recharges.ts'
import { RECONCILE } from './commands/money/reconcile.ts'
import { REFERRAL } from './commands/growth/referral.ts'
import { REVIEWS } from './commands/mall/reviews.ts'
import { SETTINGS } from './commands/installation/settings.ts'
import { SIGN_IN } from './commands/staff/sign-in.ts'
import { STAFF } from './commands/staff/staff.ts'
import { STATEMENTS } from './commands/money/statements.ts'
import { SMS } from './commands/installation/sms.ts'
import { STATUS } from './commands/installation/status.ts'
import { TRC20 } from './commands/money/trc20.ts'
import { RELATION_FLAGS } from './commands/growth/relation-flags.ts'
import { VOUCHERS } from './commands/growth/vouchers.ts'
import { WITHDRAWALS } from './commands/money/withdrawals.ts'

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
  ...CONTENT,
  ...ANNOUNCEMENTS,
  ...FINANCE,
  ...EVENTS,
  ...GAMES,
  ...FRAME_COMMANDS,
  ...HOUSE,
  ...HOUSE_MOVES,
  ...CORRECTIONS,
  ...FIGURES,
  ...LOYALTY,
  ...REFERRAL,
  ...RECONCILE,
  ...TRC20,
  ...STATUS,
  ...SMS,
  ...LOG,
  ...MODULE_COMMANDS,
  ...SETTINGS,
  ...STAFF,
  ...AUDIT,
]
