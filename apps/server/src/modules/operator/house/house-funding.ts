/** The change `house.fund`: two operators put money into an account of the house. */
import * as z from 'zod/mini'
import { FUNDED_ACCOUNTS, type FundedAccount } from '@fairlot/contract/kinds/house-accounts'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { foldedReference } from '@fairlot/contract/typed-text'
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { haltRefusal, type LogWriter } from '../../fair/index.ts'
import { fundIn } from '../../home/index.ts'
import { houseAccounts, isFundingKnown } from '../../ledger/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { pendingFundings } from './house-funding.queries.ts'

const params = z.object({ account: z.enum(FUNDED_ACCOUNTS), amount: z.string(), reference: z.string() })
export type HouseFunding = z.infer<typeof params>

/** The writer of the transparency log. */
export type FundingWriter = Pick<LogWriter, 'enqueue' | 'standing'>

/** @throws Refusal LOG_HALTED while no money moves */
export function requireLog({ standing }: FundingWriter): void {
  const halted = haltRefusal(standing)
  if (halted) throw halted
}

/** @param onFunded called in the transaction that funds an account */
export function houseFunding(
  writer: FundingWriter,
  onFunded?: (tx: Tx, account: FundedAccount) => Promise<void>,
): ApprovalDefinition<HouseFunding> {
  return {
    action: 'house.fund',
    schema: params,
    view: ({ account, amount, reference }) => ({ account, amount, reference }),
    async check(tx, funding) {
      const isRequested = (await pendingFundings(tx)).some(
        ({ account, reference }) =>
          account === funding.account && foldedReference(reference) === foldedReference(funding.reference),
      )
      if (isRequested || (await isFundingKnown(tx, funding))) throw new Refusal('REFERENCE_USED')
    },
    async execute(tx, { account, amount, reference }, { approvalId, requestedBy, approvedBy }) {
      if (approvalId === null || approvedBy === null) throw new Error('a funding needs two operators')
      requireLog(writer)
      const before = await balanceOf(tx, account)
      const by = { requestedBy, approvedBy, approvalId }
      if (!(await fundOnce(tx, writer, { account, amount: parseMoney(amount), reference, by })))
        throw new Refusal('REFERENCE_USED')
      const after = await balanceOf(tx, account)
      await onFunded?.(tx, account)
      return {
        subject: `house:${account}`,
        before: { balance: formatMoney(before) },
        after: { balance: formatMoney(after), amount, reference },
      }
    },
  }
}

/** @returns false when the reference has funded the account before, also with another amount */
async function fundOnce(
  tx: Tx,
  writer: FundingWriter,
  funding: Parameters<typeof fundIn>[2],
): Promise<boolean> {
  return !(await isFundingKnown(tx, funding)) && (await fundIn(tx, writer, funding))
}

async function balanceOf(db: Executor, account: FundedAccount): Promise<bigint> {
  const found = (await houseAccounts(db)).find(({ name }) => name === account)
  if (!found) throw new Error(`there is no house account ${account}`)
  return found.balance
}
