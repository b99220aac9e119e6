/** The step `witnesses`: witnesses signed the seal before the round of the beacon was published. */
import { roundTimeMs } from '../beacon.ts'
import { type Grade, hasBeacon } from '../draw.ts'
import { type NoteKey, parseKey, signatureOf } from '../note.ts'
import { type EarlierProof, PROOF_VERSION_1 } from '../proof/types.ts'
import { demand } from '../read.ts'
import { verifyCosignature } from '../witness.ts'
import { ROUND_TIMES } from './draw-steps.ts'
import { absent, open, type Outcome, unneeded, type VerifyOptions } from './types.ts'

/** The parts of a sealed issue or round that its witnesses are about. */
export type Logged = {
  readonly terms: { readonly grade: Grade; readonly witnesses: readonly string[] | null }
  readonly seal: { readonly round: number | null; readonly attempt: number }
  readonly result: object | null
  readonly log: { readonly sealCheckpoint: string; readonly cosignatures: readonly string[] }
}

/** @throws ReadError */
export function checkWitnesses(proof: EarlierProof, { witness }: VerifyOptions): Outcome {
  if (proof.log === null) return absent('not present: this document carries no signatures of witnesses')
  const { terms } = proof
  if (proof.version === PROOF_VERSION_1 || !hasBeacon(terms.grade)) {
    const what = proof.version === PROOF_VERSION_1 ? 'a proof of version 1' : `grade ${terms.grade}`
    demand(witness === undefined, `${what} carries no signatures of witnesses`)
    return unneeded(`${what} carries no signatures of witnesses`)
  }
  return checkLines({ ...proof, log: proof.log }, witness)
}

/** The lines of a document whose grade has a beacon. @throws ReadError */
export function checkLines(logged: Logged, witness: NoteKey | undefined): Outcome {
  return logged.terms.grade === 'witnessed' ? checkNamed(logged, witness) : checkUnnamed(logged, witness)
}

/** Grade `witnessed`: each line is the timely signature of a witness that the opening names. */
function checkNamed(proof: Logged, witness: NoteKey | undefined): Outcome {
  const named = (proof.terms.witnesses ?? []).map((text) => parseKey(text)!)
  const timely = named.filter((key) => signedInTime(proof, key))
  const lines = proof.log.cosignatures.length
  demand(
    timely.length === lines,
    `${lines - timely.length} of the ${lines} lines are further lines of a witness, or of none that the opening names`,
  )
  demandWitness(proof, witness, named, timely)
  if (timely.length > 0) {
    const who = namesOf(timely)
    const enough = witness === undefined ? '; one line is enough' : ''
    const silent = named.filter((key) => !timely.includes(key))
    const without = proof.result === null ? 'without a line so far' : 'without a line in time'
    const missing = silent.length === 0 ? '' : `; ${without}: ${namesOf(silent)}`
    return `signed the seal before round ${proof.seal.round} was published: ${who}${enough}${missing}${attemptsOf(proof)}`
  }
  demand(proof.result === null, `no witness signed the seal before round ${proof.seal.round} was published`)
  return open(`no witness has signed the seal yet${attemptsOf(proof)}`)
}

function namesOf(keys: readonly NoteKey[]): string {
  return keys.map(({ name }) => name).join(', ')
}

/** The keys that an opening names, and the lines of a document of which no step failed. */
export type NamedLines = { readonly witnesses: readonly string[]; readonly cosignatures: readonly string[] }

/**
 * What a verified draw of grade `witnessed` rests on when the reader asks for no certain witness, for the summary.
 * @param isLocal the house holds the key of the beacon, so it needs no witness
 */
export function witnessNote({ witnesses, cosignatures }: NamedLines, isLocal: boolean): string {
  const named = witnesses.map((text) => parseKey(text)!)
  const silent = named.filter((key) => !cosignatures.some((line) => signatureOf(line, key) !== null))
  const [rule, who] =
    named.length === 1
      ? ['The line of the one named witness is enough', 'this witness']
      : [`The line of one of the ${named.length} named witnesses is enough`, 'any one of them']
  const choice = isLocal
    ? ''
    : `, so the house together with ${who} could have chosen this result; ask for a witness that you trust by its key`
  return `${rule}${choice}.${silent.length === 0 ? '' : ` Named, but without a line in time: ${namesOf(silent)}.`}`
}

/** Grade `beacon`: the opening names no witnesses, so only the lines of the given key can be checked. */
function checkUnnamed(proof: Logged, witness: NoteKey | undefined): Outcome {
  if (witness === undefined) {
    const { length } = proof.log.cosignatures
    return unneeded(
      length === 0
        ? 'grade beacon names no witnesses, and no key of a witness was given'
        : `grade beacon names no witnesses: without a key, ${length} signature lines are not checked`,
    )
  }
  demandWitness(proof, witness, null, signedInTime(proof, witness) ? [witness] : [])
  return `${witness.name} signed the seal before round ${proof.seal.round} was published`
}

/** The witness that the reader asks for has signed in time, and in grade `witnessed` the opening names it. */
function demandWitness(
  { seal, result }: Logged,
  witness: NoteKey | undefined,
  named: readonly NoteKey[] | null,
  timely: readonly NoteKey[],
): void {
  if (witness === undefined) return
  const { name } = witness
  const isGiven = (key: NoteKey): boolean =>
    key.name === name && key.kind === witness.kind && key.publicKey === witness.publicKey
  demand(named === null || named.some(isGiven), `the opening does not name the witness ${name} with this key`)
  demand(
    timely.some(isGiven),
    result === null
      ? `${name} has not signed yet`
      : `${name} did not sign the seal before round ${seal.round} was published`,
  )
}

/** Whether the document has a line of this key. Such a line must verify and be timely. @throws ReadError */
function signedInTime({ seal, log }: Logged, key: NoteKey): boolean {
  const own = log.cosignatures.filter((line) => signatureOf(line, key) !== null)
  if (own.length === 0) return false
  demand(own.length === 1, `the document has ${own.length} lines of ${key.name}`)
  const seconds = verifyCosignature(log.sealCheckpoint, own[0]!, key)
  demand(seconds !== null, `a line is not the signature of ${key.name} over the checkpoint for the seal`)
  demand(
    seal.round !== null && seconds * 1000 < roundTimeMs(seal.round, ROUND_TIMES),
    `${key.name} signed the seal after round ${seal.round} was published`,
  )
  return true
}

function attemptsOf({ seal }: Logged): string {
  if (seal.attempt === 1) return ''
  const earlier = seal.attempt === 2 ? 'attempt 1' : `attempts 1 to ${seal.attempt - 1}`
  return `; this is attempt ${seal.attempt}, no witness signed ${earlier} in time`
}
