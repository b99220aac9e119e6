/**
 * What the copy of a member's data contains: the tables of every module, in the order of the file, and the tables that it leaves
 * out. A test compares both with the catalog, so a new table or column with data of members needs a decision here.
 */
import { contentCopy } from './modules/content/index.ts'
import { fairCopy } from './modules/fair/index.ts'
import { financeCopy } from './modules/finance/index.ts'
import { gamesCopy } from './modules/games/index.ts'
import { eventCopy, loyaltyCopy, referralCopy } from './modules/growth/index.ts'
import { guardCopy } from './modules/guard/index.ts'
import { closingCopy } from './modules/home/index.ts'
import { identityCopy } from './modules/identity/index.ts'
import { ledgerCopy } from './modules/ledger/index.ts'
import { mallCopy } from './modules/mall/index.ts'
import { identityCheckCopy } from './modules/identity-check/index.ts'
import { uploadsCopy } from './modules/uploads/index.ts'
import { walletCopy } from './modules/wallet/index.ts'
import type { MemberTable } from './platform/schema/member-tables.ts'

export const MEMBER_COPY: readonly MemberTable[] = [
  ...identityCopy,
  ...ledgerCopy,
  ...mallCopy,
  ...gamesCopy,
  ...financeCopy,
  ...loyaltyCopy,
  ...referralCopy,
  ...eventCopy,
  ...walletCopy,
  ...guardCopy,
  ...uploadsCopy,
  ...identityCheckCopy,
  ...fairCopy,
  ...closingCopy,
  ...contentCopy,
]

/** @internal Tables with a member's id that the copy leaves out, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  bank_statement_match: "the house's bookkeeping of its own bank account; the credit is in `rechargeCredits`",
  bet: 'the side of the round; the bet is in `bets`',
  finance_order: 'the side of the product; the order is in `financeOrders`',
  issue_draw: 'the published draw; the order and its prize are in `orders` and `prizes`',
  issue_sale: 'the side of the issue; the order is in `orders`',
  member_flow: 'sums of the lines in `walletLines`',
  member_flow_head: 'how far these sums are counted',
  provider_payment: "the company's number of the payment, which is in `recharges`",
  receipt_count: 'the number of receipts',
  recharge_count: 'the number of recharges',
  rebate_total: 'sums of the rebates in `rebates`',
  relation_flag:
    'signs of abuse that operators look at; to show them would help to avoid them. The relation says when it is held',
  refund_notice: "the company's notice of a refund; what it did is in `withdrawalSteps`",
  solvency_leaf: 'parts of a published total, for 90 days; the page about it shows and checks them',
  statement_head: 'how far the wallet statement is indexed',
  statement_line: 'an index of the lines in `walletLines`',
  statement_month: 'sums of the lines in `walletLines`',
  task_claim_friend: 'friends of `team` on whom the claims in `taskClaims` rest',
  team_period: 'sums of the spending in `team`',
  team_total: 'sums of the relations in `team`',
  upload_total: 'sums of the pictures in `uploads`',
  withdrawal_count: 'the number of withdrawals',
}
