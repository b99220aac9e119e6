/** The change `house.fund`: two operators put money into an account of the house. */
import * as z from 'zod/mini'
import { FUNDED_ACCOUNTS, type FundedAccount } from '@fairlot/contract/kinds/house-accounts'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { foldedReference } from '@fairlot/contract/typed-text'
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { haltRefusal, type LogWriter } from '../../fair/index.ts'
import { fundIn } from '../../home/index.ts'
import { isFundingKnown } from '../../ledger/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact, houseAccount, type Outlook } from '../approvals/outlook.ts'
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
    outlook: outlookOf,
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
      const { balance: before } = await houseAccount(tx, account)
      const by = { requestedBy, approvedBy, approvalId }
      if (!(await fundOnce(tx, writer, { account, amount: parseMoney(amount), reference, by })))
        throw new Refusal('REFERENCE_USED')
      const { balance: after } = await houseAccount(tx, account)
      await onFunded?.(tx, account)
      return {
        subject: `house:${account}`,
        before: { balance: formatMoney(before) },
        after: { balance: formatMoney(after), amount, reference },
      }
    },
  }
}

async function outlookOf(db: Executor, funding: HouseFunding): Promise<Outlook> {
  const { account, reference } = funding
  const amount = parseMoney(funding.amount)
  const { balance, available } = await houseAccount(db, account)
  const { balance: cash } = await houseAccount(db, 'cash')
  const others = (await pendingFundings(db)).filter(
    (one) => one.account === account && foldedReference(one.reference) !== foldedReference(reference),
  )
  return {
    effect: { ...funding, balance: formatMoney(balance + amount) },
    before: { account, balance: formatMoney(balance) },
    money: {
      'account gets': formatMoney(amount),
      'cash now': formatMoney(cash),
      'cash after': formatMoney(cash - amount),
    },
    facts: [
      ...(balance === available ? [] : [fact('bound', formatMoney(balance - available))]),
      ...others.map((other) =>
        fact('other request', `reference ${other.reference} for the same account`, true),
      ),
    ],
    refused: (await isFundingKnown(db, funding)) ? 'REFERENCE_USED' : null,
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
