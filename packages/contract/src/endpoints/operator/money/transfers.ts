/** What operators do with recharges by transfer: receiving accounts, proofs of members, statements of the bank, and matches. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { RECHARGE_REASONS, RECHARGE_STATES } from '../../../life/recharge-life.ts'
import { PAYER_FIELDS, TRANSFER_KINDS, TRANSFER_LINES } from '../../../kinds/recharge-ways.ts'
import { amount, count, enteredAmount, id, page, paged, requestId, time } from '../../../schemas.ts'
import { DATE_ORDERS, DECIMAL_MARKS, LINE_REASONS } from '../../../life/statement-life.ts'
import { change } from '../approvals.ts'
import { operatorRef, reason } from '../fields.ts'
import { rechargeLine, rechargeNumber as number } from './recharges.ts'

const code = z.string().check(z.regex(/^[a-z0-9-]{1,30}$/, 'NOT_AN_ID'))
/** `YYYY-MM-DD` */
const day = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'INVALID'))
const kind = z.enum(TRANSFER_KINDS)
const label = z.enum(TRANSFER_LINES)
const text = (length: number) => z.optional(z.string().check(z.maxLength(length, 'TOO_LONG')))

export const receivingList = endpoint({
  path: '/operator/receivinglist',
  summary: 'List the accounts that members pay to',
  auth: 'operator',
  permission: 'recharge.read',
  input: z.strictObject({
    /** also those that are no longer offered */
    all: z.optional(z.boolean()),
  }),
  output: z.object({
    items: z.array(
      z.object({
        id,
        /** names it in commands; members' apps know it as the id of the method */
        code: z.string(),
        kind,
        label: z.string(),
        lines: z.array(z.object({ label, value: z.string() })),
        currency: z.string(),
        createdAt: time,
        /** null: it is offered */
        disabledAt: z.nullable(time),
        /** recharges under way that show it */
        open: count,
      }),
    ),
  }),
  errors: [],
})

export const receivingAdd = endpoint({
  path: '/operator/receivingadd',
  summary:
    'Request an account that members pay to; it replaces the one with the same code. Open recharges keep the account that they show',
  auth: 'operator',
  permission: 'receiving.change',
  input: z.strictObject({
    code,
    kind,
    /** name that members read, such as the bank */
    label: z
      .string()
      .check(z.minLength(1, 'REQUIRED'), z.maxLength(60, 'TOO_LONG'), z.regex(/\S/, 'REQUIRED')),
    /** those of the kind; only `bankCode` can be missing */
    lines: z.strictObject({
      holder: text(80),
      bank: text(80),
      bankCode: text(20),
      number: text(40),
      upi: text(100),
      wallet: text(80),
      pix: text(100),
    }),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'RECEIVING_CURRENCY'],
})

export const receivingDisable = endpoint({
  path: '/operator/receivingdisable',
  summary: 'Request to offer an account no longer; recharges that show it are still matched',
  auth: 'operator',
  permission: 'receiving.change',
  input: z.strictObject({ code, reason, requestId }),
  output: change,
  errors: ['REQUEST_ID_REUSED'],
})

const statementLine = z.object({
  id,
  /** code of the account */
  account: z.string(),
  bookedOn: z.string(),
  amount,
  currency: z.string(),
  text: z.string(),
  /** the bank's id of the transaction */
  transaction: z.nullable(z.string()),
  /** why it waits for an operator; null: it is being searched, or has ended */
  reason: z.nullable(z.enum(LINE_REASONS)),
  outcome: z.nullable(z.enum(['matched', 'dismissed'])),
  /** number of the recharge that it credited */
  recharge: z.nullable(z.string()),
  at: time,
})

const shownRecharge = z.extend(rechargeLine, {
  /** masked; null when the account of the member is closed */
  phone: z.nullable(z.string()),
  payer: z.array(z.object({ field: z.enum(PAYER_FIELDS), masked: z.string() })),
  /** everything that the member sent */
  proofs: z.array(
    z.object({ number: z.int(), reference: z.nullable(z.string()), slip: z.boolean(), at: time }),
  ),
  /** the lines of statements that credited it */
  lines: z.array(statementLine),
  timeline: z.array(
    z.object({
      state: z.enum(RECHARGE_STATES),
      reason: z.nullable(z.enum(RECHARGE_REASONS)),
      at: time,
    }),
  ),
})

export const rechargeShow = endpoint({
  path: '/operator/rechargeshow',
  summary: 'Show a recharge by transfer by its number; phone and payer are masked',
  auth: 'operator',
  permission: 'recharge.read',
  input: z.strictObject({ number }),
  output: shownRecharge,
  errors: [],
})

export const rechargeReveal = endpoint({
  path: '/operator/rechargereveal',
  summary:
    'Show what a member said about the payer in the clear; the audit log names the operator and the reason',
  auth: 'operator',
  permission: 'recharge.reveal',
  secret: true,
  input: z.strictObject({ number, reason }),
  output: z.object({
    number,
    fields: z.array(z.object({ field: z.enum(PAYER_FIELDS), value: z.string() })),
  }),
  errors: [],
})

export const rechargeSlip = endpoint({
  path: '/operator/rechargeslip',
  summary: 'Show the picture of a slip that a member sent; the audit log names the operator and the reason',
  auth: 'operator',
  permission: 'recharge.reveal',
  secret: true,
  input: z.strictObject({
    number,
    /** number of the proof; default: the newest with a picture */
    proof: z.optional(z.int().check(z.minimum(1), z.maximum(20))),
    reason,
  }),
  output: z.object({
    number,
    proof: z.int(),
    type: z.literal('image/webp'),
    /** base64 */
    content: z.string(),
  }),
  errors: [],
})

export const rechargeFail = endpoint({
  path: '/operator/rechargefail',
  summary:
    'Say that a transfer was not found; only after its time to pay. If it arrives later it is still credited',
  auth: 'operator',
  permission: 'recharge.decide',
  input: z.strictObject({ number, reason }),
  output: shownRecharge,
  errors: ['RECHARGE_STEP'],
})

const statement = z.object({
  id,
  /** code of the account */
  account: z.string(),
  source: z.enum(['file', 'entry']),
  name: z.string(),
  /** null: the demo world */
  by: z.nullable(operatorRef),
  /** lines of money that arrived */
  lines: count,
  /** of these, lines that no earlier statement had */
  newLines: count,
  /** lines of money that left */
  debits: count,
  /** rows without date or amount, and repeated ones */
  skipped: count,
  /** lines that credited a recharge */
  matched: count,
  /** lines that wait for an operator */
  waiting: count,
  /** of these, the clear ones that wait until a second operator confirms the statement, and what they credit */
  toConfirm: z.object({ lines: count, amount }),
  /** the second operator; null: no operator has confirmed it */
  confirmedBy: z.nullable(operatorRef),
  at: time,
})

export const statementImport = endpoint({
  path: '/operator/statementimport',
  summary: 'Import the CSV file of a statement; the same file or the same line again has no effect',
  auth: 'operator',
  permission: 'statement.enter',
  money: true,
  input: z.strictObject({
    /** code of the account */
    account: code,
    /** name of the file */
    name: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(120, 'TOO_LONG')),
    /** base64 of the gzipped file */
    content: z
      .string()
      .check(
        z.minLength(1, 'REQUIRED'),
        z.maxLength(60_000, 'TOO_LONG'),
        z.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'INVALID'),
      ),
    /** decimal mark, where the file does not show it */
    decimal: z.optional(z.enum(DECIMAL_MARKS)),
    /** order of day and month, where the file does not show it */
    dates: z.optional(z.enum(DATE_ORDERS)),
    /**
     * the file repeats lines of earlier files: an equal line without the bank's id is the same payment. Without it, a line waits as
     * `repeat` unless the file shows so itself
     */
    overlaps: z.optional(z.boolean()),
    requestId,
  }),
  output: z.extend(statement, {
    /** whether the file was imported before */
    repeated: z.boolean(),
  }),
  errors: ['STATEMENT_UNREADABLE'],
})

export const statementConfirm = endpoint({
  path: '/operator/statementconfirm',
  summary:
    "Confirm, as another operator than the one who imported it, that the bank's own statement has the lines that wait; they credit then",
  auth: 'operator',
  permission: 'statement.enter',
  money: true,
  input: z.strictObject({
    /** id of the statement */
    statement: id,
    requestId,
  }),
  output: statement,
  errors: ['OWN_REQUEST', 'NOT_PENDING'],
})

export const statementList = endpoint({
  path: '/operator/statementlist',
  summary: 'List the imported statements, newest first',
  auth: 'operator',
  permission: 'recharge.read',
  input: z.strictObject(page),
  output: paged(statement),
  errors: [],
})

export const statementLines = endpoint({
  path: '/operator/statementlines',
  summary: 'List the lines of statements that wait for an operator, oldest first',
  auth: 'operator',
  permission: 'recharge.read',
  input: z.strictObject({ ...page, account: z.optional(code) }),
  output: paged(statementLine),
  errors: [],
})

export const statementAdd = endpoint({
  path: '/operator/statementadd',
  summary: 'Request a line of a statement that is entered by hand; another operator must approve it',
  auth: 'operator',
  permission: 'statement.enter',
  money: true,
  input: z.strictObject({
    account: code,
    bookedOn: day,
    amount: enteredAmount,
    text: z
      .string()
      .check(z.minLength(1, 'REQUIRED'), z.maxLength(500, 'TOO_LONG'), z.regex(/\S/, 'REQUIRED')),
    /** the bank's id of the transaction */
    transaction: z
      .string()
      .check(z.minLength(1, 'REQUIRED'), z.maxLength(140, 'TOO_LONG'), z.regex(/\S/, 'REQUIRED')),
    reason,
    requestId,
  }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'REFERENCE_USED'],
})

export const statementMatch = endpoint({
  path: '/operator/statementmatch',
  summary:
    'Credit a recharge with a line of a statement; from an amount in the settings on another operator must approve it',
  auth: 'operator',
  permission: 'statement.enter',
  money: true,
  input: z.strictObject({ line: id, number, reason, requestId }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'LINE_ENDED', 'RECEIVING_CURRENCY'],
})

export const statementDismiss = endpoint({
  path: '/operator/statementdismiss',
  summary:
    'End a line of a statement that is no recharge; from an amount in the settings on another operator must approve it',
  auth: 'operator',
  permission: 'statement.enter',
  input: z.strictObject({ line: id, reason, requestId }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'LINE_ENDED'],
})
