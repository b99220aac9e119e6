/** What a screen can listen to. `balance` is the balance of the member who is logged in; the server sends it to no other member. */
export type LiveTopic = 'home' | 'draws' | 'balance' | `issue:${string}`

export const issueTopic = (issue: string): LiveTopic => `issue:${issue}`
