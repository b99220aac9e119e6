/** What the cases of absurd logs share: a played log, and an issue up to its seal or its draw. */
import type { Grade } from '../src/draw.ts'
import { PlayedLog } from '../src/testing/played-log.ts'
import { WITNESSES } from './house.ts'
import { type Expected, exportOf, type KitCase } from './kit-case.ts'

export const A = 'M1-0001'
export const B = 'M1-0002'
export const [W1] = WITNESSES as readonly [(typeof WITNESSES)[0]]
export const HASH = 'ab'.repeat(32)
export const GRADES: readonly Grade[] = ['plain', 'salt', 'beacon', 'witnessed']

export type Play = (log: PlayedLog) => void

/** @param play is given a log that has begun; a checkpoint covers the end unless `unsigned` */
export function made(
  name: string,
  expected: Expected,
  play: Play,
  start: Play = (log) => log.begin(),
  unsigned = false,
): KitCase {
  const log = new PlayedLog(name.startsWith('continues') ? 'shop.2' : 'shop')
  start(log)
  play(log)
  const signed = Number(log.checkpoints.at(-1)?.note.split('\n')[1] ?? -1)
  if (!unsigned && signed < log.size) log.sign()
  return { name: `logs/${name}`, expected, log: exportOf(log), key: log.publicKey }
}

export const terms = (grade: Grade) => ({ grade, witnesses: grade === 'witnessed' ? [W1.key] : null })

/** Opens and seals an issue, with its checkpoint; the clock stands after its round. */
export function upToSeal(log: PlayedLog, grade: Grade, issue = A): void {
  log.open(issue, terms(grade))
  log.now += 60_000
  log.seal(issue)
  log.sign()
  if (grade === 'witnessed') log.cosign(W1)
  log.now += 40_000
}

export function upToDraw(log: PlayedLog, grade: Grade, issue = A): void {
  upToSeal(log, grade, issue)
  log.draw(issue)
  log.sign()
}
