/** Checks the formulas of version 3 against the worked values of `fairness-vectors.json`. */
import type { FairnessVectors, VectorOrder } from './vectors-shape.ts'
import { QUICKNET } from '../beacon.ts'
import { claimedDigest, type ClaimedRow, claimedStart, claimOf, extendClaimed } from '../claimed-rows.ts'
import { contentHash } from '../content.ts'
import * as draw from '../draw.ts'
import { beyondWon, favourAmounts } from '../favour.ts'
import { claimedBetsDigest } from '../games/bets.ts'
import { scheduledIndex, scheduledRound } from '../games/schedule.ts'
import { purchaseId } from '../purchase-id.ts'
import { breaking, defaultQuorum, isQuorum, together } from '../quorum.ts'
import { ownedLeaf, ownerHash, verifyOwned } from '../solvency/owned-leaf.ts'
import { levelsOver, solvencyPath, sortLeaves } from '../solvency/solvency.ts'

type Expect = (name: string, actual: unknown, expected: unknown) => void

export function checkVectors3(vectors: FairnessVectors, expect: Expect): void {
  checkDraw3(vectors, expect)
  checkQuorum(vectors.quorum, expect)
  const { hash, ...content } = vectors.content
  expect('content.hash', contentHash(content), hash)
  checkSolvency2(vectors.solvency2, expect)
  for (const { member, request, order } of vectors.purchaseId)
    expect('purchaseId', purchaseId(member, request), order)
  const { luckyGame, luckyPeriod, bets } = vectors.games
  const claimed = bets.map(({ stakeMinor, ...bet }, i) => ({
    ...bet,
    stake: stakeMinor,
    claim: claimOf(vectors.bets2.betIds[i]!),
  }))
  expect('bets2.digest', claimedBetsDigest(luckyGame, luckyPeriod, claimed), vectors.bets2.digest)
  for (const row of vectors.schedule) {
    expect('schedule.closesAt', row.opensAt + row.roundMs - row.cutoffMs, row.closesAt)
    expect('schedule.index', scheduledIndex(row.roundMs, row.fromOpensAt, row.opensAt), row.index)
    expect('schedule.round', scheduledRound(row.closesAt, row.delay, QUICKNET), row.round)
  }
  for (const one of vectors.favour) checkFavour(one, vectors.draw.orders, expect)
}

/** The rows of the worked orders: codes ascend without gaps. */
export function rowsOf(orders: readonly VectorOrder[], offset: number): draw.OrderRow[] {
  let next = draw.FIRST_CODE
  return orders.map((order) => {
    const first = next
    next += order.quantity
    return { ...order, first, time: draw.timeOfDay(order.ms, offset) }
  })
}

function checkDraw3({ draw: v, draw3 }: FairnessVectors, expect: Expect): void {
  const { byDate } = draw3
  const claims = draw3.orderIds.map((order) => claimOf(order))
  expect('draw3.claims', claims, draw3.claims)
  const rows = rowsOf(v.orders, v.utcOffsetMinutes).map((row, i): ClaimedRow => ({
    ...row,
    claim: claims[i]!,
  }))
  const digest = claimedDigest(v.subject, byDate.sold, rows)
  expect('draw3.ordersDigest', digest, draw3.ordersDigest)
  const { salt, subject: issue, beaconRound: round, beacon } = v
  const entropy = draw.drawEntropy({ salt, issue, digest, round, beacon })
  expect('draw3.entropyBeacon', entropy, draw3.entropyBeacon)
  const code = (reading: draw.Reading, sold: number): number =>
    draw.winningCode(draw.sumOfTimes(rows, reading), entropy, sold)
  expect('draw3.codes.beaconAll', code('all', v.shares), draw3.codes.beaconAll)
  expect('draw3.codes.beaconBefore', code('before-final', v.shares), draw3.codes.beaconBefore)
  expect('draw3.byDate.code', code('all', byDate.sold), byDate.code)
  const { shares, sold, minimum, closes } = byDate
  expect('draw3.byDate.sold', minimum <= sold && sold < shares && v.sealedAtMs >= closes, true)
  let hash = claimedStart(v.subject, shares)
  const running = rows.map((row) => (hash = extendClaimed(hash, row)))
  expect('draw3.running', running, draw3.running.hashes)
}

function checkQuorum(rows: FairnessVectors['quorum'], expect: Expect): void {
  rows.forEach(({ witnesses, quorum, ...facts }, i) => {
    const [x, f] = [together(witnesses, quorum), breaking(witnesses, quorum)]
    expect(`quorum.${i}`, { together: x, breaking: f }, facts)
    expect(`quorum.${i} allowed`, isQuorum(witnesses, quorum), true)
    // the first row of each number of witnesses has the quorum that is used where no other is chosen
    const isFirst = rows.findIndex((row) => row.witnesses === witnesses) === i
    if (isFirst) expect(`quorum.${i} default`, defaultQuorum(witnesses), quorum)
  })
}

function checkSolvency2(v: FairnessVectors['solvency2'], expect: Expect): void {
  const leaves = v.leaves.map(({ nonce, phone, amountMinor }) => ({
    nonce,
    owner: ownerHash(phone),
    amount: BigInt(amountMinor),
  }))
  const levels = levelsOver(sortLeaves(leaves).map(ownedLeaf))
  const top = levels.at(-1)![0]!
  expect('solvency2.root', top.hash, v.root)
  expect('solvency2.totalMinor', String(top.sum), v.totalMinor)
  leaves.forEach((leaf, i) => {
    expect(`solvency2.owner.${i}`, leaf.owner, v.leaves[i]!.owner)
    expect(`solvency2.leaf.${i}`, ownedLeaf(leaf).hash, v.leaves[i]!.leaf)
    const published = { root: v.root, total: top.sum }
    expect(`solvency2.path.${i}`, verifyOwned(leaf, solvencyPath(levels, i), published), true)
  })
}

function checkFavour(
  v: FairnessVectors['favour'][number],
  orders: readonly VectorOrder[],
  expect: Expect,
): void {
  const rows = rowsOf(orders, 0)
  const terms = { mode: 'goods', price: v.priceMinor, value: v.valueMinor, bands: [], prizes: [] } as const
  const amounts = favourAmounts(terms, rows, v.winningCode)
  const members = amounts.map(({ won, amount, ...one }) => ({
    ...one,
    won: String(won),
    amount: String(amount),
  }))
  const sold = members.reduce((sum, { codes }) => sum + codes, 0)
  expect('favour.soldCodes', sold, v.soldCodes)
  expect('favour.members', members, v.members)
  expect('favour.beyondWon', String(beyondWon(amounts)), v.beyondWon)
}
