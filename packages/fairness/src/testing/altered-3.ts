/** Documents of version 3 with one leaf changed, each with the step that fails then. */
import { hasLost } from '../proof/version-3/lost.ts'
import type { StepName } from '../verify.ts'
import { changed, others, places } from './mutations.ts'
import type { Sample3 } from './samples-3.ts'

/** The step that fails when a field is changed; `*` is any index of a list. The first pattern that fits counts. */
const STEP_OF: Steps = [
  [/^(version|kind|seal|beacon|result)$/, 'terms'],
  [/^deployment$/, 'checkpoint'],
  [/^content\./, 'content'],
  [/^terms\.(opensAt|closesAt|index|period|from|roundMs|cutoffMs)$/, 'terms'],
  [/^terms\.(grade|mode|reading|bands\.\*\.\*|prize|winners|pool|zone|game)$/, 'terms'],
  [/^terms\.witnesses\.\*\.(key|own)$/, 'terms'],
  [/^terms\.content$/, 'content'],
  // the reader knows one value of it
  [/^terms\.recheck$/, 'terms'],
  [/^terms\.(maxPerMember|shares)$/, 'codes'],
  [/^terms\.(issue|event|commitment|head)$/, 'commitment'],
  [/^terms\.offset$/, 'times'],
  [/^terms\.(chain|beaconChain)$/, 'beacon'],
  [/^terms\.delay$/, 'round'],
  [/^terms\.prizes\./, 'tiers'],
  [/^terms\./, 'inclusion'],
  [/^rows\.\*\.(seq|ms|time)$/, 'times'],
  [/^rows\.\*\.(first|quantity)$/, 'codes'],
  [/^rows\./, 'digest'],
  [/^seal\.(orders|digest|bets)$/, 'digest'],
  [/^seal\.sum$/, 'sum'],
  [/^seal\.(salt|secret)$/, 'commitment'],
  [/^seal\.sealedAt$/, 'inclusion'],
  [/^seal\.(shares|freeEntries)$/, 'codes'],
  [/^seal\.round$/, 'round'],
  [/^seal\.out\./, 'result'],
  [/^beacon\.round$/, 'round'],
  [/^beacon\./, 'beacon'],
  [/^result\.favour$/, 'terms'],
  [/^result\.entropy$/, 'entropy'],
  [/^result\.(code|winners\.\*|price|number|finish\.\*)$/, 'result'],
  [/^result\.tiers\./, 'tiers'],
  [/^log\.entries\./, 'inclusion'],
  [/^log\.lines\.\*\.note$/, 'inclusion'],
  [/^log\.(lines|confirmation|chainLines)\./, 'witnesses'],
  [/^log\./, 'checkpoint'],
]

type Steps = readonly (readonly [RegExp, StepName])[]

/** Of a void event no step recomputes a draw. */
const OF_VOID: Steps = [
  [/^log\.sealCheckpoint$/, 'terms'],
  [/^terms\.(event|offset|chain|delay|commitment|deadline)$/, 'inclusion'],
]
/** Before the draw neither a beacon nor tiers are there to contradict the terms. */
const OF_SEALED: Steps = [
  [/^terms\.(chain|beaconChain|prizes\.\*)$/, 'inclusion'],
  [/^log\.lines\.\*\.note$/, 'witnesses'],
]
/** The deadline of an event bounds its rows and its seal. */
const OF_EVENT: Steps = [[/^terms\.deadline$/, 'times']]
const OF_ROUND: Steps = [
  [/^terms\.chain$/, 'terms'],
  [/^rows\.\*\.bet\.game$/, 'terms'],
  [/^seal\.round$/, 'times'],
]
/** Of a draw by date fewer shares are sold than offered. */
const OF_DATE: Steps = [
  [/^terms\.shares$/, 'inclusion'],
  [/^terms\.(deadline|closes)$/, 'terms'],
]
/** Without a salt the digest is the first step that names the issue. */
const OF_PLAIN: Steps = [[/^terms\.issue$/, 'digest']]
/** The notes of the lost log are not those of the draw's entry. */
const OF_LOST: Steps = [
  [/^log\.lines\.\*\.note$/, 'witnesses'],
  [/^lost\.opened$/, 'checkpoint'],
  [/^lost\./, 'loss'],
]
const OF_QUORUM: Steps = [[/^result\.favour$/, 'inclusion']]

function stepsOf({ kind, terms, seal, result, ...more }: Sample3['document']): Steps {
  const isLost = hasLost(more)
  if (seal === null) return [...OF_VOID, ...STEP_OF]
  const hasFavour = result !== null && 'favour' in result && result.favour
  return [
    ...(isLost ? OF_LOST : []),
    ...(kind === 'round' ? OF_ROUND : []),
    ...(result === null ? OF_SEALED : []),
    ...(kind === 'event' ? OF_EVENT : []),
    ...('closes' in terms && terms.closes !== null ? OF_DATE : []),
    ...(terms.grade === 'plain' ? OF_PLAIN : []),
    ...(terms.grade === 'witnessed' && !hasFavour ? OF_QUORUM : []),
    ...STEP_OF,
  ]
}

/** Another value for a leaf, whose step does not depend on the value before. */
function other(name: string, value: unknown): unknown {
  // three seconds are a round of the beacon
  if (name === 'terms.delay') return Number(value) + 3
  if (name === 'rows.*.ms') return 0
  if (name === 'terms.bands.*.*') return Number(value) + 100
  return others(value)[0]
}

export type Altered3 = {
  readonly place: string
  readonly expected: StepName
  readonly document: unknown
}

/** One document for each leaf. */
export function altered3({ document: sample }: Pick<Sample3, 'document'>): Altered3[] {
  const document: unknown = JSON.parse(JSON.stringify(sample))
  const steps = stepsOf(sample)
  return places(document).flatMap(({ path, value }): Altered3[] => {
    if (typeof value === 'object' && value !== null) return []
    const place = path.join('.')
    const name = path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')
    const found = steps.find(([pattern]) => pattern.test(name))?.[1]
    if (found === undefined) throw new Error(`no step of version 3 checks ${name}`)
    // what is null is so for its grade or state, and the reader refuses any other value
    const expected = value === null && name !== 'lost.opened' ? 'terms' : found
    return [{ place, expected, document: changed(document, path, other(name, value)) }]
  })
}
