/** Documents and receipts of version 3: each with one leaf changed, and what a house can write that signs everything itself. */
import { type Altered3, altered3 } from '../src/testing/altered-3.ts'
import { frauds3 } from '../src/testing/frauds-3.ts'
import { samples3 } from '../src/testing/samples-3.ts'
import { exportOf, type KitCase } from './kit-case.ts'

const ALTERED = new Set([
  'issue, salt',
  'issue, favour',
  'event, favour',
  'event, void',
  'event, participants left out',
  'round, witnessed',
  'issue, seal kept by a witness',
])

/** Of lists with many alike items the first one is enough, and of a lost log what other documents do not have. */
function isShown({ place }: Altered3, name: string): boolean {
  if (name.includes('kept')) return /^(lost|log|deployment)/.test(place)
  return !/^(rows|log\.entries)\.[1-9]/.test(place)
}

export function version3(): KitCase[] {
  const samples = samples3()
  const controls = samples.map(({ name, verdict, document }): KitCase => ({
    name: `version 3 ${name}/control`,
    expected: verdict,
    proof: JSON.stringify(document),
  }))
  const altered = samples
    .filter(({ name }) => ALTERED.has(name))
    .flatMap((sample) =>
      altered3(sample)
        .filter((one) => isShown(one, sample.name))
        .map(({ place, expected, document }): KitCase => ({
          name: `version 3 ${sample.name}/${place} changed`,
          expected,
          proof: JSON.stringify(document),
        })),
    )
  const frauds = frauds3().map(({ name, expected, document, receipt, claim, witness, log }): KitCase => ({
    name: `version 3 ${name}`,
    expected,
    proof: JSON.stringify(document),
    ...(receipt && { receipt: JSON.stringify(receipt) }),
    ...(claim && { claim: { member: claim.member, request: claim.request } }),
    ...(witness && { witness }),
    ...(log && { log: exportOf(log) }),
  }))
  return [...controls, ...altered, ...frauds]
}
