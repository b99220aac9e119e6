/** JSON schemas of the log's entries, one per kind. The bytes of an entry are its canonical JSON. */
import { deployment, issueNumber, seal1, seal2, terms1, terms2 } from './issue.ts'
import {
  amount,
  exactly,
  hex,
  integer,
  type JsonSchema,
  list,
  orNull,
  ref,
  text,
  time,
  U32,
  word,
} from './json-schema.ts'
import { EVENT_ENTRIES } from './events.ts'
import { ROUND_ENTRIES } from './rounds.ts'
import { ENTRY_SCHEMAS_3 } from './version-3.ts'

const t = (kind: string): JsonSchema => ({ const: kind })
const at = time('when the server wrote the entry')
const MAX = Number.MAX_SAFE_INTEGER
const roundName = text('^(lucky-1m|lucky-3m|lucky-5m|king-2m) [0-9]{8}-[0-9]{4}$', '<game> <period>')
const eventName = text('^event [A-Z0-9]{1,12}-[0-9]{4,10}$', 'event <id>')
const lostName: JsonSchema = { oneOf: [issueNumber, roundName, eventName] }

/** The components of the OpenAPI document that describe entries, by name. */
export const ENTRY_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  LogBegin: exactly({ t: t('log-begin'), deployment, mode: word('sandbox', 'real'), at }),
  LogContinues: exactly({
    t: t('log-continues'),
    deployment,
    size: integer(0, MAX, 'last known size of the lost log'),
    root: hex(32, 'its root at that size'),
    lost: list(
      lostName,
      0,
      1_000_000,
      'sorted numbers of the issues, and names of the rounds and the events, that are refunded',
    ),
    at,
  }),
  IssueOpen1: terms1({ t: t('issue-open') }),
  IssueOpen: terms2({ t: t('issue-open') }),
  IssueSeal1: seal1({ t: t('issue-seal'), issue: issueNumber, at }),
  IssueSeal: seal2({ t: t('issue-seal'), issue: issueNumber, at }),
  IssueDraw: exactly({
    t: t('issue-draw'),
    issue: issueNumber,
    round: orNull(integer(1, MAX)),
    beacon: orNull(hex(32, 'B')),
    entropy: orNull(hex(32, 'E')),
    code: integer(1, U32),
    at,
  }),
  IssueRefund: exactly({
    t: t('issue-refund'),
    issue: issueNumber,
    orders: integer(0, U32, 'number of refunded orders'),
    amount: amount('their sum'),
    at,
  }),
  ...ROUND_ENTRIES,
  ...EVENT_ENTRIES,
  Verifier: exactly({
    t: t('verifier'),
    version: text('^[\\x21-\\x7e]{1,64}$'),
    sha256: hex(32, 'of the served verifier'),
    at,
  }),
  Funding: exactly({
    t: t('funding'),
    account: text('^[\\x21-\\x7e]{1,64}$'),
    amount: amount('what the house put in'),
    reference: text('^[\\s\\S]{1,1000}$'),
    at,
  }),
  Withdrawals: exactly({
    t: t('withdrawals'),
    day: text('^\\d{4}-\\d{2}-\\d{2}$'),
    count: integer(0, U32, 'withdrawals that were paid on this business day'),
    amount: amount('what they took out of the wallets'),
    oldestHours: integer(0, U32, 'hours that the oldest open one had waited when the day ended'),
    rejected: {
      type: 'object',
      propertyNames: { pattern: '^[a-z_]{1,40}$' },
      additionalProperties: integer(1, U32),
      maxProperties: 50,
    },
    at,
  }),
  Solvency: exactly({
    t: t('solvency'),
    root: hex(32, 'of the Merkle-sum tree over the members'),
    total: amount('what members own, at most 2^64 − 1'),
    assets: amount('what the house has at banks and payment companies, as its books say'),
    at,
  }),
  Reserve: exactly({
    t: t('reserve'),
    product: text('^[A-Z0-9]{1,12}$', 'code of a finance product'),
    reserve: amount('what the house has set aside for its interest'),
    custody: amount('principal of its open orders'),
    liability: amount('interest of its open orders that is not paid yet'),
    at,
  }),
  ...ENTRY_SCHEMAS_3,
}

/** Any entry of the log. */
export const LOG_ENTRY: JsonSchema = { oneOf: Object.keys(ENTRY_SCHEMAS).map(ref) }
