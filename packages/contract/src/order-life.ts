/**
 * Life cycles as tables. The server's guards, the doctor and what the app offers to do all read them.
 */
export const ISSUE_STATUSES = ['scheduled', 'selling', 'sold_out', 'drawn', 'expired', 'refunded'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]

export const ISSUE_LIFE = {
  // one that could not be funded before its deadline expires unopened
  scheduled: ['selling', 'expired'],
  selling: ['sold_out', 'expired'],
  sold_out: ['drawn'],
  drawn: [],
  expired: ['refunded'],
  refunded: [],
} as const satisfies Record<IssueStatus, readonly IssueStatus[]>

/**
 * `processing` is an order whose outcome is not known yet (only ever seen after a crash); the others are
 * decisions, section 4. The delivery states come with delivery.
 */
export const ORDER_STATUSES = ['processing', 'awaiting_draw', 'not_won', 'won', 'refunded'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const ORDER_LIFE = {
  processing: ['awaiting_draw'],
  awaiting_draw: ['not_won', 'won', 'refunded'],
  not_won: [],
  won: [],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

/** Tabs of the order list (decisions, section 4) and the states that each shows; `null` = every state. */
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
