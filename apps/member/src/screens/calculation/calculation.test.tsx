// @vitest-environment happy-dom
import { calculation } from '@fairlot/contract/endpoints/mall/draws'
import { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import type { IssueProof, Proof } from '@fairlot/fairness/proof'
import { issueProof3 } from '@fairlot/fairness/testing/documents-3'
import { lostProof3, PlayedLoss } from '@fairlot/fairness/testing/lost-3'
import { PlayedIssue3 } from '@fairlot/fairness/testing/played-issue-3'
import { PlayedLog } from '@fairlot/fairness/testing/played-log'
import { sampleProof, sampleProof1, sampleSealed } from '@fairlot/fairness/testing/proof-samples'
import {
  newLog3,
  sampleFavour3,
  sampleIssue3,
  sampleLostIssue,
  VOUCHED,
  WITNESSES_3,
} from '@fairlot/fairness/testing/samples-3'
import { VECTORS } from '@fairlot/fairness/testing/vectors-file'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { logAnswers } from '../../evidence/evidence.fixture.ts'
import { keepIn, trustWitness } from '../../evidence/keeper.ts'
import { checkProof } from '../../parts/proof/check.ts'
import { LOST_ISSUES } from '../../parts/proof/lost-issue.ts'
import { tellsLoss } from '../../parts/proof/lost.ts'
import type { CheckAnswer, CheckRequest } from '../../parts/proof/check-messages.ts'
import { paths } from '../../paths.ts'
import { queryClient } from '../../queries/query-client.ts'
import { refreshAll } from '../../queries/queries.ts'
import { memoryStore } from '../../testing/evidence-store.ts'
import { cardWith, issueWith } from '../../testing/issues.ts'
import { openApp, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

const SAMPLE = { grade: 'witnessed', reading: 'all', local: true, withLog: true } as const
const drawn = sampleProof(VECTORS.draw, SAMPLE)
const sealed = sampleSealed(VECTORS.draw, SAMPLE)

/** The document that the server gives to the worker. */
let document: Proof
let issue: string

/** Runs the check in the test's own thread. */
class CheckWorker extends EventTarget {
  terminate() {}

  postMessage(request: CheckRequest) {
    void this.#check(request)
  }

  async #check({ shown, publicKey, tag, witness, sealed: held }: CheckRequest) {
    const text = JSON.stringify(document)
    const known = { publicKey, tag, witness, ...(held === null ? {} : { sealed: await held.text() }) }
    const data: CheckAnswer = {
      kind: 'checked',
      checked: checkProof(text, shown, known, tellsLoss(text) ? LOST_ISSUES : undefined),
      file: new Blob([text], { type: 'application/json' }),
    }
    act(() => void this.dispatchEvent(new MessageEvent('message', { data })))
  }
}

/** Answers about the issue of a document, as a correct page shows it. */
function show(proof: Proof, served: Proof = proof): void {
  document = served
  issue = proof.terms.issue
  const { terms, seal, rows, result } = proof
  const entropy = result?.entropy ?? null
  const { grade } = terms
  const card = cardWith({
    issue: terms.issue,
    badge: grade === 'beacon' || grade === 'witnessed' ? `${grade}-local` : grade,
    status: result === null ? 'sold_out' : 'drawn',
    shares: terms.shares,
    sold: terms.shares,
    soldOutAt: seal.sealedAt,
    drawAt: Date.now() + 3_600_000,
    attempt: 'attempt' in seal ? seal.attempt : 1,
  })
  tell = (more) => server.answer(goodsDetail, () => issueWith(card, { grade: terms.grade, ...more }))
  tell({})
  server.answer(calculation, () => ({
    card,
    timesCounted: terms.reading,
    grade: terms.grade,
    utcOffsetMinutes: terms.offset,
    orders: seal.orders,
    sum: seal.sum,
    entropyRemainder:
      entropy === null ? null : Number(bigEndian(fromHex(entropy, 32)) % BigInt(terms.shares)),
    remainder: result && result.code - FIRST_CODE,
    code: result && result.code,
    entropy,
    digest: seal.digest,
    sealedAt: seal.sealedAt,
    witnesses: null,
    tag: null,
    rows: { items: [...rows], next: null },
  }))
}

/** Changes what the page of the issue answers. */
let tell: (more: Parameters<typeof issueWith>[1]) => void
const open = () => openApp(paths.calculation(issue))
const heading = (name: string) => screen.findByRole('heading', { name })

beforeEach(async () => {
  vi.stubGlobal('Worker', CheckWorker)
  await keepIn(memoryStore())
  const log = new PlayedLog('demo')
  log.begin()
  log.sign()
  logAnswers(server, log)
})

describe('the verdict', () => {
  test('of a drawn issue is "verified", and its witnesses stand before the random number', async () => {
    show(drawn)
    await open()
    await heading('Verified')
    const moments = within((await heading('What happened when')).parentElement!).getAllByRole('listitem')
    expect(moments.map(({ textContent }) => textContent?.replaceAll(/[\d:.]+$/g, ''))).toEqual([
      expect.stringContaining('Last order'),
      expect.stringContaining('List sealed'),
      expect.stringContaining('15\u00a0s before the random number'),
      expect.stringContaining('14\u00a0s before the random number'),
      expect.stringContaining('Random number'),
      expect.stringContaining('Drawn'),
    ])
    screen.getByText('Witnessed, local beacon')
  })

  test('names each witness that did not sign in time, and says that one is enough', async () => {
    show({ ...drawn, log: { ...drawn.log!, cosignatures: drawn.log!.cosignatures.slice(1) } })
    await open()
    await heading('Verified')
    screen.getByText('w1.example: no signature in time')
    screen.getByText(/^One named witness that signs in time is enough/)
    expect(screen.queryByText('w2.example: no signature in time')).toBeNull()
  })

  test('names the attempt of a seal', async () => {
    show(sampleProof(VECTORS.draw, { ...SAMPLE, attempts: 2 }))
    await open()
    await screen.findByText(/This is attempt 2/)
    screen.getByText('Void: no witness signed in time')
  })

  test('of a document without a log is a failure of the public log', async () => {
    show({ ...drawn, log: null })
    await open()
    await heading('Check failed: Public log')
    screen.getByText(/this proof contains no public log/)
  })

  test('of a document of another log is a failure', async () => {
    show(drawn)
    const other = new PlayedLog('demo')
    other.begin()
    other.sign({}, '7e'.repeat(32))
    logAnswers(server, other, { publicKey: '7e'.repeat(32) })
    await open()
    await screen.findByRole('heading', { name: /^Check failed/ })
  })

  test('says that an issue is of the first rules, or of the demo world', async () => {
    show(sampleProof1(VECTORS.draw, { ...SAMPLE, grade: 'beacon' }))
    await open()
    await screen.findByText(/opened under the first rules/)
  })

  test('of a demo issue says that its times are no evidence', async () => {
    show(sampleProof(VECTORS.draw, { ...SAMPLE, demo: true }))
    await open()
    await screen.findByText(/^Demo issue/)
  })
})

describe('a sealed issue', () => {
  test('is checked before the draw, and its document can be saved', async () => {
    show(sealed)
    await open()
    await heading('Sealed and checked')
    screen.getByText('Signed by witnesses: 2')
    screen.getByRole('button', { name: 'Download the sealed list' })
    expect(screen.getAllByText('not known yet').length).toBeGreaterThan(3)
  })

  test('says that it waits for the signature of a witness', async () => {
    show({ ...sealed, log: { ...sealed.log!, cosignatures: [] } })
    await open()
    await screen.findByText('Waiting for a witness to sign')
    screen.getByText('w1.example: not signed yet')
    screen.getByText('w2.example: not signed yet')
  })

  test('fails when the sealed list does not fit its seal', async () => {
    const rows = sealed.rows.map((row, i) => (i === 0 ? { ...row, tag: 'ff'.repeat(8) } : row))
    show(sealed, { ...sealed, rows })
    await open()
    await heading('Check failed: List of orders')
    screen.getByText(/do not rely on the coming result/)
  })
})

describe('after the wait', () => {
  /** Watches the sealed issue until it is drawn. */
  async function watch(before: IssueProof, after: Proof, served: Proof = after): Promise<void> {
    show(before)
    await open()
    await heading('Sealed and checked')
    show(after, served)
    await act(() => queryClient.invalidateQueries({ queryKey: [goodsDetail.path] }))
  }

  test('the device has computed the code itself, and the house agrees', async () => {
    await watch(sealed, drawn)
    await heading('Verified')
    screen.getByText(new RegExp(`^Your device computed ${drawn.result.code} .* Our result is the same`))
  })

  test('another code of the house is told', async () => {
    const other = { ...drawn, result: { ...drawn.result, code: drawn.result.code + 1 } }
    await watch(sealed, other)
    await heading('Check failed: Winning code')
    screen.getByText(new RegExp(`^Your device computed ${drawn.result.code} .* another code`))
  })
})

describe('an issue of version 3', () => {
  const [w1, w2, w3] = WITNESSES_3
  const lanes = async () => {
    const section = within((await heading('Who signed before the number')).closest('section')!)
    return section.getAllByRole('listitem').map(({ textContent }) => textContent)
  }

  test('names each witness with its time or its silence, and whom the house would need', async () => {
    show(issueProof3(sampleIssue3(VOUCHED, [w2, w3])))
    await open()
    await heading('Verified')
    const [first, second] = await lanes()
    expect(first).toMatch(/^w1operated by the houseSilent\. The others are enough\./)
    expect(second).toMatch(/s before the number$/)
    screen.getByRole('heading', { name: '2 of 3 signed in time, 2 were needed' })
    screen.getByText('The house could choose only together with 1 of these 3 witnesses.')
  })

  test('says while it is sealed who is still silent', async () => {
    show(issueProof3(new PlayedIssue3(newLog3(), VOUCHED).open().sell().seal({}, [w2])))
    await open()
    await heading('Sealed and checked')
    expect((await lanes())[2]).toMatch(/^w3Silent\./)
    screen.getByRole('heading', { name: '1 of 3 have signed so far, 2 are needed' })
    screen.getByText(/^Unless 2 of these 3 sign in time/)
  })

  test('of a favour says that another history may exist until it is confirmed', async () => {
    show(issueProof3(sampleFavour3([w1])))
    await open()
    await heading('Not confirmed yet')
    await heading('In the members’ favour')
    screen.getByText(/^Not confirmed yet: 1 of the 2 needed witnesses/)
    expect((await lanes())[0]).toContain('Late.')
  })

  test('of a favour after a loss says what was lost', async () => {
    show(issueProof3(sampleFavour3([w1])))
    tell({ vouching: { quorum: 2, together: 1, favour: true, afterLoss: true, confirmations: 0 } })
    await open()
    await screen.findByText(/^Part of our records was lost after the list was sealed/)
  })

  test('of a draw whose log was lost shows the step that leads from one log to the next', async () => {
    show(lostProof3(new PlayedLoss(sampleLostIssue(), { confirmedBy: [w1, w3] })) as Proof)
    tell({ vouching: { quorum: 2, together: 1, favour: true, afterLoss: true, confirmations: 2 } })
    await open()
    await heading('Verified')
    screen.getByText('Lost log')
    screen.getByText(/^In the lost log, a named witness signed the seal/)
    expect(screen.queryByText(/^The witnesses did not sign in time/)).toBeNull()
  })

  test('of a favour is checked again by itself when the server knows another signature', async () => {
    const favoured = sampleFavour3([w1])
    show(issueProof3(favoured))
    const vouched = (confirmations: number) => ({ quorum: 2, together: 1, favour: true, confirmations })
    tell({ vouching: vouched(1) })
    await open()
    await heading('Not confirmed yet')
    favoured.log.cosign(w3)
    document = issueProof3(favoured)
    tell({ vouching: vouched(2) })
    await act(() => refreshAll(queryClient, [goodsDetail]))
    await heading('Verified')
    screen.getByText('Confirmed: 2 of 3 witnesses have signed the ending')
    expect(screen.queryByText(/another history may exist/)).toBeNull()
  })

  test('of a favour says what the member got back, and of which amounts it is the larger one', async () => {
    show(issueProof3(sampleFavour3([w1])))
    tell({ back: { amount: '80.00', vouchers: '30.00', won: '0.00', paid: '40.00', share: '80.00' } })
    await open()
    await heading('You got ₫80.00 back')
    screen.getByText('You paid ₫40.00; an even share is ₫80.00.')
    screen.getByText(/^₫30\.00 of it came back as vouchers/)
  })

  test('of a favour says what a member got besides what was won', async () => {
    show(issueProof3(sampleFavour3([w1])))
    tell({ back: { amount: '7.33', vouchers: '0.00', won: '2.00', paid: '3.00', share: '9.33' } })
    await open()
    await heading('You got ₫7.33 on top of what you won')
    expect(screen.queryByText(/vouchers/)).toBeNull()
  })

  test('does not hold for a member whose witness was silent, and holds again without it', async () => {
    await trustWitness(w1.key)
    show(issueProof3(sampleIssue3(VOUCHED, [w2, w3])))
    const user = await open()
    await heading('This draw does not hold for you')
    screen.getByText(/^Everything else about it is correct, but w1/)
    expect((await lanes())[0]).toContain('you trust this one')
    const alert = within(screen.getByRole('alert'))
    await user.click(alert.getByRole('button', { name: 'Trust another one' }))
    await user.click(await screen.findByRole('button', { name: 'Trust no single one' }))
    await heading('Verified')
  })

  test('of a grade without witnesses does not hold for a member who trusts one', async () => {
    await trustWitness(w1.key)
    show(issueProof3(sampleIssue3({ issue: 'M3-0002' })))
    await open()
    await heading('This draw does not hold for you')
    screen.getByText(/was not named for it with the key that you chose/)
  })
})
