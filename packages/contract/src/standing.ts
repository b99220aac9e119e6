/** Whether the server may write the transparency log. While it may not, nothing is sealed or drawn, and no money moves. */
export const STANDINGS = ['ok', 'halted', 'drill'] as const
export type StandingName = (typeof STANDINGS)[number]
