/** Documents as deployments make them, in every version, grade and state. */
import type { EventProof, Proof } from '../proof.ts'
import { EVENT_STATES, randomEvent } from '../testing/random-events.ts'
import { dice, randomProof, randomProof1, randomReceipt } from '../testing/random-proofs.ts'

const GRADES = ['plain', 'salt', 'beacon', 'witnessed'] as const

export function sampleDocuments(): Proof[] {
  const roll = dice(9)
  const drawn = GRADES.flatMap((grade) =>
    [true, false].map((sealed) => randomProof(roll, { grade, withLog: true, sealed })),
  )
  const old = (['plain', 'salt', 'beacon'] as const).map((grade) =>
    randomProof1(roll, { grade, withLog: true }),
  )
  return [...drawn, ...old, randomProof(roll, { grade: 'salt', withLog: false })]
}

/** Documents of events in every state, several of each. */
export function sampleEvents(): EventProof[] {
  const roll = dice(12)
  return [0, 1, 2, 3].flatMap((n) =>
    EVENT_STATES.map((state) => randomEvent(roll, { state, withLog: n < 3 }).proof),
  )
}

/** The contents of receipts of participants. */
export function sampleEventReceipts(): unknown[] {
  const roll = dice(13)
  return Array.from({ length: 3 }, (): unknown =>
    JSON.parse(randomEvent(roll, { state: 'sealed' }).receipt!.receipt),
  )
}

/** The contents of receipts, with and without a running hash. */
export function sampleReceipts(): unknown[] {
  const roll = dice(10)
  const proof = randomProof(roll, { grade: 'salt', withLog: false })
  return Array.from({ length: 6 }, (): unknown => JSON.parse(randomReceipt(roll, proof).receipt))
}
