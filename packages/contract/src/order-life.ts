/** The statuses of issues and orders, and the tabs of the order list. */
export const ISSUE_STATUSES = ['scheduled', 'selling', 'sold_out', 'drawn', 'expired', 'refunded'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]

/** `processing`: the outcome of the purchase is not known yet; only seen after a crash of the server. */
export const ORDER_STATUSES = ['processing', 'awaiting_draw', 'not_won', 'won', 'refunded'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

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
