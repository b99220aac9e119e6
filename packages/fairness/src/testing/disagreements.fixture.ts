/** Documents in which two verifiers could disagree. */
import { isDeepStrictEqual } from 'node:util'
import { type Receipt, type SignedReceipt, signReceipt } from '../receipt.ts'
import { changed, others, places } from './mutations.ts'
import { LOG_SECRET } from './proof-samples.ts'
import type { Dice } from './random-proofs.ts'

/** The document as a client receives it: a hole in a list becomes null. */
export const asJson = (document: unknown): unknown => JSON.parse(JSON.stringify(document))

/** The document with one random value replaced by a similar one or by one of another type. */
export function mutated(roll: Dice, document: unknown): { where: string; document: unknown } {
  const all = places(document)
  const { path, value } = all[roll(all.length)]!
  const candidates = [...others(value), undefined].filter((other) => !isDeepStrictEqual(other, value))
  const other = candidates[roll(candidates.length)]
  return {
    where: `${path.join('.')} = ${JSON.stringify(other)}`,
    document: asJson(changed(document, path, other)),
  }
}

/** The receipt with one changed value, signed by the house. */
export function altered(roll: Dice, { receipt }: SignedReceipt): SignedReceipt {
  return signReceipt(LOG_SECRET, mutated(roll, JSON.parse(receipt)).document as Receipt)
}
