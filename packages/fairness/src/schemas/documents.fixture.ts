/** Documents as deployments make them, in every version, grade and state. */
import type { EventProof, Proof } from '../proof.ts'
import { betReceipt3, eventReceipt3, orderReceipt3 } from '../testing/documents-3.ts'
import { PlayedEvent3 } from '../testing/played-event-3.ts'
import { BETS } from '../testing/played-rounds.ts'
import { newLog3, sampleGame3, sampleIssue3, samples3 } from '../testing/samples-3.ts'
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

/** Documents of version 3 of one kind, in every state. */
export function sampleDocuments3(kind: 'issue' | 'event' | 'round'): unknown[] {
  return samples3().flatMap(({ document }): unknown[] =>
    document.kind === kind ? [JSON.parse(JSON.stringify(document))] : [],
  )
}

/** The contents of receipts of version 3, one of each kind. */
export function sampleReceipts3(): unknown[] {
  const issue = sampleIssue3({ grade: 'salt' })
  const event = new PlayedEvent3(newLog3(), { grade: 'salt' }).open().join()
  event.log.sign()
  const game = sampleGame3(false)
  const round = game.open(BETS.lucky)
  const signed = [
    orderReceipt3(issue, 2),
    eventReceipt3(event, 2),
    betReceipt3(game, round, 1, issue.orders[0]!.id),
  ]
  return signed.map(({ receipt }): unknown => JSON.parse(receipt))
}
