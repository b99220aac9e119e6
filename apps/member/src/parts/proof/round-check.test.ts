import type { RoundProof, RoundProof3 } from '@fairlot/fairness/proof'
import { dice } from '@fairlot/fairness/testing/random-proofs'
import { randomRound } from '@fairlot/fairness/testing/random-rounds'
import type { RoundState } from '@fairlot/fairness/testing/random-rounds'
import { samples3, WITNESSES_3 } from '@fairlot/fairness/testing/samples-3'
import { describe, expect, test } from 'vitest'
import { checkRound, hasEnded } from './round-check.ts'
import type { ShownRound } from './round-check.ts'

const made = (state: RoundState, withLog = true) => randomRound(dice(7), { state, withLog })

/** What a correct page shows for a proof. */
function shownOf({ terms, seal, result }: RoundProof | RoundProof3): ShownRound {
  const finish = result && 'finish' in result ? result.finish : null
  const lucky = result && 'price' in result ? result : null
  return {
    game: terms.game,
    period: terms.period,
    bets: seal?.bets ?? 3,
    opensAt: terms.opensAt,
    closesAt: terms.closesAt,
    outcome: lucky?.number ?? finish?.[0] ?? null,
    price: lucky?.price ?? null,
    finish,
    isVoid: seal === null,
  }
}

function check(
  proof: RoundProof | RoundProof3,
  shown: Partial<ShownRound> = {},
  receipts: unknown[] = [],
  witness: string | null = null,
) {
  const publicKey = proof.log?.publicKey ?? '00'.repeat(32)
  return checkRound(JSON.stringify(proof), { ...shownOf(proof), ...shown }, { publicKey, receipts, witness })
}

describe('the check of a round on the device', () => {
  test('verifies a settled round with the receipt of a bet', () => {
    const { proof, receipt } = made('decided')
    const checked = check(proof, {}, [receipt])
    expect(checked).toMatchObject({ verdict: 'verified', isVoid: false, failed: null })
    expect(checked.steps.filter(({ step }) => step === 'receipt' || step === 'page')).toMatchObject([
      { step: 'receipt', status: 'passed' },
      { step: 'page', status: 'passed' },
    ])
  })

  test('says that a sealed round has no result yet', () => {
    const { proof } = made('sealed')
    expect(check(proof)).toMatchObject({ verdict: 'sealed', failed: null })
    expect(hasEnded(JSON.stringify(proof))).toBe(false)
  })

  test.each(['void', 'void sealed'] as const)('verifies that a round is void (%s)', (state) => {
    const { proof } = made(state)
    expect(check(proof)).toMatchObject({ verdict: 'verified', isVoid: true, failed: null })
    expect(hasEnded(JSON.stringify(proof))).toBe(true)
  })

  test('calls a round in a zone that the browser does not know neither right nor wrong', () => {
    const { proof } = made('decided')
    const unknown = { ...proof, terms: { ...proof.terms, zone: 'Asia/Nowhere' } } as RoundProof
    const checked = check(unknown)
    expect(checked).toMatchObject({ verdict: 'unknown-zone', failed: null })
    expect(checked.steps).toMatchObject([{ step: 'terms', status: 'absent' }])
  })

  test('fails when the page shows another result than the proof', () => {
    const { proof } = made('decided')
    const outcome = (shownOf(proof).outcome ?? 0) + 1
    expect(check(proof, { outcome })).toMatchObject({ verdict: 'failed', failed: { step: 'page' } })
  })

  test('fails with a receipt of a bet that the sealed list does not have', () => {
    const { proof } = made('decided')
    const { receipt } = randomRound(dice(8), { state: 'decided' })
    expect(check(proof, {}, [receipt])).toMatchObject({ verdict: 'failed', failed: { step: 'receipt' } })
  })

  test('fails with a log of another key than the trusted one', () => {
    const { proof } = made('decided')
    const known = { publicKey: 'ab'.repeat(32), receipts: [] }
    expect(checkRound(JSON.stringify(proof), shownOf(proof), known).verdict).toBe('failed')
  })

  test('of a document without a log proves nothing', () => {
    expect(check(made('decided', false).proof).verdict).not.toBe('verified')
  })

  test('refuses a text that is not the proof of a round', () => {
    const shown = shownOf(made('decided').proof)
    expect(checkRound('{}', shown, { publicKey: '00'.repeat(32), receipts: [] })).toMatchObject({
      verdict: 'failed',
      failed: { step: 'terms' },
    })
    expect(hasEnded('{}')).toBeNull()
  })
})

describe('a round of version 3', () => {
  const [w1, w2] = WITNESSES_3
  const sample = (name: string) => samples3().find((one) => one.name === name)!.document as RoundProof3
  const witnessed = sample('round, witnessed')

  test('names who signed its chain before the first round opened, and who was silent', () => {
    const checked = check(witnessed)
    expect(checked).toMatchObject({ verdict: 'verified', hasQuorum: true })
    expect(checked.vouched).toMatchObject({ of: 'chain', ending: 'vouched', quorum: 2, together: 1 })
    const { from, until, witnesses } = checked.vouched!
    expect(witnesses.map(({ signedAt }) => signedAt !== null)).toEqual([false, true, true])
    expect(
      witnesses.every(
        ({ signedAt }) => signedAt === null || (signedAt >= from! - 1_000 && signedAt < until!),
      ),
    ).toBe(true)
    expect(check(sample('round, beacon'))).toMatchObject({ hasQuorum: true, vouched: null })
  })

  test('holds for a member who trusts a witness that signed its chain, and not for others', () => {
    expect(check(witnessed, {}, [], w2.key)).toMatchObject({
      verdict: 'verified',
      trusted: { state: 'signed' },
    })
    expect(check(witnessed, {}, [], w1.key)).toMatchObject({
      verdict: 'untrusted',
      trusted: { state: 'silent' },
    })
    expect(check(sample('round, sealed'), {}, [], w1.key)).toMatchObject({ verdict: 'untrusted' })
  })
})
