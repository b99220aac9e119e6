/** The calls with which operators look at withdrawals, decide them, export them for the bank, and enter its results. */
import * as z from 'zod/mini'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { HolderMatch } from '@fairlot/contract/life/identity-life'
import { formatMoney } from '@fairlot/contract/money/money'
import type { WithdrawalList } from '@fairlot/contract/life/withdrawal-life'
import { PAYOUT_FIELDS } from '@fairlot/contract/life/payout-life'
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Guard } from '../../guard/index.ts'
import { daySpan } from '../../../platform/time/day-span.ts'
import { maskedPhone } from '../../identity/index.ts'
import {
  payoutHistory,
  type Acted,
  type BankResult,
  type DeskRow,
  type RefundStanding,
  type WithdrawalDesk,
} from '../../wallet/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { ageText, fact, warningsFirst, type Fact } from '../approvals/outlook.ts'
import { lockAndAuthorize } from '../back-office-lock.ts'
import type { FundingWriter } from '../house/house-funding.ts'
import { memberFacts } from '../members/member-facts.ts'
import { operatorNames } from './operator-names.queries.ts'
import { refundChanges } from './refund-changes.ts'

export type WithdrawalRoutesDeps = {
  db: Db
  audit: Audit
  approvals: Pick<Approvals, 'register' | 'request'>
  writer: FundingWriter
  desk: WithdrawalDesk
  guard: Pick<Guard, 'net'>
  /** of the business calendar */
  utcOffsetMinutes: number
  /** undefined when the account of the member is closed */
  phoneOf: (at: Executor, memberId: string) => Promise<string | undefined>
  /** how the holders of accounts compare with the names of identity checks, by withdrawal */
  holderMatches: (db: Executor, rows: readonly DeskRow[]) => Promise<Map<string, HolderMatch>>
}

type Names =
  | 'withdrawalList'
  | 'withdrawalShow'
  | 'withdrawalReveal'
  | 'withdrawalApprove'
  | 'withdrawalReject'
  | 'withdrawalExport'
  | 'withdrawalPaid'
  | 'withdrawalImport'
type Refunds = 'refundPaid' | 'refundFailed'
type Line = Output<Endpoints['withdrawalList']>['items'][number]
type Shown = Output<Endpoints['withdrawalShow']>

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

function lineView(row: DeskRow, holder: HolderMatch): Line {
  return {
    number: row.number,
    member: row.member_id,
    amount: formatMoney(row.amount),
    fee: formatMoney(row.fee),
    net: formatMoney(row.amount - row.fee),
    account: { kind: row.kind, label: row.label, masked: row.masked },
    holder,
    recharge: row.recharge,
    status: row.state,
    stage: row.stage,
    approvals: row.approvals,
    approvalsNeeded: row.approvals_needed,
    createdAt: Number(row.created_ms),
    finishedAt: row.finished_ms === null ? null : Number(row.finished_ms),
    ageHours: row.age_hours,
    age: row.age,
  }
}

const refundView = (company: string, { isStuck, fault, notices }: RefundStanding): Shown['refund'] => ({
  company,
  stuck: isStuck,
  fault,
  notices: notices.map(({ refund_id: refund, amount, currency, outcome, at_ms: at }) => ({
    refund,
    amount: formatMoney(amount),
    currency,
    outcome,
    at: Number(at),
  })),
})

type Ended = Parameters<WithdrawalDesk['ended']>[1]['state']
const ENDS = { paid: 'success', rejected: 'failed', returned: 'returned' } as const satisfies Record<
  string,
  Ended
>
const isEnd = (list: WithdrawalList): list is keyof typeof ENDS => Object.hasOwn(ENDS, list)

/** What an act on one withdrawal needs. */
const ACTS = {
  'withdrawal.approve': 'withdrawal.approve',
  'withdrawal.reject': 'withdrawal.approve',
  'withdrawal.paid': 'withdrawal.pay',
} as const

const subjectOf = (number: string) => `withdrawal:${number}`

/** The calls about withdrawals. Registers the changes of stuck refunds. */
export function withdrawalRoutes(deps: WithdrawalRoutesDeps): Handlers<Endpoints, Names | Refunds> {
  return { ...deskRoutes(deps), ...refundRoutes(deps) }
}

function refundRoutes({
  db,
  desk,
  approvals,
  writer,
  guard,
}: WithdrawalRoutesDeps): Handlers<Endpoints, Refunds> {
  const { refundPaid, refundFailed } = refundChanges(desk, writer, guard)
  approvals.register(refundPaid)
  approvals.register(refundFailed)

  /** What the approver reads. @throws Refusal NO_SUCH_DATA */
  async function about(number: string) {
    const { row } = await desk.show(db, number)
    return { number, company: row.refund_provider ?? '', amount: formatMoney(row.amount) }
  }

  return {
    async refundPaid(call) {
      const { number, reason, requestId } = call.input
      const reference = desk.reference(call.input.reference)
      if (reference === null) throw new Refusal('INPUT_INVALID', { fields: { reference: 'INVALID' } })
      const params = { ...(await about(number)), reference }
      return approvals.request(call, refundPaid, { params, reason, requestId })
    },
    async refundFailed(call) {
      const { number, note, reason, requestId } = call.input
      const params = { ...(await about(number)), note }
      return approvals.request(call, refundFailed, { params, reason, requestId })
    },
  }
}

/** What an operator looks at before the withdrawal is approved; the facts that warn come first. */
async function withdrawalFacts(db: Db, guard: Pick<Guard, 'net'>, row: DeskRow): Promise<Fact[]> {
  const { added_ms, paid, now_ms } = await payoutHistory(db, row)
  const added = `added ${ageText(Number(now_ms - added_ms))} ago`
  const facts = [
    fact(
      'payout account',
      paid === 0 ? `${added}, never paid before` : `${added}, paid ${paid} times`,
      paid === 0,
    ),
    ...(await memberFacts(db, guard, row.member_id)),
  ]
  return warningsFirst(facts)
}

function deskRoutes(deps: WithdrawalRoutesDeps): Handlers<Endpoints, Names> {
  const { db, audit, desk, guard } = deps

  async function shown(number: string): Promise<Shown> {
    const { row, steps, refund } = await desk.show(db, number)
    const names = await operatorNames(
      db,
      steps.flatMap(({ operator_id: id }) => (id === null ? [] : [id])),
    )
    const phone = await deps.phoneOf(db, row.member_id)
    return {
      ...lineView(row, (await deps.holderMatches(db, [row])).get(row.withdrawal_id) ?? 'unchecked'),
      phone: phone === undefined ? null : maskedPhone(phone),
      reason: row.reason,
      note: row.note,
      facts: row.stage === null ? [] : await withdrawalFacts(db, guard, row),
      reference: row.reference,
      batch: row.batch_id,
      refund: refund && refundView(row.refund_provider ?? '', refund),
      timeline: steps.map(({ step, reason, operator_id: id, at_ms: at }) => {
        const name = id === null ? undefined : names.get(id)
        return { step, reason, by: id === null || name === undefined ? null : { id, name }, at: Number(at) }
      }),
    }
  }

  /** One act on one withdrawal: the caller's roles and an audit row in its transaction, and the effects after the commit. */
  async function act(
    call: OperatorCall & { input: { number: string } },
    action: keyof typeof ACTS,
    work: (tx: Tx) => Promise<Acted>,
    after: (acted: Acted) => object,
  ): Promise<Shown> {
    const { number } = call.input
    const acted = await db.tx(async (tx) => {
      await lockAndAuthorize(tx, call, ACTS[action])
      const done = await work(tx)
      if (done.changed)
        await audit.write(tx, actorOf(call), { action, subject: subjectOf(number), after: after(done) })
      return done
    })
    if (acted.changed) desk.moved(acted)
    return shown(number)
  }

  /** What one line of the bank's results does. */
  async function enter(tx: Tx, call: OperatorCall, told: BankResult): Promise<Acted> {
    await lockAndAuthorize(tx, call, 'withdrawal.pay')
    const acted = await desk.enter(tx, call.operator.operatorId, told)
    if (!acted.changed) return acted
    const after = told.paid ? { reference: told.reference } : { reason: told.reason }
    const action = told.paid ? 'withdrawal.paid' : 'withdrawal.failed'
    await audit.write(tx, actorOf(call), { action, subject: subjectOf(told.number), after })
    return acted
  }

  return {
    async withdrawalList({ input: { stage, cursor, limit, ...days } }) {
      const last = decodeCursor(cursor, CURSOR)
      const place = last ? { micros: last[0], id: last[1] } : null
      const within = { span: daySpan(days, deps.utcOffsetMinutes), limit: limit + 1 }
      const rows =
        stage !== undefined && isEnd(stage)
          ? await desk.ended(db, { state: ENDS[stage], before: place, ...within })
          : await desk.waiting(db, { stage: stage ?? null, after: place, ...within })
      const { items, next } = pageOf(rows, limit, (row) => [
        Number(row.finished_micros ?? row.created_micros),
        row.withdrawal_id,
      ])
      const matches = await deps.holderMatches(db, items)
      return { items: items.map((row) => lineView(row, matches.get(row.withdrawal_id) ?? 'unchecked')), next }
    },
    async withdrawalShow(call) {
      const { number } = call.input
      const view = await shown(number)
      await db.tx((tx) =>
        audit.write(tx, actorOf(call), { action: 'withdrawal.read', subject: subjectOf(number) }),
      )
      return view
    },
    async withdrawalReveal(call) {
      const { number, reason } = call.input
      // the audit row is stored before the operator reads anything
      const { kind, details } = await db.tx(async (tx) => {
        const revealed = await desk.reveal(tx, number)
        await audit.write(tx, actorOf(call), {
          action: 'withdrawal.reveal',
          subject: subjectOf(number),
          reason,
        })
        return revealed
      })
      const fields = PAYOUT_FIELDS.flatMap((field) => {
        const value = details[field]
        return value === undefined ? [] : [{ field, value }]
      })
      return { number, kind, fields }
    },
    withdrawalApprove(call) {
      const { operatorId } = call.operator
      return act(
        call,
        'withdrawal.approve',
        (tx) => desk.approve(tx, call.input.number, operatorId),
        ({ row }) => ({ stage: row.stage, amount: formatMoney(row.amount) }),
      )
    },
    withdrawalReject(call) {
      const { number, reason, note } = call.input
      const failure = { reason, note, operatorId: call.operator.operatorId }
      return act(
        call,
        'withdrawal.reject',
        (tx) => desk.reject(tx, number, failure),
        ({ row }) => ({ reason, note, amount: formatMoney(row.amount) }),
      )
    },
    withdrawalPaid(call) {
      const { number } = call.input
      const reference = desk.reference(call.input.reference)
      if (reference === null) throw new Refusal('INPUT_INVALID', { fields: { reference: 'INVALID' } })
      return act(
        call,
        'withdrawal.paid',
        (tx) => desk.pay(tx, number, { reference, operatorId: call.operator.operatorId }),
        ({ row }) => ({ reference, amount: formatMoney(row.amount) }),
      )
    },
    async withdrawalExport(call) {
      const { requestId: batch } = call.input
      const file = await db.tx(async (tx) => {
        await lockAndAuthorize(tx, call, 'withdrawal.pay')
        const made = await desk.export(tx, { batchId: batch, operatorId: call.operator.operatorId })
        const { withdrawals, amount } = made
        // also when the file is read again: it names accounts in the clear
        await audit.write(tx, actorOf(call), {
          action: 'withdrawal.export',
          subject: `batch:${batch}`,
          after: { withdrawals, amount: formatMoney(amount), again: !made.changed },
        })
        return made
      })
      const { withdrawals, amount, dust, csv } = file
      return { batch, withdrawals, amount: formatMoney(amount), dust: formatMoney(dust), csv }
    },
    async withdrawalImport(call) {
      const lines = await desk.enterAll(db, call.input.csv, (tx, told) => enter(tx, call, told))
      return { lines }
    },
  }
}
