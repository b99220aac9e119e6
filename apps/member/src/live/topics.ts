/** The topics of live updates. `balance`, `records` (recharges, withdrawals and the identity check), `prizes`, `notices`, `vouchers`, `bets`, `units` (finance orders), `team` and `tasks` are those of the member who listens. */
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
  | 'team'
  | 'tasks'
  | `issue:${string}`
  | `game:${string}`
  | `finance:${string}`
  | `event:${string}`

export const issueTopic = (issue: string): LiveTopic => `issue:${issue}`
export const gameTopic = (game: string): LiveTopic => `game:${game}`
export const financeTopic = (product: string): LiveTopic => `finance:${product}`
export const eventTopic = (event: string): LiveTopic => `event:${event}`
