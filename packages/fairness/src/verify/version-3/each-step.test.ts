import { expect, test } from 'vitest'
import { altered3 } from '../../testing/altered-3.ts'
import { isSoak } from '../../testing/rounds.fixture.ts'
import { samples3 } from '../../testing/samples-3.ts'
import { verifyAnyProof } from '../any.ts'

const SAMPLES = samples3()

test.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
  'a document of version 3 has its verdict: %s',
  (_, { verdict, document }) => {
    const { steps, ...found } = verifyAnyProof(JSON.parse(JSON.stringify(document)))
    expect(steps.filter(({ status }) => status === 'failed')).toEqual([])
    expect(found.verdict).toBe(verdict)
    expect(found.ok).toBe(verdict === 'verified' || verdict === 'sealed')
  },
)

/** The documents whose every leaf is changed. A change of a document with a beacon costs a pairing. */
const CHANGED = SAMPLES.filter(
  ({ name, verdict }) =>
    (verdict === 'verified' || verdict === 'sealed') &&
    (isSoak ||
      [
        'issue, salt',
        'issue, favour',
        'event, favour',
        'event, void',
        'event, participants left out',
        'round, witnessed',
        'issue, lost log',
        'issue, seal kept by a witness',
        'event, lost log',
      ].includes(name)),
)

test.each(CHANGED.map((sample) => [sample.name, sample] as const))(
  'a change of every leaf fails the step that checks it: %s',
  (_, sample) => {
    // of a second document of a loss only the parts that differ
    const isTold = (place: string): boolean =>
      isSoak || !sample.name.endsWith('lost log') || /^(deployment$|lost|log)/.test(place)
    const cases = altered3(sample).filter(({ place }) => isTold(place))
    const wrong = cases.flatMap(({ place, expected, document }) => {
      const { failed, verdict } = verifyAnyProof(document)
      return failed === expected ? [] : [`${place}: ${failed ?? verdict}, not ${expected}`]
    })
    expect(wrong).toEqual([])
  },
)
