/** Length of an operator's password, in characters. */
export const OPERATOR_PASSWORD = { minimum: 15, maximum: 128 } as const
