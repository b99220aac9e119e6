/** Frauds of version 3 and their controls: what a reader must answer to each document. */
import type { Fraud3 } from './frauds-3/fraud.ts'
import { events, rounds } from './frauds-3/games.ts'
import { favourFrauds, lineFrauds, openings, pinned } from './frauds-3/lines.ts'
import { lostLogs } from './frauds-3/lost.ts'
import { byDate, receipts, terms, values } from './frauds-3/promises.ts'

/** All of them, by family. */
export function frauds3(): Fraud3[] {
  const families: readonly (readonly [string, Fraud3[]])[] = [
    ['lines', lineFrauds()],
    ['favour', favourFrauds()],
    ['pinned', pinned()],
    ['openings', openings()],
    ['terms', terms()],
    ['by date', byDate()],
    ['values', values()],
    ['receipts', receipts()],
    ['events', events()],
    ['rounds', rounds()],
    ['lost', lostLogs()],
  ]
  return families.flatMap(([family, frauds]) =>
    frauds.map((fraud) => ({ ...fraud, name: `${family}/${fraud.name}` })),
  )
}
