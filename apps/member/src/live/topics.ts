/** The topics of live updates. `balance`, `records` (recharges, withdrawals and the identity check), `prizes`, `notices`, `vouchers` and `bets` are those of the member who listens. */
export type LiveTopic =
  | 'home'
  | 'draws'
  | 'balance'
  | 'records'
  | 'prizes'
  | 'notices'
  | 'vouchers'
  | 'bets'
  | `issue:${string}`
  | `game:${string}`

export const issueTopic = (issue: string): LiveTopic => `issue:${issue}`
export const gameTopic = (game: string): LiveTopic => `game:${game}`
