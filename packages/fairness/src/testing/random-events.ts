/** Valid proofs of events with random content. The tests compare verifiers on them and on their mutations. */
import type { EventProof, EventTerms } from '../proof/event-types.ts'
import type { SignedReceipt } from '../receipt.ts'
import { PlayedEvent } from './played-events.ts'
import { PlayedLog, playedWitness } from './played-log.ts'
import type { Dice } from './random-proofs.ts'

const NAMES = ['w1.example', 'w2.example', 'w3.example']
const GRADES = ['salt', 'beacon', 'witnessed'] as const
export const EVENT_STATES = ['drawn', 'sealed', 'void'] as const
export type EventState = (typeof EVENT_STATES)[number]
export type RandomEvent = {
  readonly proof: EventProof
  /** null when nobody took part */
  readonly receipt: SignedReceipt | null
  readonly log: PlayedLog
}

export function randomEvent(
  roll: Dice,
  { state, withLog = true }: { state: EventState; withLog?: boolean },
): RandomEvent {
  const log = new PlayedLog(`d${roll(1000)}`)
  log.begin()
  const grade = GRADES[roll(GRADES.length)]!
  const witnesses = NAMES.slice(0, 1 + roll(NAMES.length)).map(playedWitness)
  const by = grade === 'witnessed' ? witnesses.slice(0, 1 + roll(witnesses.length)) : []
  const terms: Partial<EventTerms> = {
    event: `${['A', 'PS', 'GIFT2025', 'X1Y2Z3X1Y2Z3'][roll(4)]!}-${String(roll(10_000)).padStart(4 + roll(7), '0')}`,
    pool: String(roll(1_000_000_000)),
    winners: 1 + roll(6),
    friends: roll(5),
    topUp: String(roll(5_000_000)),
    deadline: log.now + 600_000 + roll(86_400_000),
    grade,
    offset: 30 * (roll(57) - 24),
    witnesses: grade === 'witnessed' ? witnesses.map(({ key }) => key) : null,
  }
  const event = new PlayedEvent(log, terms)
  for (let n = roll(3); n > 0; n--) log.funding()
  event.open()
  if (state === 'void') {
    event.join([]).void()
    return { proof: withLogOr(event.proof(), withLog), receipt: null, log }
  }
  event.join(Array.from({ length: 1 + roll(9) }, () => roll(3) * roll(30_000)))
  for (let attempt = grade === 'witnessed' ? 1 + roll(3) : 1; attempt > 0; attempt--) {
    if (roll(2) === 0) log.funding()
    event.seal({}, attempt === 1 ? by : [])
  }
  if (state === 'drawn') event.draw()
  return {
    proof: withLogOr(event.proof(), withLog),
    receipt: event.receipt(1 + roll(event.rows.length)),
    log,
  }
}

const withLogOr = (proof: EventProof, withLog: boolean): EventProof =>
  withLog ? proof : { ...proof, log: null }
