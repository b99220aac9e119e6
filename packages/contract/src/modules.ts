/** The modules that operators switch on and off. A module is added here when its code arrives. */
export const MODULES = ['mall', 'games', 'finance'] as const
export type Module = (typeof MODULES)[number]
