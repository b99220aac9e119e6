/** All cases of the "break it" kit, always the same ones. */
import type { Grade } from '../src/draw.ts'
import type { IssueProof, IssueProof1 } from '../src/proof.ts'
import { dice, randomProof1 } from '../src/testing/random-proofs.ts'
import { absurdEvents } from './absurd-events.ts'
import { absurdLogs } from './absurd-logs.ts'
import { absurdLogs3 } from './absurd-logs-3.ts'
import { absurdRounds } from './absurd-rounds.ts'
import { alteredExports } from './altered-exports.ts'
import { alteredFields, brokenShapes } from './altered-fields.ts'
import { alteredReceipts } from './altered-receipts.ts'
import { eventProofs } from './event-proofs.ts'
import { beaconFrauds, redrawings } from './frauds.ts'
import { attemptFrauds, houseFrauds, witnessFrauds } from './house-frauds.ts'
import { type IssuePlan, played } from './house.ts'
import type { KitCase } from './kit-case.ts'
import { pinnedWitness } from './pinned-witness.ts'
import { receiptsInLog } from './receipts-in-log.ts'
import { roundProofs } from './round-proofs.ts'
import { version3 } from './version-3.ts'

const SEED = 20_261_122
const GRADES: readonly Grade[] = ['plain', 'salt', 'beacon', 'witnessed']

const plan = (grade: Grade, n = 0): IssuePlan => ({
  issue: `K${n}-0001`,
  grade,
  reading: n % 2 === 0 ? 'all' : 'before-final',
  seed: SEED + n,
})

const control = (name: string, proof: IssueProof | IssueProof1): KitCase => ({
  name: `${name}/control`,
  expected: proof.result === null ? 'sealed' : 'verified',
  proof: JSON.stringify(proof),
})

function proofs(): KitCase[] {
  const cases: KitCase[] = []
  GRADES.forEach((grade, n) => {
    const { proof } = played(plan(grade, n))
    cases.push(
      control(`proof ${grade}`, proof),
      ...alteredFields(`proof ${grade}`, proof),
      ...redrawings(`frauds ${grade}`, proof),
    )
    cases.push(...houseFrauds(`house ${grade}`, plan(grade, n)))
    cases.push(...alteredReceipts(`receipts ${grade}`, proof))
  })
  const beacon = played(plan('beacon', 5)).proof
  cases.push(...brokenShapes('shapes beacon', beacon), ...beaconFrauds('beacon', beacon))
  for (const grade of ['beacon', 'witnessed'] as const) {
    const sealed = played({ ...plan(grade, 6), sealed: true }).proof
    cases.push(
      control(`sealed ${grade}`, sealed),
      ...alteredFields(`sealed ${grade}`, sealed, /^(terms|seal|log)\./),
    )
    cases.push(...redrawings(`frauds sealed ${grade}`, sealed))
  }
  const attempts = played({ ...plan('witnessed', 7), attempts: 3 }).proof
  cases.push(control('attempts', attempts), ...alteredFields('attempts', attempts, /^(seal|log)\./))
  cases.push(...attemptFrauds('attempts', plan('witnessed', 7)))
  cases.push(
    ...witnessFrauds('lines', plan('witnessed', 8)),
    ...witnessFrauds('lines sealed', { ...plan('witnessed', 8), sealed: true }),
  )
  cases.push(...receiptsInLog([plan('plain', 9), plan('witnessed', 10)]))
  cases.push(...brokenShapes('shapes witnessed', played(plan('witnessed', 8)).proof))
  return [...cases, ...oldProofs()]
}

/** Proofs of issues that opened under the rules of version 1. */
function oldProofs(): KitCase[] {
  const roll = dice(SEED)
  return (['plain', 'salt', 'beacon'] as const).flatMap((grade) => {
    const proof = randomProof1(roll, { grade, withLog: true })
    const name = `version 1 ${grade}`
    return [control(name, proof), ...alteredFields(name, proof, /^(terms|seal|result|log)\./)]
  })
}

export function kitCases(): KitCase[] {
  const cases = [
    ...proofs(),
    ...absurdLogs(),
    ...absurdLogs3(),
    ...absurdRounds(),
    ...roundProofs(),
    ...absurdEvents(),
    ...eventProofs(),
    ...pinnedWitness(),
    ...version3(),
    ...alteredExports('beacon'),
    ...alteredExports('witnessed'),
  ]
  const names = new Set(cases.map(({ name }) => name))
  if (names.size !== cases.length) {
    const twice = cases.find(({ name }, i) => cases.findIndex((other) => other.name === name) < i)
    throw new Error(`the kit has two cases of the name ${twice?.name}`)
  }
  return cases
}
