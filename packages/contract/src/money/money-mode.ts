/** What the money of a deployment is: play money (`sandbox`) or real money. A database keeps its mode for its life. */
export const MONEY_MODES = ['sandbox', 'real'] as const
export type MoneyMode = (typeof MONEY_MODES)[number]
