/** The modules that operators switch on and off. A module is added here when its code arrives. */
export const MODULES = ['mall', 'games', 'finance', 'referral'] as const
/** Those in which members buy something. */
export const SALES_MODULES = [
  'mall',
  'games',
  'finance',
] as const satisfies readonly (typeof MODULES)[number][]
export type Module = (typeof MODULES)[number]
