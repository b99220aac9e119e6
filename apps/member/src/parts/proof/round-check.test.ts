import type { RoundProof } from '@fairlot/fairness/proof'
import { dice } from '@fairlot/fairness/testing/random-proofs'
import { randomRound } from '@fairlot/fairness/testing/random-rounds'
import type { RoundState } from '@fairlot/fairness/testing/random-rounds'
import { describe, expect, test } from 'vitest'
import { checkRound, hasEnded } from './round-check.ts'
import type { ShownRound } from './round-check.ts'

const made = (state: RoundState, withLog = true) => randomRound(dice(7), { state, withLog })

/** What a correct page shows for a proof. */
function shownOf({ terms, seal, result }: RoundProof): ShownRound {
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

function check(proof: RoundProof, shown: Partial<ShownRound> = {}, receipts: unknown[] = []) {
  const publicKey = proof.log?.publicKey ?? '00'.repeat(32)
  return checkRound(JSON.stringify(proof), { ...shownOf(proof), ...shown }, { publicKey, receipts })
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
