/**
 * The order in which transactions lock rows of tables: one that holds a row locks further rows of the same table, or rows of later tables.
 * So no two transactions wait for each other. docs/LEDGER.md describes the groups. The tests' pools (`testing/strict-db.ts`) refuse a
 * transaction that locks against the order.
 *
 * Some rows change only under the lock of another row: a member's counters under the wallet. Such a table names the tables of its guards.
 * A transaction that holds the guard may lock these rows at any time, because no other transaction holds them then.
 */
const ORDER = {
  // what an operator does begins here
  'lock_row.back_office': [],
  operator: ['lock_row.back_office'],
  approval: ['lock_row.back_office'],
  rule_draft: ['lock_row.back_office'],
  'lock_row.settings': [],
  setting: [],
  'lock_row.solvency': [],
  // the clock, and what there is once
  clock_offset: [],
  clock_watch: [],
  clock_look: [],
  deployment: [],
  demo_world: [],
  solvency_node: [],
  solvency_leaf: [],
  // the log
  log_writer: [],
  log_pending: ['log_writer'],
  log_audit: [],
  log_refused: [],
  witness_hold: [],
  witnessed_state: [],
  refused_seal: [],
  // what a step is about
  recharge_count: [],
  withdrawal_count: [],
  receiving_account: [],
  recharge_method: [],
  bank_statement_open: [],
  matched_alone: [],
  sandbox_payment: [],
  sandbox_refund: [],
  sandbox_notice: [],
  trc20_watch: [],
  reconciliation_run: [],
  reconciliation_day: [],
  withdrawal: [],
  recharge: [],
  trc20_transfer: [],
  statement_head: [],
  statement_month: [],
  rebate_feed: [],
  receipt_count: [],
  category: [],
  category_text: [],
  // wallets, and what belongs to one member
  wallet: [],
  piggy: ['wallet'],
  piggy_move: ['wallet', 'piggy'],
  limit_counter: ['wallet'],
  pending_increase: ['wallet'],
  play_through: ['wallet'],
  voucher: ['wallet'],
  member_flow_head: ['wallet'],
  member_flow: ['wallet'],
  sms_code: [],
  member: [],
  // the progress of settlements and refunds
  issue_settlement: [],
  issue_refund: [],
  purchase: ['wallet'],
  member_vip: ['wallet'],
  prize: [],
  product: [],
  // what a person has handed in
  identity_check: [],
  identity_picture: [],
  review: [],
  product_image: ['product'],
  media: [],
  review_picture: [],
  upload: [],
  upload_total: [],
  review_report: [],
  trc20_key: [],
  trc20_address: [],
  // the books of what is sold
  withdrawal_hold: ['withdrawal'],
  product_text: [],
  issue: [],
  round: [],
  game_chain_use: ['log_writer'],
  finance_product: [],
  finance_product_text: [],
  finance_order: ['finance_product'],
  event: [],
  guarantee_bond: ['issue', 'event'],
  // the sums of teams
  team_total: [],
  team_member: ['team_total'],
  relation_flag: ['team_total'],
  rebate: ['team_total'],
  rebate_total: ['team_total'],
  team_period: [],
  rebate_pause: [],
  loyalty_head: [],
  gift_address: [],
  vip_lost: [],
  vip_refund_issue: [],
  vip_refund_day: [],
  vip_refund: [],
  // what a person has given
  device_seen: [],
  phone_exclusion: [],
  closure: [],
  payout_account: [],
  favourite: [],
  reminder: [],
  member_notice: [],
  address: [],
  sandbox_sms: [],
  sms_test: [],
  sms_count: [],
  login_failure: [],
  session: [],
  operator_session: ['lock_row.back_office'],
  // the house
  house_account: [],
  // what runs after the commit
  job: [],
  // the search, which follows what it finds
  product_search: [],
  search_word: [],
} as const satisfies Record<string, readonly string[]>

export type Lockable = keyof typeof ORDER

/**
 * The tables in their order, each with those whose rows guard its rows.
 * @internal
 */
export const LOCK_ORDER: { readonly [table in Lockable]: readonly string[] } = ORDER

const RANKS: ReadonlyMap<string, number> = new Map(Object.keys(ORDER).map((table, rank) => [table, rank]))

/** The place of a table in the order: a transaction locks lower ranks first. */
export const rankOf = (table: Lockable): number => RANKS.get(table)!

export const isLockable = (table: string): table is Lockable => RANKS.has(table)

/**
 * Statements that lock against the order without harm, and why. Names of statements.
 * @internal
 */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'jobs.lock_keyed':
    'the jobs of a refund are sent under the lock of its withdrawal, and what runs jobs locks nothing else with them',
  'jobs.delete':
    'the text messages to a phone, when its account is closed: they have no key, so only what runs jobs locks them, and nothing else with them',
  'jobs.delete_dead': 'deletes jobs that jobs.lock_keyed has locked',
  'withdrawal.erase_notes':
    'the withdrawals of a member that closes the account have all ended, and only a step of an open one locks the wallet after its row',
}
