/** The accounts of the house: what is in them, and how two persons put money into them. */
import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney, parseMoney } from '@fairlot/contract/money'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import { MS, type Executor, type Tx } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { LogWriter } from '../fair/index.ts'
import { fundIn } from '../home/index.ts'
import { FUNDED_ACCOUNTS, houseAccounts, isFundingKnown, type FundedAccount } from '../ledger/index.ts'
import type { ApprovalDefinition, Approvals } from './approvals/approvals.ts'

export type HouseDeps = {
  db: Executor
  approvals: Pick<Approvals, 'register' | 'request'>
  /** of the transparency log */
  writer: Pick<LogWriter, 'enqueue'>
}

const params = z.object({ account: z.enum(FUNDED_ACCOUNTS), amount: z.string(), reference: z.string() })
type Params = z.infer<typeof params>

const PENDING = {
  name: 'operator.house.pending',
  text: `
    select params ->> 'account' as account, params ->> 'reference' as reference from approval, business_clock
    where action = 'house.fund' and state = 'pending' and expires_at > at`,
}

const pendingFundings = (db: Executor) => db.query<{ account: string; reference: string }>(PENDING)

function houseFunding({ writer }: HouseDeps): ApprovalDefinition<Params> {
  return {
    action: 'house.fund',
    schema: params,
    view: ({ account, amount, reference }) => ({ account, amount, reference }),
    async check(tx, funding) {
      const pending = await pendingFundings(tx)
      const asked = ({ account, reference }: { account: string; reference: string }) =>
        account === funding.account && reference === funding.reference
      if (pending.some(asked) || (await isFundingKnown(tx, funding))) throw new Refusal('REFERENCE_USED')
    },
    async execute(tx, { account, amount, reference }, { approvalId, requestedBy, approvedBy }) {
      if (approvalId === null || approvedBy === null)
        throw new Error('nobody funds an account of the house alone')
      const before = await balanceOf(tx, account)
      const funding = { account, amount: parseMoney(amount), reference }
      const fresh = await fundOnce(tx, writer, { ...funding, by: { requestedBy, approvedBy, approvalId } })
      if (!fresh) throw new Refusal('REFERENCE_USED')
      const after = await balanceOf(tx, account)
      return {
        subject: `house:${account}`,
        before: { balance: formatMoney(before) },
        after: { balance: formatMoney(after), amount, reference },
      }
    },
  }
}

/** False as well where the reference funded the account with another amount: that is no mistake of the program here. */
async function fundOnce(
  tx: Tx,
  writer: HouseDeps['writer'],
  funding: Parameters<typeof fundIn>[2],
): Promise<boolean> {
  return !(await isFundingKnown(tx, funding)) && (await fundIn(tx, writer, funding))
}

async function balanceOf(db: Executor, account: FundedAccount): Promise<bigint> {
  const found = (await houseAccounts(db)).find(({ name }) => name === account)
  if (!found) throw new Error(`there is no house account ${account}`)
  return found.balance
}

const FUNDINGS = {
  name: 'operator.house.fundings',
  text: `
    select f.funding_id, h.name as account, f.amount, f.reference, f.requested_by, r.name as requested_name,
      f.approved_by, a.name as approved_name, ${MS('f.funded_at')} as ms,
      (extract(epoch from f.funded_at) * 1000000)::bigint as micros
    from house_funding f join house_account h using (book)
    left join operator r on r.operator_id = f.requested_by
    left join operator a on a.operator_id = f.approved_by
    where ($1::text is null or h.name = $1)
      and ($2::bigint is null
        or (f.funded_at, f.funding_id) < (timestamptz 'epoch' + $2 * interval '1 microsecond', $3::uuid))
    order by f.funded_at desc, f.funding_id desc limit $4`,
}

type FundingRow = {
  funding_id: string
  account: FundedAccount
  amount: bigint
  reference: string
  requested_by: string | null
  requested_name: string | null
  approved_by: string | null
  approved_name: string | null
  ms: bigint
  micros: bigint
}

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

const who = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name })

type Names = 'houseList' | 'houseFund' | 'houseFundings'

export function houseRoutes(deps: HouseDeps): Handlers<Endpoints, Names> {
  const { db, approvals } = deps
  const definition = houseFunding(deps)
  approvals.register(definition)
  const funded: readonly string[] = FUNDED_ACCOUNTS
  return {
    async houseList() {
      const [accounts, pending] = await Promise.all([houseAccounts(db), pendingFundings(db)])
      return {
        items: accounts.map(({ name, balance }) => ({
          account: name,
          balance: formatMoney(balance),
          funded: funded.includes(name),
        })),
        pending: pending.length,
      }
    },
    houseFund(call) {
      const { account, amount, reason, requestId } = call.input
      const funding = {
        account,
        amount: formatMoney(parseMoney(amount)),
        reference: oneLine(call.input.reference),
      }
      return approvals.request(call, definition, { params: funding, reason, requestId })
    },
    async houseFundings({ input: { account, cursor, limit } }) {
      const [micros = null, id = null] = decodeCursor(cursor, CURSOR) ?? []
      const rows = await db.query<FundingRow>(FUNDINGS, [account ?? null, micros, id, limit + 1])
      const { items, next } = pageOf(rows, limit, (last) => [Number(last.micros), last.funding_id])
      return {
        items: items.map((row) => ({
          id: row.funding_id,
          account: row.account,
          amount: formatMoney(row.amount),
          reference: row.reference,
          requestedBy: who(row.requested_by, row.requested_name),
          approvedBy: who(row.approved_by, row.approved_name),
          at: Number(row.ms),
        })),
        next,
      }
    },
  }
}

/** A bank reference in one form, so that the same one cannot pass as two. @throws Refusal INPUT_INVALID */
function oneLine(entered: string): string {
  const reference = entered.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(reference))
    throw new Refusal('INPUT_INVALID', { fields: { reference: 'INVALID' } })
  return reference
}
