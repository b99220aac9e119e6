/**
 * Every time span and limit of the specification that the app itself keeps (its sections 2, 8 and 9), in one
 * place. Milliseconds unless the name says otherwise.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** A loading indicator or a skeleton shows after this; what is faster shows nothing. */
export const LOADING_INDICATOR_AFTER_MS = 800
/** A page that is still being fetched replaces the one before it after this. */
export const LAZY_DELAY_MS = 200
/** A page that is not there after this has failed. */
export const PAGE_TIMEOUT_MS = 60_000
/** A part of the program that has not arrived after this has failed. */
export const CHUNK_LOAD_TIMEOUT_MS = 120_000
/** A call that was not answered after this has failed. */
export const NETWORK_TIMEOUT_MS = 60_000

/** How long the message of a refused call stays. */
export const TOAST_MS = 2_000
/** How long a short confirmation ("Copied") stays. */
export const HELPER_TOAST_MS = 1_500
/** Typing rests this long before it is searched for. */
export const DEBOUNCE_MS = 500

/** From "insufficient balance" to the recharge page. */
export const TO_RECHARGE_AFTER_MS = 3_000
/** From an ended session to the log in page. */
export const TO_LOGIN_AFTER_MS = 300

/** The reality check is fetched when a member has stayed this long, and tried again as often. */
export const REALITY_CHECK_FROM_MS = 20_000

/** Younger than this is "just now". */
export const JUST_NOW_MS = 5 * 60_000
/** Older than this is written as a date. */
export const RELATIVE_UP_TO_DAYS = 30

/** The winner line moves on after this. */
export const WINNER_LINE_MS = 4_000
/** A draw's cells have all stopped after this. */
export const DRAW_ROLL_MS = 4_000
/** Codes of a purchase drop in this far apart. */
export const CODE_DROP_MS = 60
/** A share strip fills in this when it is first seen. */
export const STRIP_FILL_MS = 900
/** Pixels before the end of a list at which its next page is fetched. */
export const LIST_AHEAD_PX = 600
/** Pixels that a finger pulls before a release refreshes. */
export const PULL_PX = 60
/** A held stepper button waits, then repeats. */
export const HOLD_DELAY_MS = 400
export const HOLD_REPEAT_MS = 90
