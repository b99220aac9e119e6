/** States of issues of version 3 that a demo world has only with witnesses of its own: the quorum, a favour, a silent witness. */
import { formatMoney } from '@fairlot/contract/money/money'
import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { parseKey } from '@fairlot/fairness/note'
import { eventProof3, issueProof3, roundProof3 } from '@fairlot/fairness/testing/documents-3'
import { PlayedEvent3 } from '@fairlot/fairness/testing/played-event-3'
import { PlayedGame3 } from '@fairlot/fairness/testing/played-game-3'
import { PlayedIssue3 } from '@fairlot/fairness/testing/played-issue-3'
import { vouchedBy, witnessesOf } from '@fairlot/fairness/testing/played-lines'
import { BETS } from '@fairlot/fairness/testing/played-rounds'
import { newLog3 } from '@fairlot/fairness/testing/samples-3'
import type { Page } from 'playwright-core'
import { prize } from './event-states.ts'
import { fixed, keeping, waiting } from './fair-states.ts'
import { answers, answerWith, at, VERIFIED, type Data, type State } from './state.ts'

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
  await answers('/goods/detail', (data) => {
    const back = { amount: '40.00', vouchers: '0.00', won: '0.00', paid: '40.00', share: '33.00' }
    Object.assign(data, named(issue, result && result.favour), {
      back: result?.favour === true ? back : null,
    })
    const card = data['card'] as Data
    const stage =
      result === null
        ? { status: 'sold_out', drawnAt: null, winner: null, drawAt: Date.now() + 27_000 }
        : { status: 'drawn', drawAt: issue.knownMs }
    const facts = { issue: ISSUE, badge: 'witnessed-local', shares: terms.shares, sold: terms.shares }
    shown = Object.assign(card, { ...facts, soldOutAt: seal.sealedAt, attempt: 1, ...stage })
  })(page)
  await page.route('**/api/goods/calculation', (route) =>
    route.fulfill({ json: { flag: 0, data: { card: shown, ...calculated } } }),
  )
  await fixed(page, '/goods/proof', proof)
  await waiting(page)
  const { publicKey } = issue.log
  await fixed(page, '/fair/about', { deployment: 'demo', publicKey, verifier: null, witnesses: [] })
}

/** The events and the game of these witnesses: each with its own log. */
const event = () => new PlayedEvent3(newLog3(), vouchedBy(WITNESSES, 3, [W4]))
const favouredEvent = event().play([W1, W2])
for (const witness of [W1, W3]) favouredEvent.log.cosign(witness)
const voidEvent = event().open().join()
voidEvent.log.now += 7 * 86_400_000
voidEvent.void()
for (const witness of [W1, W2, W3]) voidEvent.log.cosign(witness)

const amountOf = (units: string) => formatMoney(BigInt(units))

/** Shows an ended event with its document in place of one of the demo world. */
const showingEvent = (played: PlayedEvent3, joined: Data) => async (page: Page) => {
  await keeping(page)
  const proof = eventProof3(played)
  const { terms, rows } = proof
  const { event: id, pool, winners, prize: each, friends, topUp, deadline, commitment } = terms
  const drawn = proof.result
  const own = {
    id: '018f0000-0000-7000-8000-0000000000e1',
    seq: 1,
    at: deadline,
    tag: rows[0]?.tag ?? 'ab'.repeat(8),
  }
  await prize(
    {
      event: id,
      pool: amountOf(pool),
      winners,
      prize: amountOf(each),
      friends,
      topUp: amountOf(topUp),
      deadline,
      commitment,
      opensAt: terms.at,
      grade: 'witnessed',
      status: drawn === null ? 'void' : 'drawn',
      drawAt: drawn === null ? null : deadline + 60_000,
      drawnAt: drawn === null ? null : deadline + 90_000,
      participants: played.rows.length,
      share: drawn === null ? '200.00' : '500.00',
      results: (drawn?.winners ?? []).map((seq, index) => ({
        place: index + 1,
        seq,
        name: 'Nabila ***',
        prize: amountOf(each),
        mine: false,
      })),
    },
    {
      own: { friends: [], counted: 3, joined: { ...own, prize: null, share: null, paid: false, ...joined } },
    },
  )(page, 'en-us')
  await fixed(page, '/prize/proof', proof)
  await waiting(page)
  const { publicKey } = played.log
  await fixed(page, '/fair/about', { deployment: 'demo', publicKey, verifier: null, witnesses: [] })
}

const game = new PlayedGame3(newLog3(), vouchedBy(WITNESSES, 3, [W4]))
game.publish({}, [W1, W2, W3])
const decided = game.decide(game.seal(game.open(BETS.lucky)))

/** Shows a settled round, whose chain the quorum signed, with its document. */
async function showingRound(page: Page): Promise<void> {
  await keeping(page)
  const proof = roundProof3(game, decided)
  const { terms, seal, result } = proof
  await answerWith('/game/round', {
    now: Date.now(),
    kind: 'lucky',
    state: 'on',
    round: {
      game: terms.game,
      period: terms.period,
      status: 'settled',
      opensAt: terms.opensAt,
      closesAt: terms.closesAt,
      endsAt: terms.opensAt + 60_000,
      drawAt: terms.closesAt + 5_000,
      bets: seal.bets,
      stake: '840.00',
      result:
        result !== null && 'price' in result
          ? { outcome: result.number, price: result.price, finish: null }
          : null,
    },
    previous: null,
    options: [],
    feePercent: '2',
    contracts: ['1.00'],
    maxMultiple: 100,
    maxPicks: 5,
    memberLimit: null,
    memberRoom: null,
    bets: [],
    mine: { bets: 0, amount: '0.00', payout: '0.00' },
    today: null,
    grade: 'witnessed',
    chain: { number: 1, head: terms.head, length: terms.length, index: terms.index, value: seal.secret },
    digest: seal.digest,
    voidReason: null,
    witnesses: null,
  })(page, 'en-us')
  await fixed(page, '/game/proof', proof)
  await waiting(page)
  const { publicKey } = game.log
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
  at('event-favour', 'member', '#/pages/prize/prize', {
    before: showingEvent(favouredEvent, { share: '500.00', paid: true }),
    shows: LANES,
    forgets: true,
  }),
  at('event-void-shared', 'member', '#/pages/prize/prize', {
    before: showingEvent(voidEvent, { share: '200.00' }),
    shows: LANES,
    forgets: true,
  }),
  at('round-quorum', 'nobody', '#/pages/game/round?game=lucky-1m&period=' + decided.period, {
    before: showingRound,
    shows: LANES,
    forgets: true,
  }),
]
