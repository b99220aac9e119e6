/** The verifier in Python gives the same result for each step as this package, on documents of version 3. */
import { isDeepStrictEqual } from 'node:util'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '../src/audit.ts'
import { leafHash, treeRoot } from '../src/log.ts'
import { formatKey, parseKey } from '../src/note.ts'
import { purchaseId } from '../src/purchase-id.ts'
import { type Receipt3, type SignedReceipt, signReceipt } from '../src/receipt.ts'
import { altered3 } from '../src/testing/altered-3.ts'
import {
  betReceipt3,
  eventProof3,
  eventReceipt3,
  issueProof3,
  orderReceipt3,
  roundProof3,
} from '../src/testing/documents-3.ts'
import { frauds3 } from '../src/testing/frauds-3.ts'
import { LOG_SECRET } from '../src/testing/log-samples.ts'
import { changed, others, places } from '../src/testing/mutations.ts'
import { PlayedEvent3 } from '../src/testing/played-event-3.ts'
import { uuidOf } from '../src/testing/played-lines.ts'
import { BETS } from '../src/testing/played-rounds.ts'
import type { PlayedLog } from '../src/testing/played-log.ts'
import {
  hasPython,
  NOT_RUN,
  type PythonCase,
  runPython,
  verifyInPython,
} from '../src/testing/python.fixture.ts'
import { type Dice, dice } from '../src/testing/random-proofs.ts'
import { rounds } from '../src/testing/rounds.fixture.ts'
import {
  newLog3,
  sampleGame3,
  sampleIssue3,
  samples3,
  VOUCHED,
  WITNESSES_3,
} from '../src/testing/samples-3.ts'
import type { FinishedAudit, VerifyOptions } from '../src/verify.ts'
import { verifyAnyProof } from '../src/verify/any.ts'
import { writeExport } from './export.fixture.ts'

const SEED = 20_261_128
/** of each document */
const MUTATIONS = rounds(40, 4)

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-python-3-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function describeInPython(name: string, tests: () => void): void {
  if (hasPython) describe(name, tests)
  else test(`${name}: ${NOT_RUN}`, () => console.warn(`${name}: ${NOT_RUN}`))
}

type Claim = { readonly member: string; readonly request: string }

/** @param log the whole log, which the reader has, too */
type Case = { what: string; document: unknown; options?: Omit<VerifyOptions, 'log'>; log?: PlayedLog }

function auditOf(log: PlayedLog): FinishedAudit {
  const { deployment, publicKey, entries, checkpoints } = log
  const audit = auditLog({ deployment, publicKey, entries, checkpoints })
  return {
    deployment,
    publicKey,
    find: (subject) => audit.find(subject).map(({ index }) => ({ index, bytes: entries[index]! })),
    rootAt: (size) => (size > entries.length ? null : treeRoot(entries.slice(0, size).map(leafHash))),
  }
}

function ours({ document, options, log }: Case) {
  const { verdict, failed, badge, steps } = verifyAnyProof(document, {
    ...options,
    ...(log && { log: auditOf(log) }),
  })
  return {
    verdict,
    failed: failed ?? null,
    badge,
    steps: Object.fromEntries(steps.map(({ step, status }) => [step, status])),
  }
}

function asked({ document, options = {}, log }: Case, n: number): PythonCase {
  const { publicKey, receipt, witness, claim } = options
  if (log) writeExport(join(folder, String(n)), log)
  return {
    proof: JSON.stringify(document),
    ...(receipt === undefined ? {} : { receipt: JSON.stringify(receipt) }),
    ...(publicKey === undefined ? {} : { key: publicKey }),
    ...(witness === undefined ? {} : { witness: formatKey(witness) }),
    ...(claim === undefined ? {} : { member: claim.member, request: claim.request }),
    ...(log === undefined ? {} : { folder: join(folder, String(n)) }),
  }
}

/** Compares both verifiers. @returns their results */
function compare(cases: readonly Case[]) {
  const theirs = verifyInPython(cases.map(asked))
  return cases.map((one, i) => {
    const result = ours(one)
    expect(theirs[i], one.what).toEqual(result)
    return result
  })
}

const asJson = (document: unknown): unknown => JSON.parse(JSON.stringify(document))

function mutated(roll: Dice, document: unknown): Case {
  const all = places(document)
  const { path, value } = all[roll(all.length)]!
  const candidates = [...others(value), undefined, null, 0].filter((one) => !isDeepStrictEqual(one, value))
  const other = candidates[roll(candidates.length)]
  return {
    what: `${path.join('.')} = ${JSON.stringify(other)}`,
    document: asJson(changed(document, path, other)),
  }
}

const SAMPLES = samples3().map((sample) => ({ ...sample, document: asJson(sample.document) }))
const KEYS = WITNESSES_3.map(({ key }) => parseKey(key)!)

describeInPython('the verifier in Python, on version 3', () => {
  test('agrees on documents of every kind and state, with each pinned witness, and on their mutations', () => {
    const roll = dice(SEED)
    const cases = SAMPLES.flatMap(({ name, document }): Case[] => [
      { what: name, document },
      ...KEYS.map((witness) => ({ what: `${name}, ${witness.name}`, document, options: { witness } })),
      ...Array.from({ length: MUTATIONS }, () => {
        const one = mutated(roll, document)
        return { ...one, what: `${name}: ${one.what}` }
      }),
      ...Array.from({ length: MUTATIONS }, () => {
        const one = mutated(roll, document)
        return {
          ...one,
          what: `${name}, pinned: ${one.what}`,
          options: { witness: KEYS[roll(KEYS.length)]! },
        }
      }),
    ])
    const results = compare(cases)
    const verdicts = results.filter((_, i) => i % (1 + KEYS.length + 2 * MUTATIONS) === 0)
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(SAMPLES.map(({ verdict }) => verdict))
    expect(new Set(results.map(({ verdict }) => verdict))).toEqual(
      new Set(['verified', 'sealed', 'unconfirmed', 'arithmetic', 'failed']),
    )
  })

  test('agrees on the step that a changed leaf fails', () => {
    const cases = samples3()
      .filter(({ name }) =>
        [
          'issue, favour',
          'event, void',
          'event, participants left out',
          'round, witnessed',
          'issue, seal kept by a witness',
        ].includes(name),
      )
      .flatMap((sample) =>
        altered3(sample)
          .filter((_, i) => i % rounds(1, 4) === 0)
          .map(({ place, document }) => ({ what: `${sample.name}: ${place}`, document: asJson(document) })),
      )
    expect(compare(cases).filter(({ verdict }) => verdict !== 'failed')).toEqual([])
  })

  test('agrees on what a house can write that signs everything itself', () => {
    const frauds = frauds3()
    const results = compare(
      frauds.map(({ name, document, receipt, claim, witness, log }) => ({
        what: name,
        document: asJson(document),
        options: {
          ...(receipt && { receipt }),
          ...(claim && { claim: { member: claim.member, request: claim.request } }),
          ...(witness && { witness: parseKey(witness)! }),
        },
        ...(log && { log }),
      })),
    )
    expect(results.map(({ verdict, failed }) => failed ?? verdict)).toEqual(
      frauds.map(({ expected }) => expected),
    )
  })

  test('agrees on receipts of orders, participants and bets, and on claims', () => {
    const roll = dice(SEED + 1)
    const cases: Case[] = []
    const add = (document: unknown, receipt: SignedReceipt, claim: Claim): void => {
      const own = { member: claim.member, request: claim.request }
      const other = { member: claim.member, request: claim.member }
      for (const one of [own, other])
        cases.push({ what: 'claim', document, options: { receipt, claim: one } })
      for (let n = 0; n < rounds(80, 14); n++) {
        const { what, document: content } = mutated(roll, JSON.parse(receipt.receipt))
        const signed = signReceipt(LOG_SECRET, content as Receipt3)
        cases.push({ what: `receipt: ${what}`, document, options: { receipt: signed } })
        cases.push({ what: 'outer', document, options: { receipt: mutated(roll, receipt).document } })
      }
    }
    const issue = sampleIssue3({ ...VOUCHED, free: 2 }, WITNESSES_3)
    add(asJson(issueProof3(issue)), orderReceipt3(issue, 2), issue.orders[1]!)
    const event = new PlayedEvent3(newLog3(), VOUCHED).play(WITNESSES_3)
    add(asJson(eventProof3(event)), eventReceipt3(event, 1), event.orders[0]!)
    const game = sampleGame3()
    const round = game.decide(game.seal(game.open(BETS.lucky)))
    const bet = { member: uuidOf('member 1'), request: uuidOf(`${round.period} request 1`) }
    const order = purchaseId(bet.member, bet.request)
    add(asJson(roundProof3(game, round)), betReceipt3(game, round, 1, order), bet)
    const results = compare(cases)
    expect(results[0]).toMatchObject({ verdict: 'verified', steps: { claim: 'passed', receipt: 'passed' } })
  })
})

describeInPython('the program in Python, on version 3', () => {
  test('exits with 4 for a favour that too few witnesses confirmed, and with 0 for who trusts one of them', () => {
    const unconfirmed = SAMPLES.find(({ name }) => name === 'issue, favour not confirmed')!
    writeFileSync(join(folder, 'proof.json'), JSON.stringify(unconfirmed.document))
    const said = runPython(folder, 'proof.json')
    expect(said).toMatchObject({ status: 4, err: '' })
    expect(said.out).toContain('Not confirmed: another history may exist')
    const pinned = KEYS.map((key) => runPython(folder, 'proof.json', '--witness', formatKey(key)).status)
    expect(pinned).toEqual([0, 1, 1])
  })
})
