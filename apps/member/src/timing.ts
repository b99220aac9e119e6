/**
 * The time spans and limits of the specification that the app applies (sections 2, 8 and 9). Milliseconds unless the
 * name says otherwise.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** A loading indicator or skeleton appears after this time; faster answers show none. */
export const LOADING_INDICATOR_AFTER_MS = 800
/** A page that is still loading replaces the page before it after this time. */
export const LAZY_DELAY_MS = 200
/**
 * A page that has not loaded after this time has failed. So has each of its chunks: the 120 s that the specification gives a
 * chunk end after this time, and nothing can reach them.
 */
export const PAGE_TIMEOUT_MS = 60_000
/** A start whose messages did not arrive asks for them again after this time. */
export const START_AGAIN_MS = 3_000
/** A call without an answer after this time has failed, all its tries together. */
export const NETWORK_TIMEOUT_MS = 60_000

/** How long the toast of a refused call stays. */
export const TOAST_MS = 2_000
/** How long a short confirmation ("Copied") stays. */
export const HELPER_TOAST_MS = 1_500
/** A search starts when typing has paused for this time. */
export const DEBOUNCE_MS = 500

/** The delay from "insufficient balance" to the recharge page. */
export const TO_RECHARGE_AFTER_MS = 3_000
/** On the confirmation of the VIP zone: the delay to the VIP page, and to the choice of a payment method. */
export const TO_VIP_AFTER_MS = 1_000
/** The delay from an ended session to the login page. */
export const TO_LOGIN_AFTER_MS = 300

/** The reality check is fetched after a member has stayed this long, and retried at this interval. */
export const REALITY_CHECK_FROM_MS = 20_000

/** The first page waits at most this long for its answers before it is drawn without them. */
export const FIRST_ANSWERS_MS = 300

/** What the first page does not need (the service worker, kept answers, the look at the log) starts this long after the page loaded. */
export const AFTER_START_MS = 4_000

/** A moment younger than this is "just now". */
export const JUST_NOW_MS = 5 * 60_000
/** A moment older than this is shown as a date. */
export const RELATIVE_UP_TO_DAYS = 30

/** The winner line changes at this interval. */
export const WINNER_LINE_MS = 4_000
/** The distance in pixels from the end of a list at which its next page is fetched. */
export const LIST_AHEAD_PX = 600
/** Going back follows a page that is still growing for at most this time, until its former place is reached. */
export const RETURN_MS = 10_000
/** In a sandbox, the inbox is asked for a requested code at this interval; its clock may be behind by the second. */
export const SANDBOX_CODE_AGAIN_MS = 700
export const SANDBOX_CLOCKS_MS = 2_000
/** The pixels that a finger must pull for a release to refresh. */
export const PULL_PX = 60
/** A held stepper button waits this long, then repeats at the interval below. */
export const HOLD_DELAY_MS = 400
export const HOLD_REPEAT_MS = 90
