/** The moments of a draw in order: last order, seal, witnesses, beacon round, draw. */
import { QUICKNET, roundTimeMs } from '@fairlot/fairness/beacon'
import { parseKey } from '@fairlot/fairness/note'
import { PROOF_VERSION } from '@fairlot/fairness/proof'
import type { Proof } from '@fairlot/fairness/proof'
import { verifyCosignature } from '@fairlot/fairness/witness'

/** Times are Unix milliseconds; a witness' time is by its own clock, in whole seconds. */
export type Moment =
  | { what: 'order' | 'round' | 'draw'; at: number }
  /** `isVoid`: no witness signed this attempt in time, so its round was not used */
  | { what: 'seal'; at: number; attempt: number; isVoid: boolean }
  | { what: 'witness'; at: number; who: string; beforeRoundMs: number }

/** Every chain, including the sandbox's own, counts rounds like drand quicknet. */
const roundMs = (round: number): number => roundTimeMs(round, QUICKNET)

/** Reads only; the verifier's steps check the values. */
export function timelineOf(proof: Proof): Moment[] {
  const { rows, seal } = proof
  const last = rows.at(-1)
  const moments: Moment[] = [
    ...(last ? [{ what: 'order', at: last.ms } as const] : []),
    ...sealsOf(proof),
    ...witnessesOf(proof),
    ...(seal.round === null ? [] : [{ what: 'round', at: roundMs(seal.round) } as const]),
    ...(proof.result === null ? [] : drawOf(proof)),
  ]
  // Equal times keep this order.
  return moments.toSorted((one, other) => one.at - other.at)
}

type SealEntry = { t: 'issue-seal'; sealedAt: number; attempt?: number }
type DrawEntry = { t: 'issue-draw'; at: number }

function entriesOf<T extends SealEntry | DrawEntry>({ log }: Proof, kind: T['t']): T[] {
  return (log?.entries ?? []).flatMap(({ bytes }) => {
    const entry = JSON.parse(bytes) as { t?: unknown }
    return entry.t === kind ? [entry as T] : []
  })
}

function sealsOf(proof: Proof): Moment[] {
  const counting = 'attempt' in proof.seal ? proof.seal.attempt : 1
  const seals = entriesOf<SealEntry>(proof, 'issue-seal')
  const found = seals.length > 0 ? seals : [{ sealedAt: proof.seal.sealedAt, attempt: counting }]
  return found.map(({ sealedAt, attempt = 1 }) => ({
    what: 'seal',
    at: sealedAt,
    attempt,
    isVoid: attempt < counting,
  }))
}

/** The named witnesses that signed the seal. */
function witnessesOf(proof: Proof): Moment[] {
  const { seal, log } = proof
  if (proof.version !== PROOF_VERSION || log === null || seal.round === null) return []
  const published = roundMs(seal.round)
  const { sealCheckpoint, cosignatures } = proof.log!
  return (proof.terms.witnesses ?? []).flatMap((text): Moment[] => {
    const key = parseKey(text)
    if (key === null) return []
    for (const line of cosignatures) {
      const seconds = verifyCosignature(sealCheckpoint, line, key)
      if (seconds === null) continue
      const at = seconds * 1000
      return [{ what: 'witness', at, who: key.name, beforeRoundMs: published - at }]
    }
    return []
  })
}

function drawOf(proof: Proof): Moment[] {
  return entriesOf<DrawEntry>(proof, 'issue-draw').map(({ at }) => ({ what: 'draw', at }))
}
