/** The changes that two operators make to receiving accounts and to lines of statements. */
import * as z from 'zod/mini'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { TRANSFER_KINDS, TRANSFER_LINES } from '@fairlot/contract/kinds/recharge-ways'
import { Refusal } from '../../../platform/refusal.ts'
import type { LineRow, TransferDesk } from '../../wallet/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { requireLog, type FundingWriter } from '../house/house-funding.ts'

type Desk = Pick<
  TransferDesk,
  | 'account'
  | 'addAccount'
  | 'disableAccount'
  | 'isTransactionKnown'
  | 'enter'
  | 'checkMatch'
  | 'match'
  | 'checkOpen'
  | 'dismiss'
  | 'arrived'
  | 'matchNew'
>

const account = z.object({
  code: z.string(),
  kind: z.enum(TRANSFER_KINDS),
  label: z.string(),
  lines: z.partialRecord(z.enum(TRANSFER_LINES), z.string()),
})
export type AccountParams = z.infer<typeof account>

/** `receiving.add`: an account is offered to members. */
export function receivingAdd(desk: Desk): ApprovalDefinition<AccountParams> {
  return {
    action: 'receiving.add',
    schema: account,
    view: ({ code, kind, label, lines }) => ({ code, kind, label, ...lines }),
    async execute(tx, params) {
      const { accountId, replaced } = await desk.addAccount(tx, params)
      return {
        subject: `receiving:${params.code}`,
        ...(replaced !== null && { before: { id: replaced } }),
        after: { id: accountId, ...params },
      }
    },
  }
}

const code = z.object({ code: z.string() })

/** `receiving.disable`: an account is offered no longer. */
export function receivingDisable(desk: Desk): ApprovalDefinition<z.infer<typeof code>> {
  return {
    action: 'receiving.disable',
    schema: code,
    view: (params) => params,
    async check(tx, params) {
      if ((await desk.account(tx, params.code)).disabled_ms !== null) throw new Refusal('NO_SUCH_DATA')
    },
    async execute(tx, params) {
      const id = await desk.disableAccount(tx, params.code)
      return { subject: `receiving:${params.code}`, before: { id } }
    },
  }
}

const entry = z.object({
  account: z.string(),
  bookedOn: z.string(),
  amount: z.string(),
  text: z.string(),
  transaction: z.string(),
})
export type EntryParams = z.infer<typeof entry>

/** `statement.add`: a line of a statement that is entered by hand. It is then searched for a reference like an imported one. */
export function statementAdd(desk: Desk, writer: FundingWriter): ApprovalDefinition<EntryParams> {
  return {
    action: 'statement.add',
    schema: entry,
    view: (params) => params,
    async check(tx, params) {
      const to = await desk.account(tx, params.account)
      if (await desk.isTransactionKnown(tx, to, params.transaction)) throw new Refusal('REFERENCE_USED')
    },
    async execute(tx, params, { approvalId, requestedBy, approvedBy }) {
      if (approvalId === null || approvedBy === null) throw new Error('a line by hand needs two operators')
      requireLog(writer)
      const to = await desk.account(tx, params.account)
      if (await desk.isTransactionKnown(tx, to, params.transaction)) throw new Refusal('REFERENCE_USED')
      const { bookedOn, text, transaction: transactionId } = params
      const amount = parseMoney(params.amount)
      const by = { operatorId: requestedBy, approvedBy }
      const id = await desk.enter(tx, { account: to, bookedOn, amount, text, transactionId, ...by })
      return { subject: `line:${id}`, after: params }
    },
    async afterCommit() {
      await desk.matchNew()
    },
  }
}

const match = z.object({
  line: z.string(),
  number: z.string(),
  /** what the approver reads about the line */
  account: z.string(),
  amount: z.string(),
  text: z.string(),
})
export type MatchParams = z.infer<typeof match>

export const aboutLine = (line: LineRow) => ({
  line: line.line_id,
  account: line.account_code,
  amount: `${formatMoney(line.amount)} ${line.currency}`,
  text: line.text,
})

/** `statement.match`: a line credits a recharge that an operator chose. */
export function statementMatch(desk: Desk, writer: FundingWriter): ApprovalDefinition<MatchParams> {
  type Arrived = Awaited<ReturnType<Desk['match']>>['arrived']
  // live updates after the commit; the back-office lock makes one change at a time
  const arrivals: Arrived[] = []
  return {
    action: 'statement.match',
    schema: match,
    view: (params) => params,
    async check(tx, { line, number }) {
      await desk.checkMatch(tx, line, number)
    },
    async execute(tx, { line, number }, { requestedBy, approvedBy, reason }) {
      requireLog(writer)
      const by = { operatorId: requestedBy, approvedBy, note: reason }
      const done = await desk.match(tx, { lineId: line, number, ...by })
      arrivals.push(done.arrived)
      return { subject: `line:${line}`, after: { recharge: number, ...aboutLine(done.line) } }
    },
    afterCommit() {
      for (const arrived of arrivals.splice(0)) desk.arrived(arrived)
    },
  }
}

const dismissal = z.object({ line: z.string(), account: z.string(), amount: z.string(), text: z.string() })
export type DismissParams = z.infer<typeof dismissal>

/** `statement.dismiss`: a line is no recharge. */
export function statementDismiss(desk: Desk): ApprovalDefinition<DismissParams> {
  return {
    action: 'statement.dismiss',
    schema: dismissal,
    view: (params) => params,
    async check(tx, { line }) {
      await desk.checkOpen(tx, line)
    },
    async execute(tx, { line }, { requestedBy, reason }) {
      const row = await desk.dismiss(tx, { lineId: line, operatorId: requestedBy, note: reason })
      return { subject: `line:${line}`, after: aboutLine(row) }
    },
  }
}
