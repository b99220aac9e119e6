/** States of issues of version 3 that a demo world has only with witnesses of its own: the quorum, a favour, a silent witness. */
import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { parseKey } from '@fairlot/fairness/note'
import { issueProof3 } from '@fairlot/fairness/testing/documents-3'
import { PlayedIssue3 } from '@fairlot/fairness/testing/played-issue-3'
import { vouchedBy, witnessesOf } from '@fairlot/fairness/testing/played-lines'
import { newLog3 } from '@fairlot/fairness/testing/samples-3'
import type { Page } from 'playwright-core'
import { fixed, keeping, waiting } from './fair-states.ts'
import { answers, at, inCard, VERIFIED, type Data, type State } from './state.ts'

const WITNESSES = witnessesOf(4)
const [W1, W2, W3, W4] = WITNESSES as [Witness, Witness, Witness, Witness]
type Witness = (typeof WITNESSES)[number]
const ISSUE = 'M3-0001'

const opened = (): PlayedIssue3 => new PlayedIssue3(newLog3(), vouchedBy(WITNESSES, 3, [W4])).open().sell()
const sealed = opened().seal({}, [W1, W2])
const vouched = opened().seal({}, [W1, W2, W3]).draw()
const favoured = opened().seal({}, [W1, W2]).draw().favour()
favoured.log.cosign(W3)

/** The named witnesses and their quorum as the server tells of them before the seal. */
function named({ terms }: PlayedIssue3, favour: boolean | null): Data {
  const witnesses = (terms.witnesses ?? []).map(({ key, own = false }) => ({
    key,
    name: parseKey(key)!.name,
    own,
    signedAt: null,
    lateAt: null,
  }))
  return {
    grade: 'witnessed',
    witnesses,
    vouching: { quorum: 3, together: 2, favour, confirmations: favour === true ? 1 : null },
  }
}

/** Shows an issue on sale with witnesses in place of one of the demo world. */
const onSale = answers('/goods/detail', (data) => {
  Object.assign(data, named(sealed, null))
  Object.assign(data['card'] as Data, { badge: 'witnessed-local' })
})

/** Shows a sealed or drawn issue with its document in place of one of the demo world. */
const showing = (issue: PlayedIssue3) => async (page: Page) => {
  await keeping(page)
  const proof = issueProof3(issue)
  const { terms, seal, rows, result } = proof
  const entropy = result?.entropy ?? null
  const calculated = {
    timesCounted: terms.reading,
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
    tag: null,
    rows: { items: rows, next: null },
    ...named(issue, result && result.favour),
  }
  let shown: Data = {}
  await answers(
    '/goods/detail',
    inCard((card) => {
      const stage =
        result === null
          ? { status: 'sold_out', drawnAt: null, winner: null, drawAt: Date.now() + 27_000 }
          : { status: 'drawn', drawAt: issue.knownMs }
      const facts = { issue: ISSUE, badge: 'witnessed-local', shares: terms.shares, sold: terms.shares }
      shown = Object.assign(card, { ...facts, soldOutAt: seal.sealedAt, attempt: 1, ...stage })
    }),
  )(page)
  await page.route('**/api/goods/calculation', (route) =>
    route.fulfill({ json: { flag: 0, data: { card: shown, ...calculated } } }),
  )
  await fixed(page, '/goods/proof', proof)
  await waiting(page)
  const { publicKey } = issue.log
  await fixed(page, '/fair/about', { deployment: 'demo', publicKey, verifier: null, witnesses: [] })
}

const calculation = '#/pages/goods/calculation?issue=PHONE-0001'
const LANES = 'section[aria-labelledby=who-signed] ol'
const choose = (page: Page) => page.locator('section[aria-labelledby=who-signed] button').click()

export const QUORUM_STATES: readonly State[] = [
  at('goods-quorum', 'nobody', '#/pages/goods/goods?issue=COOKER-0003', { before: onSale }),
  at('calculation-quorum', 'nobody', calculation, { before: showing(vouched), ...VERIFIED, forgets: true }),
  at('calculation-quorum-sealed', 'nobody', calculation, {
    before: showing(sealed),
    shows: LANES,
    forgets: true,
  }),
  at('calculation-favour', 'nobody', calculation, { before: showing(favoured), shows: LANES, forgets: true }),
  at('calculation-trust', 'nobody', calculation, {
    before: showing(vouched),
    act: choose,
    shows: '[role=dialog] [role=radiogroup]',
    forgets: true,
  }),
]
