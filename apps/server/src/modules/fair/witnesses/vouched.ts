/** Whether the witnesses that an opening of version 3 names have vouched for its seal, and when the server stops waiting for them. */
import type { Executor } from '../../../platform/db.ts'
import { LEAD_MS, linesOver, type LinesOver } from './lines.ts'
import type { Witnesses } from './witnesses.ts'

/** A published seal of version 3: index of its entry, time of its round (Unix milliseconds), and who must vouch for it. */
export type VouchedSeal = {
  readonly index: number
  readonly roundMs: number
  /** note verifier keys */
  readonly witnesses: readonly string[]
  readonly quorum: number
}

/**
 * `quorum`: so many signed in time that the draw counts. `waits`: lines can still arrive. `favour`: the server has asked for kept lines
 * and waited for the patience; the draw is in the members' favour.
 */
export type Vouching3 = { state: 'quorum' | 'waits' | 'favour'; lines: LinesOver }

/**
 * @param nowMs business time
 * @param patienceMs how long a witness that does not answer is waited for after the round
 */
export async function vouchingFor(
  db: Executor,
  askWitnesses: Pick<Witnesses, 'verdicts'>,
  { index, roundMs, witnesses, quorum }: VouchedSeal,
  { nowMs, patienceMs }: { nowMs: number; patienceMs: number },
): Promise<Vouching3> {
  const limitMs = roundMs - LEAD_MS
  const lines = await linesOver(db, { index, beforeMs: limitMs }, witnesses)
  if (lines.signed.length >= quorum) return { state: 'quorum', lines }
  if (nowMs < roundMs) return { state: 'waits', lines }
  const signed = new Set(lines.signed.map(({ witness }) => witness))
  const verdicts = askWitnesses.verdicts({ index, roundMs: limitMs }, witnesses)
  const missing = witnesses.filter((key) => !signed.has(key))
  const areSilent = missing.every((key) => verdicts.get(key) === 'not-signed')
  if (!areSilent && nowMs - roundMs < patienceMs) return { state: 'waits', lines }
  // a line that a witness has just given counts in the next look
  return { state: missing.some((key) => verdicts.get(key) === 'in-time') ? 'waits' : 'favour', lines }
}
