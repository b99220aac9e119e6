/** Freezes of accounts by operators. The server, the database and the command line have the same rules. */

/** Why an account is frozen. The operator's words are beside it in the audit log. */
export const FREEZE_CAUSES = [
  'stolen_payment',
  'account_taken',
  'several_accounts',
  'false_documents',
  'authority',
  'asked',
  'other',
] as const
export type FreezeCause = (typeof FREEZE_CAUSES)[number]

/** Hours for which one operator can freeze an account within a week. */
export const FREEZE_ALONE_HOURS = 72
/** Hours of the longest freeze, which takes two operators. They can freeze the account again. */
export const FREEZE_MOST_HOURS = 720
