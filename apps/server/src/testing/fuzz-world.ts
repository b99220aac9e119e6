/** A server with members, operators, an order, a recharge and a finished draw, for the wire tests. */
import { randomUUID } from 'node:crypto'
import type { SoldMode } from '@fairlot/contract/kinds/issue-kinds'
import type { Language } from '@fairlot/contract/languages'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Role } from '@fairlot/contract/operator/operator-roles'
import type { Grade } from '@fairlot/fairness/draw'
import { CHECKS } from '../programs/doctor.checks.ts'
import { openRecharge } from '../modules/wallet/index.ts'
import { makeMember, type TestMember } from './factories.ts'
import { makeOperatorPerRole, makeOperator, type TestOperator } from './operators.ts'
import { testServer, type TestServer } from './server.ts'

/** Ids of a member's objects, which other members must not access. */
export type Belongings = { order: string; recharge: string; session: string }

export type FuzzWorld = {
  server: TestServer
  /** a member with money, an order of the issue on sale, and an open recharge */
  owner: TestMember
  other: Belongings
  /** one operator per role; a second owner exists, so that changes need two operators */
  operators: Record<Role, TestOperator>
  /** objects of the second owner */
  foreign: { session: string; approval: string }
  /** on sale, 1,000 shares of 1.00 */
  issue: string
  /** a drawn issue */
  drawn: string
  close(): Promise<void>
}

/** Creates members who paid in at the sandbox cashier; `amount` as on the wire. */
export async function paidMembers(server: TestServer, count: number, amount: string): Promise<TestMember[]> {
  const { wallet, jobs, db } = server.context
  const members: TestMember[] = []
  for (let n = 0; n < count; n++) {
    const member = await makeMember(server)
    members.push(member)
    const input = { method: 'sandbox', amount, requestId: randomUUID() }
    const { recharge_id } = await openRecharge(wallet.recharges, member.memberId, input)
    const [payment] = await db.query<{ payment_id: string }>(
      'select payment_id from provider_payment where recharge_id = $1',
      [recharge_id],
    )
    await wallet.company?.choose(payment!.payment_id, 'pay')
  }
  await jobs.drain()
  return members
}

/** Creates a product with its first issue on sale at 1.00 per share. @returns the issue's number */
export async function sellIssue(
  { context }: TestServer,
  code: string,
  shares: number,
  mode: SoldMode = 'goods',
  grade: Grade = 'salt',
  /** in further languages */
  titles: { readonly [language in Language]?: string } = {},
): Promise<string> {
  const { mall, db } = context
  const [category] = await db.query(`select from category where category = 'trial'`)
  if (!category) {
    const named = { 'en-us': 'Trial' }
    await mall.createCategory({ category: 'trial', position: 1, tile: 'sea', titles: named })
  }
  await mall.createProduct({
    code,
    mode,
    category: 'trial',
    art: 'phone',
    tile: 'sea',
    texts: {
      'en-us': { title: `Product ${code}`, description: 'For tests.' },
      ...Object.fromEntries(
        Object.entries(titles).map(([language, title]) => [language, { title, description: '' }]),
      ),
    },
    marketPrice: 10_000n * BigInt(shares),
    sharePrice: 10_000n,
    shares,
    grade,
  })
  const opening = await mall.openIssue(code)
  if (!opening) throw new Error(`product ${code} has no issue on sale`)
  return opening.number
}

async function belongings({ client }: TestMember, issue: string): Promise<Belongings> {
  const { order } = await client.call(ENDPOINTS.buy, { issue, quantity: 2, requestId: randomUUID() })
  const opened = await client.call(ENDPOINTS.openRecharge, {
    method: 'sandbox',
    amount: '100.00',
    requestId: randomUUID(),
  })
  const { items } = await client.call(ENDPOINTS.sessions, {})
  return { order, recharge: opened.id, session: items[0]!.id }
}

/** Creates the second owner's objects: a session and a pending request. */
async function foreignThings(server: TestServer): Promise<FuzzWorld['foreign']> {
  const { client } = await makeOperator(server, ['owner'])
  const { items } = await client.call(ENDPOINTS.operatorSessions, {})
  const { approval } = await client.call(ENDPOINTS.houseFund, {
    account: 'bankroll',
    amount: '100.00',
    reference: 'waits for a second person',
    reason: 'asked for by a test',
    requestId: randomUUID(),
  })
  return { session: items[0]!.id, approval: approval!.id }
}

export async function fuzzWorld(): Promise<FuzzWorld> {
  const server = await testServer()
  const [owner, stranger] = (await paidMembers(server, 2, '1000.00')) as [TestMember, TestMember]
  const issue = await sellIssue(server, 'FUZZ', 1_000)
  const drawn = await sellIssue(server, 'DRAWN', 2)
  await owner.client.call(ENDPOINTS.buy, { issue: drawn, quantity: 2, requestId: randomUUID() })
  await server.context.mall.draws.runDue()
  await belongings(owner, issue)
  const other = await belongings(stranger, issue)
  const operators = await makeOperatorPerRole(server)
  const foreign = await foreignThings(server)
  return { server, owner, other, operators, foreign, issue, drawn, close: () => server.close() }
}

/** A fingerprint of all money and shares. */
export async function fingerprint({ server }: Pick<FuzzWorld, 'server'>): Promise<unknown> {
  const [row] = await server.owner.query(`
    select (select count(*) || ' lines, ' || coalesce(sum(amount), 0) from ledger) as ledger,
      (select md5(string_agg((member_id, balance, lines, open_orders)::text, ' ' order by member_id)) from wallet) as wallets,
      (select md5(string_agg(h::text, ' ' order by book)) from house_account h) as house,
      (select md5(string_agg(p::text, ' ' order by purchase_id)) from purchase p) as purchases,
      (select md5(string_agg(i::text, ' ' order by issue_id)) from issue i) as issues`)
  return row
}

/** Tables that refused calls must not change; of sessions only whether they have ended. */
const KEPT = `ledger wallet house_account house_funding purchase issue recharge member sms_code
  limit_counter pending_increase limit_change exclusion phone_exclusion closure
  operator operator_request approval audit setting setting_change`.split(/\s+/)
const SESSIONS = [
  '(select session_id, ended_at from session)',
  '(select session_id, stage, ended_at from operator_session)',
]
const STATE = [...KEPT, ...SESSIONS]
  .map(
    (table) =>
      `select '${table}' as what, md5(string_agg(t::text, ' ' order by t::text)) as state from ${table} t`,
  )
  .join(' union all ')
  .concat(' order by what')

/** The state of members, money and operators. */
export function stateOf({ owner }: TestServer): Promise<unknown[]> {
  return owner.query(STATE)
}

/** Breaches that the doctor's statements find. */
export async function breachesOf({ owner }: TestServer): Promise<string[]> {
  const found: string[] = []
  for (const { id, title, sql } of CHECKS) {
    const [row] = await owner.query<{ breaches: bigint; figure: string }>(sql)
    if (row?.breaches !== 0n) found.push(`${id} ${title}: ${row?.breaches} (${row?.figure})`)
  }
  return found
}

/** Log lines of defects. */
export function defectsOf({ logged }: TestServer): string[] {
  return logged.filter(
    (line) => line.includes('"defect"') || line.includes('"level":50') || line.includes('"error"'),
  )
}
