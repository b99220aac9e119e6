/** Documents as deployments make them, in every version, grade and state. */
import type { Proof } from '../proof.ts'
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

/** The contents of receipts, with and without a running hash. */
export function sampleReceipts(): unknown[] {
  const roll = dice(10)
  const proof = randomProof(roll, { grade: 'salt', withLog: false })
  return Array.from({ length: 6 }, (): unknown => JSON.parse(randomReceipt(roll, proof).receipt))
}
