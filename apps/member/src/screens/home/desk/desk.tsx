/** The parts of home that only the desktop layout has. */
export { EntryFact } from './entry-fact.tsx'
export { Facts } from './facts.tsx'
export { Greeting } from './greeting.tsx'
export { NextToFill } from './next-to-fill.tsx'
