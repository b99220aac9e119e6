/**
 * The expected answer of every endpoint to every kind of caller. The table is written by hand: nothing in it is computed from
 * the contract's permissions, so that an error there fails the test. The test tries every cell over HTTP.
 *
 * A row has three groups of columns.
 * - Members: no session, an expired session, the owner of the requested data, another member, a self-excluded member, a
 *   member whose account is closing.
 * - Operators: an operator who has not replaced the one-time password yet, and an operator whose session was idle too long.
 * - Roles: owner, finance, fulfilment, content, support, auditor.
 *
 * Letters: `+` the call succeeds; `4` no active session (1004); `3` no such data (1003), which is also the answer for the
 * data of another member; `-` the role has no permission; `1` the operator must set up the account first; `x` refused during
 * a self-exclusion; `c` refused because the account is closing; `r` the caller may call, but the input is refused with the
 * error beside the row.
 */
import type { EndpointName } from '@fairlot/contract/endpoints'
import type { Code } from '@fairlot/contract/flags'
import { ROLES } from '@fairlot/contract/operator/operator-roles'

export const MEMBERS = ['anonymous', 'expired', 'own', 'other', 'excluded', 'closing'] as const
export const OPERATORS = ['newcomer', 'idle'] as const
export const COLUMNS = [...MEMBERS, ...OPERATORS, ...ROLES] as const
export type Column = (typeof COLUMNS)[number]

export const LETTERS = {
  '4': 'SESSION_ENDED',
  '3': 'NO_SUCH_DATA',
  '-': 'NOT_PERMITTED',
  '1': 'SETUP_FIRST',
  x: 'EXCLUDED',
  c: 'ACCOUNT_CLOSING',
} as const satisfies Record<string, Code>

export type Row = string | readonly [row: string, refusal: Code]
type Rows = Partial<Record<EndpointName, Row>>

const identity = {
  register: '++++++ ++ ++++++',
  inviter: '++++++ ++ ++++++',
  phoneCode: '++++++ ++ ++++++',
  sendVerify: '44++++ 44 444444',
  login: '++++++ ++ ++++++',
  loginByCode: '++++++ ++ ++++++',
  resetPassword: '++++++ ++ ++++++',
  logout: '44++++ 44 444444',
  sessions: '44++++ 44 444444',
  sessionEnd: '44+3++ 44 444444',
  addressList: '44++++ 44 444444',
  addressSave: '44++++ 44 444444',
  addressDelete: '44+3++ 44 444444',
} as const satisfies Rows

const home = {
  system: '++++++ ++ ++++++',
  home: '++++++ ++ ++++++',
  kinds: '++++++ ++ ++++++',
  rechargeAmounts: '++++++ ++ ++++++',
  rule: '++++++ ++ ++++++',
  agree: '44++++ 44 444444',
  announcements: '44++++ 44 444444',
  streamTicket: '++++++ ++ ++++++',
  account: '44++++ 44 444444',
  closeState: '44++++ 44 444444',
  closeAccount: '44++++ 44 444444',
  closeKeep: '44++++ 44 444444',
} as const satisfies Rows

const wallet = {
  rechargeMethods: '44++++ 44 444444',
  openRecharge: '44++xc 44 444444',
  rechargeStatus: '44+3++ 44 444444',
  rechargeProof: ['44r3rr 44 444444', 'PROOF_CLOSED'],
  rechargeLog: '44++++ 44 444444',
  walletStatement: '44++++ 44 444444',
  statementMonths: '44++++ 44 444444',
  statementFile: '44++++ 44 444444',
  memberFile: ['44rrrr 44 444444', 'CODE_EXPIRED'],
  payoutList: '44++++ 44 444444',
  payoutSave: ['44rrrr 44 444444', 'CODE_EXPIRED'],
  payoutFirst: '44+3++ 44 444444',
  payoutDelete: ['44r3rr 44 444444', 'CODE_EXPIRED'],
  identityState: '44++++ 44 444444',
  identitySubmit: ['44rrrr 44 444444', 'UPLOAD_GONE'],
  identityAgain: ['44rrrr 44 444444', 'IDENTITY_STEP'],
  piggyState: '44++++ 44 444444',
  piggyTransfer: '44+++c 44 444444',
  walletOutcome: '44++++ 44 444444',
  withdrawInfo: '44++++ 44 444444',
  sendWithdrawCode: '44++++ 44 444444',
  withdraw: ['44rrrr 44 444444', 'CODE_EXPIRED'],
  withdrawReturn: '44+3++ 44 444444',
  withdrawStatus: '44+3++ 44 444444',
  withdrawLog: '44++++ 44 444444',
  rechargeReturns: '44+3++ 44 444444',
  rechargeReturn: ['44r3rr 44 444444', 'CODE_EXPIRED'],
} as const satisfies Rows

const mall = {
  goodsList: '++++++ ++ ++++++',
  goodsFilters: '++++++ ++ ++++++',
  goodsSuggest: '++++++ ++ ++++++',
  favourite: '44++++ 44 444444',
  remind: '44++++ 44 444444',
  notices: '44++++ 44 444444',
  noticesRead: '44++++ 44 444444',
  goodsDetail: '++++++ ++ ++++++',
  goodsHistory: '++++++ ++ ++++++',
  goodsWinners: '++++++ ++ ++++++',
  winners: '++++++ ++ ++++++',
  goodsTalk: '++++++ ++ ++++++',
  winnerPosts: '++++++ ++ ++++++',
  reviewPost: ['44r3rr 44 444444', 'ORDER_STEP'],
  reviewMine: '44++++ 44 444444',
  reviewDelete: '44+3++ 44 444444',
  reviewReport: '44++++ 44 444444',
  calculation: '++++++ ++ ++++++',
  proof: '++++++ ++ ++++++',
  confirmOrder: '44++++ 44 444444',
  buy: '44++xc 44 444444',
  vouchers: '44++++ 44 444444',
  leaveSeat: '44+3++ 44 444444',
  orderList: '44++++ 44 444444',
  orderIssues: '44++++ 44 444444',
  orderDetail: '44+3++ 44 444444',
  // delivery.roles.test.ts tries every step in every state
  orderAddress: ['44r3rr 44 444444', 'ORDER_STEP'],
  orderRecycle: ['44r3rr 44 444444', 'ORDER_STEP'],
  orderReceive: ['44r3rr 44 444444', 'ORDER_STEP'],
  orderDispute: ['44r3rr 44 444444', 'ORDER_STEP'],
} as const satisfies Rows

const tasks = {
  taskList: '44++++ 44 444444',
  taskClaim: ['44rrxc 44 444444', 'TASK_OPEN'],
  taskCheckIn: '44++xc 44 444444',
  taskMember: '44++++ 44 444444',
} as const satisfies Rows

const games = {
  gameList: '++++++ ++ ++++++',
  gameRound: '++++++ ++ ++++++',
  gameBet: '44++xc 44 444444',
  gameOrders: '44++++ 44 444444',
  gameHistory: '++++++ ++ ++++++',
  gameTrend: '++++++ ++ ++++++',
  gameProof: '++++++ ++ ++++++',
  gameWeb: '44++xc 44 444444',
} as const satisfies Rows

const growth = {
  userShare: '44++++ 44 444444',
  userInviteList: '44++++ 44 444444',
  teamDetail: '44++++ 44 444444',
  teamSummary: '44++++ 44 444444',
  teamBonus: '44++++ 44 444444',
  userRebateList: '44++++ 44 444444',
  userInviteTop: '44++++ 44 444444',
} as const satisfies Rows

const finance = {
  financeList: '++++++ ++ ++++++',
  financeDetail: '++++++ ++ ++++++',
  financeBuy: '44++xc 44 444444',
  financeOrders: '44++++ 44 444444',
  financeOrder: '44+3++ 44 444444',
  financeExit: '44+3++ 44 444444',
} as const satisfies Rows

const team = {
  prizeDetail: '++++++ ++ ++++++',
  prizeJoin: ['44rrxc 44 444444', 'FRIENDS_MISSING'],
  prizeProof: ['rrrrrr rr rrrrrr', 'NOT_SEALED'],
} as const satisfies Rows

const fair = {
  fairAbout: '++++++ ++ ++++++',
  fairLog: '++++++ ++ ++++++',
  fairCheckpoint: '++++++ ++ ++++++',
  fairConsistency: '++++++ ++ ++++++',
  fairReceipt: '44+3++ 44 444444',
  fairSolvency: '++++++ ++ ++++++',
  fairInclusion: '44++++ 44 444444',
} as const satisfies Rows

const guard = {
  limits: '44++++ 44 444444',
  limitSave: '44++++ 44 444444',
  limitConfirm: ['44rrrr 44 444444', 'TOO_EARLY'],
  limitCancel: '44++++ 44 444444',
  selfExclude: '44++++ 44 444444',
  netPosition: '44++++ 44 444444',
  netMonths: '44++++ 44 444444',
  realityCheck: '44++++ 44 444444',
} as const satisfies Rows

const operators = {
  operatorLogin: ['rrrrrr rr rrrrrr', 'LOGIN_FAILED'],
  operatorLogout: '444444 +4 ++++++',
  operatorMe: '444444 +4 ++++++',
  operatorSetupBegin: ['444444 +4 rrrrrr', 'ALREADY_SET_UP'],
  operatorSetup: ['444444 +4 rrrrrr', 'ALREADY_SET_UP'],
  operatorPasswordChange: ['444444 14 rrrrrr', 'LOGIN_FAILED'],
  operatorSessions: '444444 14 ++++++',
  operatorSessionEnd: '444444 14 ++++++',
  staffList: '444444 14 +----+',
  staffCreate: '444444 14 +-----',
  staffRoles: '444444 14 +-----',
  staffReset: '444444 14 +-----',
  staffDisable: '444444 14 +-----',
  staffEnable: '444444 14 +-----',
  approvalList: '444444 14 ++++++',
  // of another operator; approvals.test.ts shows an operator's own request to every role
  approvalShow: '444444 14 ++---+',
  approvalApprove: '444444 14 ++----',
  approvalReject: '444444 14 ++----',
  approvalWithdraw: '444444 14 ++3333',
  auditList: '444444 14 +----+',
  settingList: '444444 14 ++++++',
  settingShow: '444444 14 ++++++',
  settingSave: '444444 14 +-----',
  moduleList: '444444 14 ++++++',
  houseList: '444444 14 ++---+',
  loyaltyState: '444444 14 ++---+',
  referralState: '444444 14 ++--++',
  memberTeam: '444444 14 ++--++',
  houseFund: '444444 14 ++----',
  houseFundings: '444444 14 ++---+',
  housePayout: ['444444 14 r-----', 'HOUSE_BOUND'],
  houseBook: ['444444 14 rr----', 'HOUSE_BOUND'],
  houseMoves: '444444 14 ++---+',
  houseChargeback: ['444444 14 rr----', 'NO_SUCH_DATA'],
  memberCredit: ['444444 14 rr----', 'HOUSE_BOUND'],
  memberReverse: ['444444 14 rr----', 'NO_SUCH_DATA'],
  memberCorrections: '444444 14 ++---+',
  figures: '444444 14 ++---+',
  relationFlags: '444444 14 ++--++',
  relationDecide: '444444 14 ++----',
  voucherGrant: '444444 14 ++----',
  voucherList: '444444 14 ++--++',
  reconcileList: '444444 14 ++---+',
  reconcileShow: '444444 14 ++---+',
  trc20List: '444444 14 ++---+',
  trc20Held: '444444 14 ++--++',
  trc20Credit: ['444444 14 rr----', 'NO_SUCH_DATA'],
  trc20Dismiss: ['444444 14 rr----', 'NO_SUCH_DATA'],
  memberFind: '444444 14 ++--++',
  memberList: '444444 14 ++--++',
  memberShow: '444444 14 ++--++',
  memberOrders: '444444 14 ++--++',
  memberMoney: '444444 14 ++--++',
  memberLogins: '444444 14 ++--++',
  memberMessages: '444444 14 ++--++',
  orderShow: '444444 14 ++--++',
  issueOrders: '444444 14 ++--++',
  memberFreeze: '444444 14 +---+-',
  memberUnfreeze: '444444 14 +---+-',
  memberSignOut: '444444 14 +---+-',
  memberUnlock: '444444 14 +---+-',
  memberTighten: '444444 14 +---+-',
  memberBreak: '444444 14 +---+-',
  deliveryList: '444444 14 +++-++',
  deliveryShow: '444444 14 +++-++',
  deliveryReveal: '444444 14 +-+---',
  deliveryPick: '444444 14 +-+---',
  deliveryRelease: '444444 14 +-+---',
  deliveryShip: '444444 14 +-+---',
  deliveryImport: '444444 14 +-+---',
  deliveryProof: '444444 14 +-+---',
  deliveryAnswer: '444444 14 +-+-+-',
  deliverySettle: '444444 14 +++---',
  withdrawalList: '444444 14 ++--++',
  withdrawalShow: '444444 14 ++--++',
  withdrawalReveal: '444444 14 ++----',
  withdrawalApprove: '444444 14 ++----',
  withdrawalReject: '444444 14 ++----',
  withdrawalExport: '444444 14 ++----',
  withdrawalPaid: '444444 14 ++----',
  withdrawalImport: '444444 14 ++----',
  refundPaid: '444444 14 ++----',
  refundFailed: '444444 14 ++----',
  identityList: '444444 14 +---++',
  identityShow: '444444 14 +---+-',
  identityPicture: '444444 14 +---+-',
  identityApprove: '444444 14 +---+-',
  identityRefuse: '444444 14 +---+-',
  identityAskAgain: '444444 14 +---+-',
  methodList: '444444 14 ++--++',
  methodChange: '444444 14 +-----',
  receivingList: '444444 14 ++--++',
  receivingAdd: '444444 14 ++----',
  receivingDisable: '444444 14 ++----',
  rechargeList: '444444 14 ++--++',
  rechargeShow: '444444 14 ++--++',
  rechargeReveal: '444444 14 ++----',
  rechargeSlip: '444444 14 ++----',
  rechargeFail: '444444 14 ++----',
  statementImport: '444444 14 ++----',
  statementConfirm: '444444 14 ++----',
  statementList: '444444 14 ++--++',
  statementLines: '444444 14 ++--++',
  statementAdd: '444444 14 ++----',
  statementMatch: '444444 14 ++----',
  statementDismiss: '444444 14 ++----',
  financeProducts: '444444 14 ++---+',
  financeCheck: '444444 14 ++---+',
  financeSave: '444444 14 ++----',
  financeFund: '444444 14 ++----',
  financeDefund: ['444444 14 rr----', 'RESERVE_BOUND'],
  financeClose: '444444 14 ++----',
  eventList: '444444 14 ++--++',
  eventShow: '444444 14 ++--++',
  eventCheck: '444444 14 ++--++',
  eventOpen: '444444 14 ++----',
  operatorGames: '444444 14 ++--++',
  gameExposure: '444444 14 ++--++',
  goLive: '444444 14 ++---+',
  drillRecord: ['444444 14 r-----', 'INPUT_INVALID'],
  smsShow: '444444 14 +---++',
  smsTest: ['444444 14 r-----', 'INPUT_INVALID'],
  smsConfirm: ['444444 14 r-----', 'CODE_EXPIRED'],
  logShow: '444444 14 ++---+',
  logRecover: ['444444 14 r-----', 'NOTHING_TO_RECOVER'],
  witnessesRelease: ['444444 14 r-----', 'NOTHING_TO_RELEASE'],
  beaconDead: ['444444 14 r-----', 'NO_PUBLIC_BEACON'],
  statusShow: '444444 14 ++---+',
  clockAccept: ['444444 14 r-----', 'CHANGED_MEANWHILE'],
  productList: '444444 14 ++++++',
  productShow: '444444 14 ++++++',
  productCreate: '444444 14 ++----',
  productTerms: ['444444 14 rr----', 'CHANGED_MEANWHILE'],
  productEdit: '444444 14 +--+--',
  productText: '444444 14 +--+--',
  contentList: '444444 14 +--+++',
  contentShow: '444444 14 +--+++',
  contentSet: '444444 14 +--+--',
  contentPublish: ['444444 14 r-----', 'NOTHING_TO_PUBLISH'],
  announcementList: '444444 14 +--+++',
  announcementAdd: '444444 14 +--+--',
  announcementEnd: ['444444 14 r--r--', 'NO_SUCH_DATA'],
  contentWithdraw: ['444444 14 r-----', 'NO_SUCH_DATA'],
  productImages: ['444444 14 r--r--', 'UPLOAD_GONE'],
  productAct: ['444444 14 r--r--', 'PRODUCT_STEP'],
  productOpen: ['444444 14 r--r--', 'PRODUCT_STEP'],
  categoryList: '444444 14 ++++++',
  categorySave: '444444 14 +--+--',
  reviewList: '444444 14 +--+++',
  reviewShow: '444444 14 +--+++',
  reviewPicture: '444444 14 +--+++',
  reviewPublish: '444444 14 +--++-',
  reviewRefuse: '444444 14 +--++-',
  reviewHide: '444444 14 +--++-',
} as const satisfies Rows

/** An endpoint without a row does not compile. */
export const TABLE: Record<EndpointName, Row> = {
  ...identity,
  ...home,
  ...wallet,
  ...mall,
  ...games,
  ...finance,
  ...tasks,
  ...growth,
  ...team,
  ...fair,
  ...guard,
  ...operators,
}

/** The expected letter of each column, and the error that `r` stands for. */
export function rowFor(name: EndpointName): { row: string; letters: string[]; refusal: Code | undefined } {
  const expected = TABLE[name]
  const [row, refusal] = typeof expected === 'string' ? [expected] : expected
  return { row, letters: row.replaceAll(' ', '').split(''), refusal }
}

/** One letter of each column, as a row is written. */
export function rowOf(letters: readonly string[]): string {
  const [first, second] = [MEMBERS.length, MEMBERS.length + OPERATORS.length]
  return [letters.slice(0, first), letters.slice(first, second), letters.slice(second)]
    .map((group) => group.join(''))
    .join(' ')
}
