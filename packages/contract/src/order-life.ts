/** The life cycles of issues and orders as tables. The server's checks, the doctor and the apps use them. */
export const ISSUE_STATUSES = ['scheduled', 'selling', 'sold_out', 'drawn', 'expired', 'refunded'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]

/** A test checks that every status can be reached. @internal */
export const ISSUE_LIFE = {
  // a scheduled issue that is not funded before its deadline expires without opening
  scheduled: ['selling', 'expired'],
  selling: ['sold_out', 'expired'],
  sold_out: ['drawn'],
  drawn: [],
  expired: ['refunded'],
  refunded: [],
} as const satisfies Record<IssueStatus, readonly IssueStatus[]>

/** `processing`: the outcome of the purchase is not known yet; only seen after a crash of the server. */
export const ORDER_STATUSES = ['processing', 'awaiting_draw', 'not_won', 'won', 'refunded'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** A test checks that every status can be reached. @internal */
export const ORDER_LIFE = {
  processing: ['awaiting_draw'],
  awaiting_draw: ['not_won', 'won', 'refunded'],
  not_won: [],
  won: [],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

/** The tabs of the order list and the states that each shows; `null`: all states. */
export const ORDER_TABS = {
  all: null,
  awaiting: ['processing', 'awaiting_draw'],
  pending: ['won'],
  to_receive: [],
  received: [],
  completed: ['not_won', 'refunded'],
} as const satisfies Record<string, readonly OrderStatus[] | null>
export type OrderTab = keyof typeof ORDER_TABS
export const ORDER_TAB_NAMES = Object.keys(ORDER_TABS) as [OrderTab, ...OrderTab[]]
