/** What a test waits for takes longer than this only when it never comes: a limit for a hang, not for a slow machine. */
export const HANG_MS = 120_000
