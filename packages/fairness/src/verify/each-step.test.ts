import { expect, test } from 'vitest'
import { verifyIndependently } from '../testing/independent/verifier.fixture.ts'
import { changed, others, places } from '../testing/mutations.ts'
import { sampleProof, sampleProof1 } from '../testing/proof-samples.ts'
import { VECTORS } from '../testing/vectors-file.ts'
import { type StepName, verifyProof } from '../verify.ts'

/** The step that fails when a field is changed; `*` is any index of a list. */
const STEP_OF_BOTH: Record<string, StepName> = {
  version: 'terms',
  kind: 'terms',
  deployment: 'checkpoint',
  'terms.issue': 'commitment',
  'terms.shares': 'codes',
  'terms.price': 'inclusion',
  'terms.reading': 'sum',
  'terms.grade': 'terms',
  'terms.offset': 'times',
  'terms.chain': 'beacon',
  'terms.delay': 'round',
  'terms.bands.*.*': 'tiers',
  'terms.prizes.*': 'tiers',
  'terms.commitment': 'commitment',
  'terms.at': 'inclusion',
  'rows.*.seq': 'times',
  'rows.*.ms': 'times',
  'rows.*.time': 'times',
  'rows.*.first': 'codes',
  'rows.*.quantity': 'codes',
  'rows.*.tag': 'digest',
  'seal.orders': 'digest',
  'seal.digest': 'digest',
  'seal.sum': 'sum',
  'seal.salt': 'commitment',
  'seal.sealedAt': 'inclusion',
  'seal.round': 'round',
  'beacon.chain': 'beacon',
  'beacon.round': 'round',
  'beacon.signature': 'beacon',
  'beacon.publicKey': 'beacon',
  'result.entropy': 'entropy',
  'result.code': 'result',
  'result.tiers.*.tier': 'tiers',
  'result.tiers.*.from': 'tiers',
  'result.tiers.*.to': 'tiers',
  'result.tiers.*.prize': 'tiers',
  'result.tiers.*.codes': 'tiers',
  'log.entries.*.index': 'inclusion',
  'log.entries.*.bytes': 'inclusion',
  'log.entries.*.inclusion.*': 'inclusion',
  'log.sealCheckpoint': 'checkpoint',
  'log.checkpoint': 'checkpoint',
  'log.consistency.*': 'checkpoint',
  'log.publicKey': 'checkpoint',
}

const STEP_OF: Record<string, StepName> = {
  ...STEP_OF_BOTH,
  'terms.recyclePercent': 'inclusion',
  'terms.value': 'inclusion',
  'terms.maxPerMember': 'inclusion',
  'terms.minVip': 'inclusion',
  'terms.deadline': 'inclusion',
  'terms.mode': 'inclusion',
  'terms.demo': 'inclusion',
  'terms.witnesses.*': 'terms',
  'seal.attempt': 'terms',
  'log.cosignatures.*': 'witnesses',
}

/** Replacements for fields whose default replacement would be malformed. */
const OTHER: Record<string, unknown> = {
  'terms.reading': 'before-final',
  'terms.grade': 'salt',
  'terms.mode': 'cash',
}
/** Fields whose changed value makes the bands malformed, so that step `terms` fails. */
const MALFORMED = ['terms.bands.0.0', 'terms.bands.0.1']

const OPTIONS = { reading: 'all', local: true, withLog: true } as const

test.each([
  ['2', STEP_OF, sampleProof(VECTORS.draw, { ...OPTIONS, grade: 'witnessed', attempts: 2 })],
  ['1', STEP_OF_BOTH, sampleProof1(VECTORS.draw, { ...OPTIONS, grade: 'beacon' })],
])('changing a field of a proof of version %s fails the step that checks the field', (_, steps, sample) => {
  const proof: unknown = JSON.parse(JSON.stringify(sample))
  const seen = new Set<string>()
  for (const { path, value } of places(proof)) {
    if (typeof value === 'object') continue
    const name = path.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')
    const step = MALFORMED.includes(path.join('.')) ? 'terms' : steps[name]
    expect(step, `${name} belongs to no step`).toBeDefined()
    seen.add(name)
    const document = changed(proof, path, OTHER[name] ?? others(value)[0])
    expect(verifyProof(document).failed, path.join('.')).toBe(step)
    expect(verifyIndependently(document).failed, path.join('.')).toBe(step)
  }
  expect([...seen].toSorted()).toEqual(Object.keys(steps).toSorted())
})
