/**
 * Response flags of the wire protocol and the named errors that use them.
 *
 * Every answer with a non-zero flag contains one of these names in `data.code`. The flag determines how a client reacts
 * (specification, section 8). Programs compare the name; users read the message.
 */
export const FLAG = {
  ok: 0,
  refused: 1000,
  date: 1001,
  sign: 1002,
  missing: 1003,
  session: 1004,
  input: 1005,
  vip: 1006,
  payment: 1007,
} as const

export type Flag = (typeof FLAG)[keyof typeof FLAG]

/** All named errors with their flags. Their messages are in `messages/<language>.json`. */
export const CODES = {
  // protocol: every call can return these
  DATE_ERROR: FLAG.date,
  SIGN_FAILED: FLAG.sign,
  NO_SUCH_DATA: FLAG.missing,
  SESSION_ENDED: FLAG.session,
  INPUT_INVALID: FLAG.input,
  TOO_MANY_CALLS: FLAG.input,
  DEFECT: FLAG.input,
  UNAVAILABLE: FLAG.refused,
  // identity
  PHONE_TAKEN: FLAG.refused,
  CODE_WRONG: FLAG.input,
  CODE_EXPIRED: FLAG.input,
  CODE_TOO_SOON: FLAG.input,
  CODE_LIMIT: FLAG.input,
  INVITATION_UNKNOWN: FLAG.input,
  INVITATION_REQUIRED: FLAG.input,
  PASSWORD_COMMON: FLAG.input,
  LOGIN_FAILED: FLAG.input,
  LOGIN_DELAYED: FLAG.input,
  // money
  INSUFFICIENT_BALANCE: FLAG.refused,
  REQUEST_ID_REUSED: FLAG.refused,
  PENDING: FLAG.refused,
  AMOUNT_TOO_SMALL: FLAG.refused,
  AMOUNT_TOO_LARGE: FLAG.refused,
  METHOD_UNAVAILABLE: FLAG.refused,
  TOO_MANY_OPEN: FLAG.refused,
  PROOF_CLOSED: FLAG.refused,
  PIGGY_LOCKED: FLAG.refused,
  PAYOUT_MISSING: FLAG.refused,
  PAYOUT_RESTS: FLAG.refused,
  PAYOUT_EXCLUDED: FLAG.refused,
  PAYOUT_IN_USE: FLAG.refused,
  TOO_MANY_ACCOUNTS: FLAG.refused,
  WITHDRAWAL_TOO_SMALL: FLAG.refused,
  WITHDRAWABLE_INSUFFICIENT: FLAG.refused,
  OUTSIDE_HOURS: FLAG.refused,
  TOO_MANY_WITHDRAWALS: FLAG.refused,
  WITHDRAWAL_APPROVED: FLAG.refused,
  RETURN_TOO_LARGE: FLAG.refused,
  // uploads
  UPLOAD_TYPE: FLAG.input,
  UPLOAD_TOO_LARGE: FLAG.input,
  UPLOAD_PIXELS: FLAG.input,
  UPLOAD_UNREADABLE: FLAG.input,
  UPLOAD_DAMAGED: FLAG.input,
  UPLOAD_LIMIT: FLAG.refused,
  UPLOAD_QUOTA: FLAG.refused,
  UPLOAD_GONE: FLAG.refused,
  // the identity check
  IDENTITY_REQUIRED: FLAG.refused,
  IDENTITY_FIRST: FLAG.refused,
  IDENTITY_OPEN: FLAG.refused,
  IDENTITY_STEP: FLAG.refused,
  HOLDER_DIFFERS: FLAG.refused,
  // mall
  SOLD_OUT: FLAG.refused,
  NOT_ENOUGH_SHARES: FLAG.refused,
  NOT_SELLING: FLAG.refused,
  OVER_MEMBER_CAP: FLAG.refused,
  SEAT_TAKEN: FLAG.refused,
  TOO_MANY_LEAVES: FLAG.refused,
  NOT_SEALED: FLAG.refused,
  VOUCHER_UNUSABLE: FLAG.refused,
  TEXT_NOT_ALLOWED: FLAG.input,
  PRODUCT_STEP: FLAG.refused,
  TOO_MANY_SAVED: FLAG.refused,
  ALREADY_HAPPENED: FLAG.refused,
  ORDER_STEP: FLAG.refused,
  ADDRESS_FIXED: FLAG.refused,
  AMOUNT_CHANGED: FLAG.refused,
  TOO_MANY_ADDRESSES: FLAG.refused,
  REVIEW_POSTED: FLAG.refused,
  REVIEW_STEP: FLAG.refused,
  TOO_MANY_REPORTS: FLAG.refused,
  // games
  BETTING_CLOSED: FLAG.refused,
  BANKROLL_SHORT: FLAG.refused,
  ROUND_LIMIT: FLAG.refused,
  // finance
  SALE_CLOSED: FLAG.refused,
  UNITS_RANGE: FLAG.refused,
  OVER_UNITS: FLAG.refused,
  UNITS_LEFT: FLAG.refused,
  RESERVE_SHORT: FLAG.refused,
  EXIT_OFF: FLAG.refused,
  EXIT_CLOSED: FLAG.refused,
  RESERVE_BOUND: FLAG.refused,
  TERMS_FIXED: FLAG.refused,
  // growth
  TASK_OPEN: FLAG.refused,
  TASK_CLAIMED: FLAG.refused,
  TASKS_OFF: FLAG.refused,
  EVENT_CLOSED: FLAG.refused,
  FRIENDS_MISSING: FLAG.refused,
  SAME_PERSON: FLAG.refused,
  // protection of members
  EXCLUDED: FLAG.refused,
  FROZEN: FLAG.refused,
  MONEY_HELD: FLAG.refused,
  ACCOUNT_CLOSING: FLAG.refused,
  DEPOSIT_LIMIT: FLAG.refused,
  SPEND_LIMIT: FLAG.refused,
  LOSS_LIMIT: FLAG.refused,
  TIME_LIMIT: FLAG.refused,
  REALITY_CHECK: FLAG.refused,
  TOO_EARLY: FLAG.refused,
  ALREADY_LONGER: FLAG.refused,
  PHONE_EXCLUDED: FLAG.refused,
  // modules
  MODULE_OFF: FLAG.refused,
  COUNTRY_NOT_SERVED: FLAG.refused,
  // the transparency log
  LOG_HALTED: FLAG.refused,
  NOTHING_TO_RECOVER: FLAG.refused,
  WITNESS_SILENT: FLAG.refused,
  STATE_NOT_NAMED: FLAG.refused,
  NOTHING_TO_RELEASE: FLAG.refused,
  NO_PUBLIC_BEACON: FLAG.refused,
  BEACON_DEAD: FLAG.refused,
  ROUND_NOT_LAST: FLAG.refused,
  // texts
  NOTHING_TO_PUBLISH: FLAG.refused,
  NOTICE_TOO_SHORT: FLAG.refused,
  IN_FORCE: FLAG.refused,
  // operators
  NOT_PERMITTED: FLAG.refused,
  SETUP_FIRST: FLAG.refused,
  ALREADY_SET_UP: FLAG.refused,
  NAME_TAKEN: FLAG.input,
  LAST_OWNER: FLAG.refused,
  NEEDS_SECOND_OWNER: FLAG.refused,
  TWO_OWNERS_STAY: FLAG.refused,
  OWN_REQUEST: FLAG.refused,
  NOT_PENDING: FLAG.refused,
  CHANGED_MEANWHILE: FLAG.refused,
  ALREADY_APPROVED: FLAG.refused,
  WITHDRAWAL_HELD: FLAG.refused,
  FREEZE_RUNS: FLAG.refused,
  NOT_FROZEN: FLAG.refused,
  ALREADY_REVIEWED: FLAG.refused,
  UNDER_AGE: FLAG.refused,
  DOCUMENT_ENDED: FLAG.refused,
  WITHDRAWAL_STEP: FLAG.refused,
  REFUND_PENDING: FLAG.refused,
  REFERENCE_USED: FLAG.refused,
  HOUSE_BOUND: FLAG.refused,
  OWN_PAYOUT: FLAG.refused,
  STATEMENT_UNREADABLE: FLAG.input,
  LINE_ENDED: FLAG.refused,
  RECHARGE_STEP: FLAG.refused,
  RECEIVING_CURRENCY: FLAG.refused,
  ONLY_STRICTER: FLAG.refused,
  NOT_READY: FLAG.refused,
  DEVICE_MISSING: FLAG.refused,
  GIFT_LATER: FLAG.refused,
  MARKETING_SHORT: FLAG.refused,
  VIP_REQUIRED: FLAG.vip,
  PAYMENT_REQUIRED: FLAG.payment,
} as const

export type Code = keyof typeof CODES

/** Errors that every call can return. Endpoints declare only additional ones. */
export const PROTOCOL_CODES = [
  'DATE_ERROR',
  'SIGN_FAILED',
  'NO_SUCH_DATA',
  'SESSION_ENDED',
  'INPUT_INVALID',
  'TOO_MANY_CALLS',
  'DEFECT',
  'UNAVAILABLE',
] as const satisfies readonly Code[]

/** Errors that every operator's call can also return: the setup is not finished, or no role has the permission. */
export const OPERATOR_CODES = ['SETUP_FIRST', 'NOT_PERMITTED'] as const satisfies readonly Code[]

/** Errors of calls that move money or open something for members: this server may not write the transparency log. */
export const WRITING_CODES = ['LOG_HALTED'] as const satisfies readonly Code[]

/** `data` of every answer whose flag is not 0. */
export type Failure = {
  code: Code
  /** message in the language of the call */
  message: string
  /** messages per input field, by its path (`amount`, `address.zip`) */
  fields?: Record<string, string>
  /** Unix milliseconds; only with DATE_ERROR, so that the client can correct its clock */
  serverTime?: number
  /** whole seconds after which the client may retry */
  retryAfter?: number
  /** id of the server's log line; only with DEFECT */
  incident?: string
}
