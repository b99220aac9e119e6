/** The calls with which operators work on recharges by transfer: accounts, proofs, statements and matches. */
import * as z from 'zod/mini'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { PAYER_FIELDS, TRANSFER_LINES } from '@fairlot/contract/kinds/recharge-ways'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Guard } from '../../guard/index.ts'
import { daySpan } from '../../../platform/time/day-span.ts'
import { maskedPhone } from '../../identity/index.ts'
import {
  maskPayer,
  type LineRow,
  type ListedRecharge,
  type StatementRow,
  type TransferDesk,
} from '../../wallet/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import type { FundingWriter } from '../house/house-funding.ts'
import { operatorNames } from '../withdrawals/operator-names.queries.ts'
import {
  aboutLine,
  receivingAdd,
  receivingDisable,
  statementAdd,
  statementDismiss,
  statementMatch,
} from './transfer-changes.ts'

export type TransferRoutesDeps = {
  db: Db
  audit: Audit
  approvals: Pick<Approvals, 'register' | 'request' | 'submit'>
  writer: FundingWriter
  transfers: TransferDesk
  guard: Pick<Guard, 'net'>
  /** of the business calendar */
  utcOffsetMinutes: number
  /** undefined when the account of the member is closed */
  phoneOf: (at: Executor, memberId: string) => Promise<string | undefined>
}

type Receiving = 'receivingList' | 'receivingAdd' | 'receivingDisable'
type Recharges = 'rechargeList' | 'rechargeShow' | 'rechargeReveal' | 'rechargeSlip' | 'rechargeFail'
type Statements =
  | 'statementImport'
  | 'statementConfirm'
  | 'statementList'
  | 'statementLines'
  | 'statementAdd'
  | 'statementMatch'
  | 'statementDismiss'

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])
const ID_CURSOR = z.tuple([z.uuid()])

const subjectOf = (number: string) => `recharge:${number}`
const time = (ms: bigint) => Number(ms)

/** The endpoints of recharges by transfer. Registers the changes of accounts and lines. */
export function transferRoutes(
  deps: TransferRoutesDeps,
): Handlers<Endpoints, Receiving | Recharges | Statements> {
  return { ...receivingRoutes(deps), ...rechargeRoutes(deps), ...statementRoutes(deps) }
}

function receivingRoutes({ db, approvals, transfers }: TransferRoutesDeps): Handlers<Endpoints, Receiving> {
  const add = receivingAdd(transfers)
  const disable = receivingDisable(transfers)
  approvals.register(add)
  approvals.register(disable)
  return {
    async receivingList({ input: { all = false } }) {
      const rows = await transfers.accounts(db, all)
      return {
        items: rows.map((row) => ({
          id: row.account_id,
          code: row.code,
          kind: row.kind,
          label: row.label,
          lines: TRANSFER_LINES.flatMap((label) => {
            const value = row.lines[label]
            return value === undefined ? [] : [{ label, value }]
          }),
          currency: row.currency,
          createdAt: time(row.created_ms),
          disabledAt: row.disabled_ms === null ? null : time(row.disabled_ms),
          open: row.open,
        })),
      }
    },
    receivingAdd(call) {
      const { reason, requestId, ...given } = call.input
      const lines = transfers.readAccount(given)
      const params = { ...given, label: given.label.replace(/\s+/g, ' ').trim(), lines }
      return approvals.request(call, add, { params, reason, requestId })
    },
    receivingDisable(call) {
      const { code, reason, requestId } = call.input
      return approvals.request(call, disable, { params: { code }, reason, requestId })
    },
  }
}

type Listed = Output<Endpoints['rechargeList']>['items'][number]

function listedView(row: ListedRecharge): Listed {
  return {
    number: row.number,
    member: row.member_id,
    amount: formatMoney(row.amount),
    credited: row.credited === null ? null : formatMoney(row.credited),
    kind: row.kind,
    account: row.account_code,
    reference: row.reference,
    status: row.state,
    reason: row.reason,
    createdAt: time(row.created_ms),
    expiresAt: time(row.expires_ms),
    finishedAt: row.finished_ms === null ? null : time(row.finished_ms),
    proof:
      row.proof_ms === null
        ? null
        : { reference: row.proof_reference, slip: row.proof_slip !== null, at: time(row.proof_ms) },
    ageHours: row.age_hours,
    age: row.age,
  }
}

function lineView(row: LineRow) {
  return {
    id: row.line_id,
    account: row.account_code,
    bookedOn: row.booked_on,
    amount: formatMoney(row.amount),
    currency: row.currency,
    text: row.text,
    transaction: row.transaction_id,
    reason: row.reason,
    outcome: row.outcome,
    recharge: row.recharge,
    at: time(row.at_ms),
  }
}

function rechargeRoutes(deps: TransferRoutesDeps): Handlers<Endpoints, Recharges> {
  const { db, audit, transfers } = deps

  async function shown(executor: Executor, number: string): Promise<Output<Endpoints['rechargeShow']>> {
    const { row, payer, proofs, lines, timeline } = await transfers.show(executor, number)
    const phone = await deps.phoneOf(executor, row.member_id)
    return {
      ...listedView(row),
      phone: phone === undefined ? null : maskedPhone(phone),
      payer: maskPayer(payer),
      proofs: proofs.map(({ seq, reference, slip_id: slip, at_ms: at }) => ({
        number: seq,
        reference,
        slip: slip !== null,
        at: time(at),
      })),
      lines: lines.map(lineView),
      timeline,
    }
  }

  return {
    async rechargeList({ input: { cursor, limit, standing = null, member = null, from, to } }) {
      const last = decodeCursor(cursor, CURSOR)
      const place = last ? { micros: last[0], id: last[1] } : null
      const isFiltered = [standing, member, from ?? null, to ?? null].some((filter) => filter !== null)
      const filter = { standing, member, span: daySpan({ from, to }, deps.utcOffsetMinutes) }
      const rows = isFiltered
        ? await transfers.listed(db, { ...filter, before: place, limit: limit + 1 })
        : await transfers.waiting(db, { after: place, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, (row) => [
        Number(isFiltered ? row.created_micros : row.proof_micros),
        row.recharge_id,
      ])
      return { items: items.map(listedView), next }
    },
    async rechargeShow(call) {
      const { number } = call.input
      const view = await shown(db, number)
      await db.tx((tx) =>
        audit.write(tx, actorOf(call), { action: 'recharge.read', subject: subjectOf(number) }),
      )
      return view
    },
    async rechargeReveal(call) {
      const { number, reason } = call.input
      // the audit row is stored before the operator reads anything
      const payer = await db.tx(async (tx) => {
        const found = await transfers.show(tx, number)
        const action = 'recharge.reveal'
        await audit.write(tx, actorOf(call), { action, subject: subjectOf(number), reason })
        return found.payer
      })
      const fields = PAYER_FIELDS.flatMap((field) => {
        const value = payer[field]
        return value === undefined ? [] : [{ field, value }]
      })
      return { number, fields }
    },
    async rechargeSlip(call) {
      const { number, proof, reason } = call.input
      const slip = await db.tx(async (tx) => {
        const found = await transfers.slip(tx, number, proof)
        const after = { proof: found.proof }
        await audit.write(tx, actorOf(call), {
          action: 'recharge.slip',
          subject: subjectOf(number),
          reason,
          after,
        })
        return found
      })
      const content = Buffer.from(slip.bytes).toString('base64')
      return { number, proof: slip.proof, type: 'image/webp' as const, content }
    },
    async rechargeFail(call) {
      const { number, reason } = call.input
      await db.tx(async (tx) => {
        const { changed, row } = await transfers.fail(tx, number)
        if (!changed) return
        const after = { amount: formatMoney(row.amount) }
        await audit.write(tx, actorOf(call), {
          action: 'recharge.fail',
          subject: subjectOf(number),
          reason,
          after,
        })
      })
      return shown(db, number)
    },
  }
}

function statementRoutes(deps: TransferRoutesDeps): Handlers<Endpoints, Statements> {
  const { db, audit, approvals, transfers, writer, guard } = deps
  const add = statementAdd(transfers, writer)
  const match = statementMatch(transfers, writer, guard)
  const dismiss = statementDismiss(transfers)
  approvals.register(add)
  approvals.register(match)
  approvals.register(dismiss)
  const isSmall = (amount: bigint) => amount < transfers.twoOperatorsFrom()

  async function statementViews(rows: readonly StatementRow[]) {
    const people = rows.flatMap(({ operator_id: first, confirmed_by: second }) => [first, second])
    const names = await operatorNames(
      db,
      people.filter((id) => id !== null),
    )
    const refOf = (id: string | null) => {
      const name = id === null ? undefined : names.get(id)
      return id === null || name === undefined ? null : { id, name }
    }
    return rows.map((row) => {
      return {
        id: row.statement_id,
        account: row.account_code,
        source: row.source,
        name: row.name,
        by: refOf(row.operator_id),
        lines: row.lines,
        newLines: row.new_lines,
        debits: row.debits,
        skipped: row.skipped,
        matched: row.matched,
        waiting: row.waiting,
        toConfirm: { lines: row.to_confirm, amount: formatMoney(row.to_confirm_amount) },
        confirmedBy: refOf(row.confirmed_by),
        at: time(row.at_ms),
      }
    })
  }

  return {
    async statementImport(call) {
      const { account: code, name, content, decimal, dates, overlaps } = call.input
      const { statement, changed } = await db.tx(async (tx) => {
        const account = await transfers.account(tx, code)
        const file = {
          account,
          name,
          content,
          decimal,
          dates,
          overlaps,
          operatorId: call.operator.operatorId,
        }
        const done = await transfers.import(tx, file)
        if (done.changed) {
          const { lines, new_lines: newLines } = done.statement
          await audit.write(tx, actorOf(call), {
            action: 'statement.import',
            subject: `statement:${done.statement.statement_id}`,
            after: { account: code, name, lines, newLines, ...(overlaps === true && { overlaps }) },
          })
        }
        return done
      })
      await transfers.matchNew()
      const [view] = await statementViews([await transfers.statement(db, statement.statement_id)])
      return { ...view!, repeated: !changed }
    },
    async statementConfirm(call) {
      const { statement: statementId } = call.input
      await db.tx(async (tx) => {
        const { operatorId } = call.operator
        const { statement, changed } = await transfers.confirm(tx, { statementId, operatorId })
        if (!changed) return
        const after = { lines: statement.to_confirm, amount: formatMoney(statement.to_confirm_amount) }
        const subject = `statement:${statementId}`
        await audit.write(tx, actorOf(call), { action: 'statement.confirm', subject, after })
      })
      await transfers.matchNew()
      const [view] = await statementViews([await transfers.statement(db, statementId)])
      return view!
    },
    async statementList({ input: { cursor, limit } }) {
      const [before = null] = decodeCursor(cursor, ID_CURSOR) ?? []
      const rows = await transfers.statements(db, before, limit + 1)
      const { items, next } = pageOf(rows, limit, (row) => [row.statement_id])
      return { items: await statementViews(items), next }
    },
    async statementLines({ input: { account: code, cursor, limit } }) {
      const last = decodeCursor(cursor, CURSOR)
      const after = last ? { micros: last[0], id: last[1] } : null
      const accountId = code === undefined ? null : (await transfers.account(db, code)).origin
      const rows = await transfers.lines(db, { accountId, after, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, (row) => [Number(row.at_micros), row.line_id])
      return { items: items.map(lineView), next }
    },
    statementAdd(call) {
      const { reason, requestId, ...given } = call.input
      const oneLine = (text: string) =>
        text
          .normalize('NFC')
          .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
          .trim()
      const amount = formatMoney(parseMoney(given.amount))
      const text = oneLine(given.text)
      const params = { ...given, amount, text, transaction: oneLine(given.transaction) }
      return approvals.request(call, add, { params, reason, requestId })
    },
    async statementMatch(call) {
      const { line: lineId, number, reason, requestId } = call.input
      const line = await transfers.line(db, lineId)
      const params = { number, ...aboutLine(line) }
      const { operatorId } = call.operator
      // counted here: then the change is made in the same transaction
      const isAlone = (tx: Tx) => transfers.takeAlone(tx, operatorId, line.amount)
      return approvals.submit(call, match, { params, reason, requestId }, isAlone)
    },
    async statementDismiss(call) {
      const { line: lineId, reason, requestId } = call.input
      const line = await transfers.line(db, lineId)
      const params = aboutLine(line)
      return approvals.submit(call, dismiss, { params, reason, requestId }, () => isSmall(line.amount))
    },
  }
}
