/** The topics of live updates. The server sends `balance` only to the member whose balance it is. */
export type LiveTopic = 'home' | 'draws' | 'balance' | `issue:${string}`

export const issueTopic = (issue: string): LiveTopic => `issue:${issue}`
