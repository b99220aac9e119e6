/** The time spans of single pages, in milliseconds: apart from `timing.ts`, which home fetches. */

/** Without a stream, an open withdrawal is asked for again at this interval while its page is open. */
export const WITHDRAWAL_AGAIN_MS = 15_000
/** Without a stream, the state of an identity check is asked for again at this interval while its page is open. */
export const IDENTITY_AGAIN_MS = 15_000
/** The quote of a withdrawal is asked for when typing has paused for this time. */
export const QUOTE_AFTER_MS = 250
/** A proof that lags behind the page is asked for again at this interval, this many times. */
export const PROOF_AGAIN_MS = 1_000
export const PROOF_TRIES = 15
/** The outcome of an interrupted payment is asked for again at this interval, this many times. */
export const OUTCOME_AGAIN_MS = 1_000
export const OUTCOME_TRIES = 3
/** A sealed document without a witness' signature is fetched again at this interval. */
export const WITNESS_AGAIN_MS = 4_000
/** An ending in favour that too few witnesses have signed is asked for again at this interval. */
export const CONFIRMED_AGAIN_MS = 15_000
/** All cells of a draw have stopped after this time. */
export const DRAW_ROLL_MS = 4_000
/** The page of a loss follows the open code after this time. */
export const LOSS_AFTER_MS = 1_200
/** What a round did to the member's bets is shown above the bar for this time. */
export const RESULT_STRIP_MS = 6_000
/** The interval at which the codes of a purchase drop in. */
export const CODE_DROP_MS = 60
