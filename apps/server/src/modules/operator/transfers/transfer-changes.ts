/** The changes that two operators make to receiving accounts and to lines of statements. */
import * as z from 'zod/mini'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { TRANSFER_KINDS, TRANSFER_LINES } from '@fairlot/contract/kinds/recharge-ways'
import { Refusal } from '../../../platform/refusal.ts'
import type { Guard } from '../../guard/index.ts'
import type { LineRow, TransferDesk } from '../../wallet/index.ts'
import type { Db, Executor } from '../../../platform/db.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact, type Fields, type Outlook } from '../approvals/outlook.ts'
import { memberFacts } from '../members/member-facts.ts'
import { requireLog, type FundingWriter } from '../house/house-funding.ts'

type Desk = Pick<
  TransferDesk,
  | 'account'
  | 'accounts'
  | 'line'
  | 'show'
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

const accountFields = ({ code, kind, label, lines }: AccountParams): Fields => ({
  code,
  kind,
  label,
  ...lines,
})

/** What an account replaces, and what members pay to now. */
async function outlookOfAccount(db: Executor, desk: Desk, params: AccountParams): Promise<Outlook> {
  const offered = await desk.accounts(db, false)
  const replaced = offered.find(({ code }) => code === params.code)
  const others = offered.filter(({ code, kind }) => kind === params.kind && code !== params.code)
  return {
    effect: accountFields(params),
    ...(replaced && { before: accountFields(replaced) }),
    facts: [
      ...(replaced ? [openFact(replaced.open, 'keep the account that it replaces')] : []),
      fact(`other accounts of ${params.kind}`, others.map(({ code }) => code).join(', ') || 'none'),
    ],
  }
}

const openFact = (open: number, what: string) => fact('open recharges', `${open} ${what}`, open > 0)

/** `receiving.add`: an account is offered to members. */
export function receivingAdd(desk: Desk): ApprovalDefinition<AccountParams> {
  return {
    action: 'receiving.add',
    schema: account,
    view: accountFields,
    outlook: (db, params) => outlookOfAccount(db, desk, params),
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
    async outlook(db, params) {
      const offered = await desk.accounts(db, false)
      const found = offered.find((one) => one.code === params.code)
      if (!found) throw new Refusal('NO_SUCH_DATA')
      const left = offered.filter(({ kind, code: other }) => kind === found.kind && other !== found.code)
      return {
        effect: { code: found.code },
        before: accountFields(found),
        facts: [
          openFact(found.open, 'show this account and are matched all the same'),
          fact(
            `accounts of ${found.kind} that stay`,
            left.map((one) => one.code).join(', ') || 'none: members cannot recharge in this way',
            left.length === 0,
          ),
        ],
      }
    },
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
    async outlook(db, params) {
      const to = await desk.account(db, params.account)
      return {
        money: { 'a recharge can get': formatMoney(parseMoney(params.amount)) },
        facts: [
          fact('account', `${to.label}, ${to.kind}${to.disabled_ms === null ? '' : ', offered no longer'}`),
          fact('recharge', 'the text is searched for a reference as in an imported statement'),
        ],
        refused: (await desk.isTransactionKnown(db, to, params.transaction)) ? 'REFERENCE_USED' : null,
      }
    },
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

const lineFacts = ({ booked_on, repeats, reason }: LineRow) => [
  fact('booked on', booked_on),
  ...(reason === null ? [] : [fact('waits', reason)]),
  ...(repeats
    ? [fact('repeats', 'it equals a line of an earlier file, and may be the same payment', true)]
    : []),
]

async function outlookOfMatch(
  db: Db,
  desk: Desk,
  guard: Pick<Guard, 'net'>,
  lineId: string,
  number: string,
): Promise<Outlook> {
  const line = await desk.line(db, lineId)
  const { row } = await desk.show(db, number)
  const differs = row.amount !== line.amount
  return {
    effect: {
      line: lineId,
      number,
      account: line.account_code,
      amount: formatMoney(line.amount),
      text: line.text,
      'recharge state': 'success',
    },
    before: {
      number,
      account: row.account_code,
      amount: formatMoney(row.amount),
      'recharge state': row.state,
    },
    money: { 'the wallet gets': formatMoney(line.amount), 'the member asked for': formatMoney(row.amount) },
    facts: [
      ...lineFacts(line),
      ...(differs ? [fact('amount', 'the line has another amount than the recharge', true)] : []),
      ...(row.account_code === line.account_code
        ? []
        : [fact('account', `the recharge was to ${row.account_code}`, true)]),
      ...((row.credited ?? 0n) > 0n ? [fact('credited before', formatMoney(row.credited ?? 0n), true)] : []),
      fact('payer', row.payer === null ? 'the recharge names none' : 'compare it with recharge reveal'),
      ...(await memberFacts(db, guard, row.member_id)),
    ],
    members: [row.member_id],
    refused: line.outcome === null ? null : 'LINE_ENDED',
  }
}

/** `statement.match`: a line credits a recharge that an operator chose. */
export function statementMatch(
  desk: Desk,
  writer: FundingWriter,
  guard: Pick<Guard, 'net'>,
): ApprovalDefinition<MatchParams> {
  type Arrived = Awaited<ReturnType<Desk['match']>>['arrived']
  // live updates after the commit; the back-office lock makes one change at a time
  const arrivals: Arrived[] = []
  return {
    action: 'statement.match',
    schema: match,
    view: (params) => params,
    outlook: (db, { line, number }) => outlookOfMatch(db, desk, guard, line, number),
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
    async outlook(db, { line, amount }) {
      const found = await desk.line(db, line)
      return {
        money: { 'no member gets': amount },
        facts: lineFacts(found),
        refused: found.outcome === null ? null : 'LINE_ENDED',
      }
    },
    async check(tx, { line }) {
      await desk.checkOpen(tx, line)
    },
    async execute(tx, { line }, { requestedBy, reason }) {
      const row = await desk.dismiss(tx, { lineId: line, operatorId: requestedBy, note: reason })
      return { subject: `line:${line}`, after: aboutLine(row) }
    },
  }
}
