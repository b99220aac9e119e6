/** Every field of a proof with another value. The step that must fail is stated here, not computed by a verifier. */
import type { Json } from '../src/canonical.ts'
import type { IssueProof, IssueProof1 } from '../src/proof.ts'
import { changed, places, swapDigit } from '../src/testing/mutations.ts'
import type { Expected, KitCase } from './kit-case.ts'

type Place = { readonly path: readonly string[]; readonly value: unknown }

/** The step that must fail when a field has another value of the same type, by the field's place. */
const STEP_OF: readonly (readonly [place: RegExp, expected: Expected])[] = [
  [/^version$|^kind$/, 'terms'],
  [/^deployment$/, 'checkpoint'],
  [/^terms\.(issue|commitment)$/, 'commitment'],
  [/^terms\.shares$/, 'codes'],
  [/^terms\.(offset)$/, 'times'],
  [/^terms\.chain$/, 'beacon'],
  [/^terms\.delay$/, 'round'],
  [/^terms\.prizes\.\d+$/, 'tiers'],
  [/^terms\.(price|recyclePercent|value|maxPerMember|minVip|deadline|demo)$/, 'inclusion'],
  [/^terms\.(reading|grade|mode)$/, 'terms'],
  [/^terms\.witnesses\.\d+$/, 'terms'],
  [/^rows\.\d+\.(seq|ms|time)$/, 'times'],
  [/^rows\.\d+\.(first|quantity)$/, 'codes'],
  [/^rows\.\d+\.tag$/, 'digest'],
  [/^seal\.attempt$/, 'terms'],
  [/^seal\.(orders|digest)$/, 'digest'],
  [/^seal\.sum$/, 'sum'],
  [/^seal\.salt$/, 'commitment'],
  [/^seal\.round$/, 'round'],
  [/^beacon\.round$/, 'round'],
  [/^beacon\.(chain|signature|publicKey)$/, 'beacon'],
  [/^result\.entropy$/, 'entropy'],
  [/^result\.code$/, 'result'],
  [/^result\.tiers\.\d+\.(tier|from|to|prize|codes)$/, 'tiers'],
  [/^log\.entries\.\d+\.(index|bytes)$/, 'inclusion'],
  [/^log\.entries\.\d+\.inclusion\.\d+$/, 'inclusion'],
  [/^log\.consistency\.\d+$/, 'checkpoint'],
  [/^log\.(publicKey|sealCheckpoint|checkpoint)$/, 'checkpoint'],
  [/^log\.cosignatures\.\d+$/, 'witnesses'],
]

/** Places whose step depends on more than the place; `frauds.ts` alters them with care. */
const ELSEWHERE = /^terms\.(at|bands.*)$|^seal\.sealedAt$/

/** Another value of the same type, or null when a place is altered elsewhere. */
function other({ path, value }: Place): unknown {
  const place = path.join('.')
  if (ELSEWHERE.test(place)) return null
  if (typeof value === 'boolean') return !value
  // three seconds are a round of the beacon
  if (typeof value === 'number') return place === 'terms.delay' ? value + 3 : value + 1
  if (typeof value !== 'string') return null
  if (place.endsWith('Checkpoint') || place === 'log.checkpoint') {
    // a digit of the time: the tree stays readable, the signature does not fit any more
    return value.replace(
      /time (\d+)\d/,
      (_, digits: string) => `time ${digits}${value.includes(`${digits}1`) ? 2 : 1}`,
    )
  }
  if (place === 'terms.issue') return swapDigit(value, value.length - 1)
  if (place.startsWith('log.cosignatures')) return otherSignature(value)
  return swapDigit(value, value.length >> 1)
}

/** The line with another byte in its signature; the key id and the time stay. */
function otherSignature(line: string): string {
  const at = line.length - 12
  return line.slice(0, at) + (line[at] === 'A' ? 'B' : 'A') + line.slice(at + 1)
}

function stepOf(place: string, proof: IssueProof | IssueProof1): Expected {
  // before the draw, neither beacon nor tiers are there to contradict the terms
  if (proof.result === null && /^terms\.(chain|prizes)/.test(place)) return 'inclusion'
  const expected = STEP_OF.find(([pattern]) => pattern.test(place))?.[1]
  if (expected === undefined) throw new Error(`the kit does not know the place ${place}`)
  // without a salt the digest is the first step that names the issue
  if (place === 'terms.issue' && proof.terms.grade === 'plain') return 'digest'
  return expected
}

/** One case per leaf whose place fits `only`; of lists with many alike items, the first and the last. */
export function alteredFields(family: string, proof: IssueProof | IssueProof1, only = /^/): KitCase[] {
  const isShown = (path: readonly string[]): boolean =>
    path.every((key, i) => {
      const list = path
        .slice(0, i)
        .reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], proof)
      return !Array.isArray(list) || Number(key) === 0 || Number(key) === list.length - 1
    })
  return places(proof).flatMap((place): KitCase[] => {
    const value = isShown(place.path) ? other(place) : null
    if (value === null) return []
    const where = place.path.join('.')
    if (!only.test(where)) return []
    const proofText = JSON.stringify(changed(proof, place.path, value))
    return [{ name: `${family}/${where} changed`, expected: stepOf(where, proof), proof: proofText }]
  })
}

/** Fields that are missing, unknown, doubled, null, or of another type: the document is not a proof. */
export function brokenShapes(family: string, proof: IssueProof): KitCase[] {
  const cases: KitCase[] = []
  const add = (what: string, document: unknown): void => {
    cases.push({ name: `${family}/${what}`, expected: 'terms', proof: JSON.stringify(document) })
  }
  for (const { path, value } of places(proof)) {
    if (path.some((key) => /^[1-9]/.test(key))) continue
    const where = path.join('.')
    const isField = !/^\d+$/.test(path.at(-1)!)
    const isOptional = where === 'beacon.publicKey'
    if (isField && !isOptional) add(`${where} missing`, changed(proof, path, undefined))
    if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value)) add(`${where} with an unknown field`, changed(proof, [...path, 'more'], 1))
    } else {
      const wrong: Json = typeof value === 'number' ? String(value) : 7
      add(`${where} of another type`, changed(proof, path, wrong))
    }
  }
  return cases
}
