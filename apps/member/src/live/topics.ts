/** The topics of live updates. `balance`, `records` (recharges, withdrawals and the identity check), `prizes`, `notices`, `vouchers`, `bets` and `units` (finance orders) are those of the member who listens. */
export type LiveTopic =
  | 'home'
  | 'draws'
  | 'balance'
  | 'records'
  | 'prizes'
  | 'notices'
  | 'vouchers'
  | 'bets'
  | 'units'
  | `issue:${string}`
  | `game:${string}`
  | `finance:${string}`

export const issueTopic = (issue: string): LiveTopic => `issue:${issue}`
export const gameTopic = (game: string): LiveTopic => `game:${game}`
export const financeTopic = (product: string): LiveTopic => `finance:${product}`
