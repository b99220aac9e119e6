import { formatMoney } from '@fairlot/contract/money/money'
import type { EventProof3 } from '@fairlot/fairness/proof'
import type { EventProof } from '@fairlot/fairness/proof/event-types'
import { eventProof3 } from '@fairlot/fairness/testing/documents-3'
import { lostProof3, PlayedLoss } from '@fairlot/fairness/testing/lost-3'
import { PlayedEvent3 } from '@fairlot/fairness/testing/played-event-3'
import { randomEvent } from '@fairlot/fairness/testing/random-events'
import type { EventState } from '@fairlot/fairness/testing/random-events'
import { dice } from '@fairlot/fairness/testing/random-proofs'
import { newLog3, sampleVoid3, VOUCHED, WITNESSES_3 } from '@fairlot/fairness/testing/samples-3'
import { describe, expect, test } from 'vitest'
import { checkEvent, hasEnded } from './event-check.ts'
import type { ShownEvent } from './event-check.ts'
import { LOST_EVENTS } from './lost-event.ts'

const made = (state: EventState, withLog = true) => randomEvent(dice(7), { state, withLog })

/** What a correct page shows for a proof. */
function shownOf({ terms, seal, rows, result }: EventProof | EventProof3): ShownEvent {
  const { event, pool, winners, prize, friends, topUp, deadline, commitment } = terms
  const amount = (units: string) => formatMoney(BigInt(units))
  const [row] = rows
  const out = seal !== null && 'out' in seal ? (seal.out ?? []) : []
  return {
    event,
    pool: amount(pool),
    winners,
    prize: amount(prize),
    friends,
    topUp: amount(topUp),
    deadline,
    commitment,
    participants: rows.length,
    leftOut: out.length,
    results: result?.winners ?? null,
    isVoid: seal === null,
    own: row === undefined ? null : { seq: 1, tag: row.tag, isOut: out.includes(1) },
  }
}

function check(
  proof: EventProof | EventProof3,
  shown: Partial<ShownEvent> = {},
  witness: string | null = null,
) {
  const publicKey = proof.log?.publicKey ?? '00'.repeat(32)
  return checkEvent(JSON.stringify(proof), { ...shownOf(proof), ...shown }, publicKey, witness)
}

describe('the check of an event on the device', () => {
  test('verifies a drawn event and the values of the page', () => {
    const checked = check(made('drawn').proof)
    expect(checked).toMatchObject({ verdict: 'verified', isVoid: false, failed: null })
    expect(checked.steps.at(-1)).toMatchObject({ step: 'page', status: 'passed' })
  })

  test('says that a sealed event has no winners yet', () => {
    const { proof } = made('sealed')
    expect(check(proof)).toMatchObject({ verdict: 'sealed', failed: null })
    expect(hasEnded(JSON.stringify(proof))).toBe(false)
  })

  test('verifies that an event is void', () => {
    const { proof } = made('void')
    expect(check(proof)).toMatchObject({ verdict: 'verified', isVoid: true, failed: null })
    expect(hasEnded(JSON.stringify(proof))).toBe(true)
  })

  test.each([
    ['the pool', { pool: '1.00' }],
    ['the winners', { results: [99_999] }],
    ['the deadline', { deadline: 1 }],
    ['the tag of the member', { own: { seq: 1, tag: '00'.repeat(8), isOut: false } }],
    ['somebody who is left out', { leftOut: 1 }],
  ] satisfies [string, Partial<ShownEvent>][])('fails when the page shows another value: %s', (_, shown) => {
    expect(check(made('drawn').proof, shown)).toMatchObject({
      verdict: 'failed',
      failed: { step: 'page', status: 'failed' },
    })
  })

  test('proves nothing without the log', () => {
    expect(check(made('drawn', false).proof).verdict).not.toBe('verified')
  })

  test('refuses another document', () => {
    expect(checkEvent('{"kind":"event"}', shownOf(made('drawn').proof), '00'.repeat(32)).verdict).toBe(
      'failed',
    )
    expect(hasEnded('{"kind":"round"}')).toBeNull()
  })
})

describe('an event of version 3', () => {
  const [w1, , w3] = WITNESSES_3
  const late = new PlayedEvent3(newLog3(), VOUCHED).play([w3])
  late.log.cosign(w1)
  const favour = eventProof3(late)

  test('in favour of the members names who signed in time, late and not at all', () => {
    const checked = check(favour)
    expect(checked).toMatchObject({ verdict: 'unconfirmed', isFavour: true, failed: null })
    expect(checked.vouched).toMatchObject({ of: 'seal', ending: 'favour', quorum: 2, confirmations: 1 })
    const states = checked.vouched!.witnesses.map(({ signedAt, lateAt }) => [
      signedAt !== null,
      lateAt !== null,
    ])
    expect(states).toEqual([
      [false, true],
      [false, false],
      [true, false],
    ])
  })

  test('whose log was lost is checked step by step by what is loaded for it alone', () => {
    const joined = new PlayedEvent3(newLog3(), VOUCHED).open().join().seal({}, [w3])
    const proof = lostProof3(new PlayedLoss(joined, { confirmedBy: [w1, w3] })) as EventProof3
    expect(check(proof)).toMatchObject({ verdict: 'failed', failed: { step: 'terms' } })
    const text = JSON.stringify(proof)
    const checked = checkEvent(text, shownOf(proof), proof.log!.publicKey, null, LOST_EVENTS)
    expect(checked).toMatchObject({ verdict: 'verified', isFavour: false, failed: null })
    expect(checked.steps).toContainEqual(expect.objectContaining({ step: 'loss', status: 'passed' }))
  })

  test('that leaves participants out says who, and fails when the page says otherwise', () => {
    const event = new PlayedEvent3(newLog3(), { recheck: true, grade: 'salt' })
    const proof = eventProof3(event.open().join().leave(1, 4).seal().draw())
    expect(check(proof)).toMatchObject({ verdict: 'verified', out: [1, 4], failed: null })
    const own = { seq: 1, tag: proof.rows[0]!.tag, isOut: false }
    expect(check(proof, { own })).toMatchObject({ verdict: 'failed', failed: { step: 'page' } })
    expect(check(proof, { leftOut: 0 })).toMatchObject({ failed: { step: 'page' } })
  })

  test('that is void because nobody stays names all of them', () => {
    const event = new PlayedEvent3(newLog3(), { recheck: true }).open().join([1, 1]).leave(1, 2).void()
    const shown = { participants: 2, leftOut: 2, own: { seq: 2, tag: '00'.repeat(8), isOut: true } }
    expect(check(eventProof3(event), shown)).toMatchObject({ verdict: 'verified', isVoid: true, out: [1, 2] })
  })

  test('that is void says how many have confirmed it', () => {
    const checked = check(eventProof3(sampleVoid3([w1])), { isVoid: true })
    expect(checked).toMatchObject({ verdict: 'unconfirmed', isVoid: true })
    expect(checked.vouched).toMatchObject({ ending: 'void', from: null, confirmations: 1 })
  })

  test('holds for a member whose witness confirmed it, and not for others', () => {
    expect(check(favour, {}, w1.key)).toMatchObject({ verdict: 'verified', trusted: { state: 'signed' } })
    expect(check(favour, {}, w3.key)).toMatchObject({ verdict: 'untrusted', trusted: { state: 'silent' } })
  })
})
