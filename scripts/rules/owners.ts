/**
 * Which module owns which table (docs/ARCHITECTURE.md). Only the owner writes a table. Another module reads it when it is
 * declared here, and asks the owner's functions for a change. The check compares this list with db/schema.sql and with
 * the SQL in the sources of the server, and lists the breaches.
 */
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { literalsOf, sqlOf, type TableUse } from './sql.ts'

/**
 * Who may read a table besides its owner.
 *
 * `readers`: areas whose code reads it in any file. `checks`: areas whose doctor checks read it, in files named
 * `*.checks.ts` and nowhere else: the doctor compares the tables of several modules.
 */
type Access = { readers?: readonly string[] | 'every area'; checks?: readonly string[] }
export type Owners = Record<string, Record<string, Access>>

/** Owner → table → who else reads it. An area is a module, a folder of apps/server/src, or `composition` for its root. */
export const owners: Owners = {
  platform: {
    audit: { readers: ['operator'], checks: ['content'] },
    business_clock: { readers: 'every area' },
    clock_look: {},
    clock_offset: { readers: ['operator'], checks: ['fair'] },
    clock_watch: {},
    deployment: {
      readers: ['finance', 'ledger', 'programs'],
      checks: ['content', 'fair', 'home', 'operator'],
    },
    job: { checks: ['identity', 'wallet'] },
    lock_row: {},
    schema_migration: { readers: ['fair'], checks: ['growth', 'ledger'] },
    history_tally: {},
    setting: { checks: ['identity', 'operator'] },
    setting_change: { readers: ['operator'], checks: ['wallet'] },
    settled_clock: { readers: 'every area' },
  },
  identity: {
    address: {},
    login_failure: {},
    member_vip: { readers: ['growth'] },
    member: { readers: ['content', 'growth', 'guard', 'operator'], checks: ['fair', 'home', 'mall'] },
    phone_exclusion: {},
    sandbox_sms: {},
    session: { checks: ['home'] },
    sms_code: {},
    sms_count: {},
    sms_failed: {},
    sms_test: { checks: ['operator'] },
  },
  ledger: {
    house_account: {
      readers: ['games', 'mall', 'operator'],
      checks: ['finance', 'growth', 'home', 'wallet'],
    },
    guarantee_bond: { checks: ['growth', 'mall'] },
    house_funding: { readers: ['operator'], checks: ['home'] },
    house_move: { readers: ['operator'], checks: ['wallet'] },
    ledger: { readers: ['guard', 'mall', 'operator', 'wallet'], checks: ['home'] },
    limit_counter: { checks: ['guard', 'wallet'] },
    purchase: { readers: ['finance', 'games', 'growth', 'mall', 'wallet'] },
    play_through: { readers: ['growth'], checks: ['wallet'] },
    wallet: { readers: ['growth', 'mall', 'operator', 'wallet'], checks: ['guard', 'home'] },
  },
  wallet: {
    member_correction: { checks: ['operator'] },
    bank_statement: {},
    bank_statement_line: {},
    bank_statement_confirmation: {},
    bank_statement_match: { checks: ['operator'] },
    bank_statement_open: {},
    matched_alone: {},
    payout_account: { readers: ['growth'] },
    piggy: {},
    piggy_move: {},
    payout_batch: {},
    payout_reference: {},
    provider_event: {},
    provider_payment: {},
    receiving_account: { checks: ['operator'] },
    recharge: { readers: ['growth', 'operator'], checks: ['home'] },
    recharge_count: {},
    recharge_credit: { readers: ['growth'] },
    recharge_method: { checks: ['operator'] },
    recharge_proof: {},
    recharge_timeline: {},
    refund_notice: {},
    sandbox_notice: {},
    sandbox_refund: {},
    statement_head: {},
    statement_line: { checks: ['mall'] },
    statement_month: {},
    trc20_address: {},
    trc20_decision: { checks: ['operator'] },
    trc20_key: {},
    trc20_transfer: { readers: ['growth'] },
    trc20_transfer_step: {},
    trc20_watch: {},
    reconciliation_day: {},
    reconciliation_run: {},
    withdrawal: { readers: ['operator'], checks: ['growth'] },
    withdrawal_count: {},
    withdrawal_day: { checks: ['home'] },
    withdrawal_hold: {},
    withdrawal_step: { checks: ['operator'] },
    sandbox_payment: {},
  },
  uploads: { media: { readers: ['mall'] }, upload: { readers: ['identity-check'] }, upload_total: {} },
  'identity-check': {
    identity_check: {},
    identity_look: {},
    identity_notice: {},
    identity_picture: {},
    identity_step: {},
  },
  content: {
    announcement: {},
    announcement_end: {},
    rule_consent: {},
    rule_draft: {},
    rule_version: {},
    rule_withdrawal: {},
  },
  guard: {
    exclusion: { readers: ['growth'] },
    account_freeze: { checks: ['operator'] },
    limit_change: {},
    member_flow: {},
    member_flow_head: {},
    pending_increase: {},
  },
  fair: {
    beacon_dead: { readers: ['mall'] },
    beacon_early: {},
    beacon_round: { checks: ['mall'] },
    log: { readers: ['games', 'growth'] },
    log_audit: {},
    log_checkpoint: { readers: ['mall'], checks: ['games', 'growth'] },
    log_cosignature: { readers: ['mall'], checks: ['games'] },
    log_entry: { readers: ['games', 'growth', 'mall'], checks: ['finance', 'home'] },
    log_mark: {},
    log_node: {},
    log_pending: { checks: ['finance', 'games', 'growth', 'home', 'mall'] },
    log_refused: {},
    witness_hold: { checks: ['mall'] },
    log_unpublished: { checks: ['finance', 'games', 'growth', 'home', 'mall'] },
    log_writer: {},
    lost_seal: { readers: ['mall'], checks: ['growth'] },
    witnessed_seal: { readers: ['growth', 'mall'] },
    witnessed_state: {},
    refused_seal: {},
    receipt: { checks: ['games', 'growth', 'mall'] },
    receipt_count: {},
    solvency_day: {},
    solvency_leaf: {},
    solvency_node: {},
  },
  mall: {
    category: {},
    category_text: {},
    content: {},
    content_picture: {},
    content_text: { checks: ['growth'] },
    favourite: {},
    issue: { readers: ['fair', 'growth', 'operator'] },
    issue_content: {},
    issue_cosignature: { checks: ['fair'] },
    issue_draw: { readers: ['growth', 'operator'], checks: ['programs'] },
    issue_event: {},
    issue_favour: {},
    issue_favour_share: {},
    issue_lost_share: {},
    issue_refund: { readers: ['growth'] },
    seat_left: {},
    issue_running: {},
    issue_sale: { readers: ['growth'] },
    issue_last_seal: { readers: ['growth'] },
    issue_seal: { readers: ['fair'], checks: ['growth'] },
    issue_seal_attempt: {},
    issue_secret: {},
    issue_settlement: { readers: ['growth'] },
    issue_terms: { readers: ['fair', 'growth', 'operator'], checks: ['programs'] },
    member_notice: { checks: ['growth'] },
    pick_list: {},
    prize: {},
    prize_timeline: {},
    review: { readers: ['growth'] },
    review_picture: {},
    review_report: {},
    review_step: {},
    product: { checks: ['operator'] },
    product_image: {},
    product_issue: {},
    product_search: {},
    product_text: {},
    reminder: {},
    search_word: {},
    voucher: { readers: ['growth'], checks: ['operator'] },
    voucher_event: {},
  },
  games: {
    bet: { readers: ['growth'] },
    bet_cancelled: { readers: ['growth'], checks: ['wallet'] },
    game_chain: { readers: ['fair', 'growth'] },
    game_chain_cosignature: { checks: ['fair'] },
    game_chain_use: {},
    round: { readers: ['growth', 'operator'] },
    round_cosignature: {},
    round_result: {},
    round_seal: {},
    round_void: {},
  },
  finance: {
    finance_accrual: {},
    finance_funding: { checks: ['operator'] },
    finance_maturity: {},
    finance_order: { readers: ['growth'] },
    finance_product_text: { checks: ['operator'] },
    finance_product: { readers: ['growth', 'operator'] },
    finance_reserve_day: {},
  },
  growth: {
    check_in: {},
    device_seen: {},
    event: { readers: ['fair', 'operator'], checks: ['mall'] },
    event_content: {},
    event_cosignature: {},
    event_draw: {},
    event_entry_friend: {},
    event_entry: {},
    event_last_seal: {},
    event_left_out: {},
    event_payment: {},
    event_seal: {},
    event_seal_attempt: {},
    event_share: {},
    event_secret: {},
    event_text: {},
    event_void: {},
    gift_address: {},
    loyalty_head: {},
    rebate: {},
    rebate_feed: {},
    rebate_pause: {},
    rebate_total: {},
    relation_flag: { readers: ['operator'] },
    share_day: {},
    task_claim: { checks: ['operator'] },
    task_claim_friend: {},
    team_member: {},
    team_period: {},
    team_total: {},
    vip_lost: {},
    vip_refund: {},
    vip_refund_day: {},
    vip_refund_issue: {},
  },
  home: { closure: {} },
  operator: {
    approval: { checks: ['content', 'growth', 'mall'] },
    figure: {},
    figure_day: {},
    operator: { readers: ['content'] },
    operator_request: {},
    operator_session: {},
    restore_drill: {},
  },
  demo: { demo_world: {} },
}

/** Sellers register the tables of their books with the ledger, which moves their balance columns without naming them. */
const movesRegisteredBooks = 'ledger'

const source = 'apps/server/src'
const isExempt = (file: string) => /\.(test|fixture)\.ts$|^(testing|demo)\//.test(file)

/** The area of a file, relative to apps/server/src. */
export function areaOf(file: string): string {
  const [folder = '', module = ''] = file.split('/')
  if (folder === 'modules') return module
  return file.includes('/') ? folder : 'composition'
}

type Use = TableUse & { file: string; area: string; isCheck: boolean }

/** A computed name of a table that is written means every table that the file names in a literal. */
function resolveComputed(uses: readonly TableUse[], code: string, tables: ReadonlySet<string>): TableUse[] {
  return uses.flatMap((use) => {
    if (use.table !== '${}') return [use]
    if (use.access === 'read') return [] // a fragment: its own source is read where it is written
    const named = new Set(literalsOf(code).flatMap(({ text }) => (tables.has(text) ? [text] : [])))
    return named.size > 0 ? [...named].map((table) => ({ ...use, table })) : [use]
  })
}

const mayRead = (access: Access, area: string) =>
  access.readers === 'every area' || (access.readers?.includes(area) ?? false)
const mayCheck = (access: Access, { area, isCheck }: Use) =>
  isCheck && (access.checks?.includes(area) ?? false)

function breachOf(use: Use, ownerOf: ReadonlyMap<string, { owner: string; access: Access }>): string[] {
  const at = `${source}/${use.file}:${use.line}`
  if (use.table === '${}')
    return use.area === movesRegisteredBooks ? [] : [`${at}: writes a table whose name is not in the file`]
  const declared = ownerOf.get(use.table)
  if (!declared || declared.owner === use.area) return []
  if (use.access === 'write') return [`${at}: writes ${use.table}, which ${declared.owner} owns`]
  if (mayRead(declared.access, use.area) || mayCheck(declared.access, use)) return []
  return [`${at}: reads ${use.table} of ${declared.owner}, but ${use.area} is not declared as a reader`]
}

/** Declarations that nothing needs. An area that reads elsewhere too is a reader, not a check. */
function idleReaders(uses: readonly Use[], declared: Owners): string[] {
  const breaches: string[] = []
  for (const [owner, tables] of Object.entries(declared)) {
    for (const [table, { readers = [], checks = [] }] of Object.entries(tables)) {
      const reads = (area: string, isCheck?: boolean) =>
        uses.some(
          (use) =>
            use.table === table &&
            use.access === 'read' &&
            use.area === area &&
            (isCheck === undefined || use.isCheck === isCheck),
        )
      for (const area of readers === 'every area' ? [] : readers) {
        if (area === owner || !reads(area))
          breaches.push(`${table}: ${area} is declared as a reader but reads nothing`)
        else if (!reads(area, false))
          breaches.push(`${table}: only checks of ${area} read it; declare it in checks`)
      }
      for (const area of checks) {
        if (area === owner || !reads(area, true))
          breaches.push(`${table}: ${area} is declared for its checks but they do not read it`)
        else if (reads(area, false) || readers.includes(area))
          breaches.push(`${table}: ${area} reads it elsewhere too; declare it in readers only`)
      }
    }
  }
  return breaches
}

function declarations(tables: ReadonlySet<string>, declared: Owners) {
  const ownerOf = new Map<string, { owner: string; access: Access }>()
  const breaches: string[] = []
  for (const [owner, owned] of Object.entries(declared)) {
    for (const [table, access] of Object.entries(owned)) {
      const other = ownerOf.get(table)
      if (other) breaches.push(`${table}: has two owners, ${other.owner} and ${owner}`)
      if (!tables.has(table)) breaches.push(`${table}: ${owner} owns it, but db/schema.sql has no such table`)
      ownerOf.set(table, { owner, access })
    }
  }
  for (const table of tables) if (!ownerOf.has(table)) breaches.push(`${table}: no module owns it`)
  return { ownerOf, breaches }
}

/**
 * Checks the schema and all sources of the server below `root`.
 *
 * @returns the number of pieces of SQL and of tables that the check read (a caller fails when it is zero), and one
 *   sentence per breach
 */
export async function checkOwners(
  root: string,
  declared: Owners = owners,
): Promise<{ pieces: number; tables: number; breaches: string[] }> {
  const schema = await readFile(path.join(root, 'apps/server/db/schema.sql'), 'utf8')
  const tables = new Set(
    [...schema.matchAll(/^create (?:table|view) (\w+)/gm)].map(([, table]) => table ?? ''),
  )
  const { ownerOf, breaches } = declarations(tables, declared)
  const entries = await readdir(path.join(root, source), { recursive: true })
  const files = entries
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !isExempt(file))
  const uses: Use[] = []
  let pieces = 0
  for (const file of files.toSorted()) {
    const code = await readFile(path.join(root, source, file), 'utf8')
    const found = sqlOf(code)
    pieces += found.pieces
    const about = { file, area: areaOf(file), isCheck: file.endsWith('.checks.ts') }
    uses.push(...resolveComputed(found.uses, code, tables).map((use) => ({ ...use, ...about })))
  }
  breaches.push(...uses.flatMap((use) => breachOf(use, ownerOf)), ...idleReaders(uses, declared))
  return { pieces, tables: tables.size, breaches }
}
