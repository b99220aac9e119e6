/**
 * Checks this package against the worked values of `fairness-vectors.json`. The tests in Node and the tests in the
 * browser call the same function.
 */
import type { FairnessVectors } from './vectors-shape.ts'
import { beaconOf, QUICKNET, roundFor } from '../beacon.ts'
import { verifyRound } from '../signatures/bls.ts'
import * as draw from '../draw.ts'
import { betsDigest } from '../games/bets.ts'
import { chainAt } from '../games/chain.ts'
import * as games from '../games/result.ts'
import * as log from '../log.ts'
import { signAnonymous, signKeyed } from '../signatures/sign.ts'
import {
  solvencyLevels,
  solvencyPath,
  solvencyRoot,
  sortLeaves,
  verifySolvency,
} from '../solvency/solvency.ts'
import { memberTag } from '../tag.ts'
import { checkVectors3, rowsOf } from './vectors-3.ts'

const DELAY_SECONDS = 30
const BANDS: readonly draw.Band[] = [
  [0, 0],
  [1, 4],
  [5, 9],
  [10, 14],
  [15, 19],
]

type Expect = (name: string, actual: unknown, expected: unknown) => void

/** Compares every value of the file with the result of its formula. Returns one sentence for each difference. */
export function checkVectors(vectors: FairnessVectors): string[] {
  const failures: string[] = []
  const expect: Expect = (name, actual, expected) => {
    const [a, e] = [actual, expected].map((value) => JSON.stringify(value))
    if (a !== e) failures.push(`${name}: ${a} instead of ${e}`)
  }
  checkDraw(vectors.draw, expect)
  checkGames(vectors.games, vectors.draw.beacon, expect)
  const { entropy, population, winners, indexes } = vectors.pick
  expect('pick.indexes', draw.pickWinners(entropy, population, winners), indexes)
  for (const tiers of vectors.tiers) checkTiers(tiers, expect)
  checkLog(vectors.log, expect)
  const { sign, tag } = vectors
  expect('sign.sign', signKeyed(sign.key, sign), sign.sign)
  expect('sign.anon', signAnonymous(sign.anon), sign.anon.sign)
  expect('tag.tag', memberTag(tag.key, tag.memberId), tag.tag)
  checkSolvency(vectors.solvency, expect)
  checkVectors3(vectors, expect)
  return failures
}

function checkDraw(v: FairnessVectors['draw'], expect: Expect): void {
  const rows = rowsOf(v.orders, v.utcOffsetMinutes)
  const digest = draw.ordersDigest(v.subject, v.shares, rows)
  const round = roundFor(v.sealedAtMs, DELAY_SECONDS, QUICKNET)
  const beacon = beaconOf(v.beaconSignature)
  const base = { salt: v.salt, issue: v.subject, digest }
  const beaconEntropy = draw.drawEntropy({ ...base, round, beacon })
  const saltEntropy = draw.drawEntropy({ ...base, round: null, beacon: null })
  const all = draw.sumOfTimes(rows, 'all')
  const before = draw.sumOfTimes(rows, 'before-final')
  expect('draw.commitment', draw.commitment(v.subject, v.salt), v.commitment)
  expect(
    'draw.times',
    rows.map((row) => row.time),
    v.times,
  )
  expect('draw.ordersDigest', digest, v.ordersDigest)
  expect('draw.sumAll', String(all), v.sumAll)
  expect('draw.sumBeforeFinal', String(before), v.sumBeforeFinal)
  expect('draw.beaconRound', round, v.beaconRound)
  expect('draw.beaconSignature', verifyRound(QUICKNET, round, v.beaconSignature), true)
  expect('draw.beacon', beacon, v.beacon)
  expect('draw.entropyBeacon', beaconEntropy, v.entropyBeacon)
  expect('draw.entropySalt', saltEntropy, v.entropySalt)
  const code = (sum: bigint, entropy: string | null): number => draw.winningCode(sum, entropy, v.shares)
  expect('draw.codes.plainAll', code(all, null), v.codes.plainAll)
  expect('draw.codes.plainBefore', code(before, null), v.codes.plainBefore)
  expect('draw.codes.saltAll', code(all, saltEntropy), v.codes.saltAll)
  expect('draw.codes.saltBefore', code(before, saltEntropy), v.codes.saltBefore)
  expect('draw.codes.beaconAll', code(all, beaconEntropy), v.codes.beaconAll)
  expect('draw.codes.beaconBefore', code(before, beaconEntropy), v.codes.beaconBefore)
}

function checkGames(v: FairnessVectors['games'], beacon: string, expect: Expect): void {
  const hash = (game: string, period: string): string =>
    games.gameHash({ secret: v.secret, game, period, round: v.beaconRound, beacon })
  const lucky = hash(v.luckyGame, v.luckyPeriod)
  const king = hash(v.kingGame, v.kingPeriod)
  const bets = v.bets.map(({ stakeMinor, ...bet }) => ({ ...bet, stake: stakeMinor }))
  expect('games.chainHead', chainAt(v.secret, v.index, 0), v.chainHead)
  expect('games.betsDigest', betsDigest(v.luckyGame, v.luckyPeriod, bets), v.betsDigest)
  expect('games.luckyH', lucky, v.luckyH)
  expect('games.lucky', games.luckyBall(lucky), { price: v.luckyPrice, number: v.luckyNumber })
  expect('games.kingH', king, v.kingH)
  expect('games.kingFinish', games.kingFinish(king), v.kingFinish)
}

function checkTiers(v: FairnessVectors['tiers'][number], expect: Expect): void {
  const counts = BANDS.map(() => 0)
  let none = 0
  for (let code = draw.FIRST_CODE; code < draw.FIRST_CODE + v.shares; code++) {
    const tier = draw.tierOf(code, v.winningCode, v.shares, BANDS)
    if (tier === 0) none++
    else counts[tier - 1]!++
  }
  const table = draw.tierTable(
    v.shares,
    BANDS,
    BANDS.map(() => '1'),
  )
  expect('tiers.counts', [none, ...counts], v.counts)
  expect(
    'tiers.table',
    table.map((tier) => tier.codes),
    v.counts.slice(1),
  )
  for (const [code, tier] of Object.entries(v.tierOf)) {
    expect(`tiers.tierOf.${code}`, draw.tierOf(Number(code), v.winningCode, v.shares, BANDS), tier)
  }
}

function checkLog(v: FairnessVectors['log'], expect: Expect): void {
  const leaves = v.entries.map(log.leafHash)
  const heads = [log.firstHead(v.deployment)]
  for (const leaf of leaves) heads.push(log.nextHead(heads.at(-1)!, leaf))
  expect('log.heads', heads, v.heads)
  expect('log.root', log.treeRoot(leaves), v.root)
  leaves.forEach((leaf, index) => {
    const path = log.inclusionProof(leaves, index)
    const proven = log.verifyInclusion({ leaf, index, size: leaves.length, path, root: v.root })
    expect(`log.inclusion.${index}`, proven, true)
  })
}

function checkSolvency(v: FairnessVectors['solvency'], expect: Expect): void {
  const leaves = v.leaves.map(({ amountMinor, ...leaf }) => ({ ...leaf, amount: BigInt(amountMinor) }))
  const nonces = (of: readonly { nonce: string }[]): string[] => of.map(({ nonce }) => nonce)
  expect('solvency.order', nonces(sortLeaves(leaves)), nonces(leaves))
  const { root, total } = solvencyRoot(leaves)
  expect('solvency.root', root, v.root)
  expect('solvency.totalMinor', String(total), v.totalMinor)
  const levels = solvencyLevels(leaves)
  leaves.forEach((leaf, index) => {
    const proven = verifySolvency(leaf, solvencyPath(levels, index), { root: v.root, total })
    expect(`solvency.path.${index}`, proven, true)
  })
}
