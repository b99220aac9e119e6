/** Makes cards: issues as lists show them. */
import type * as z from 'zod/mini'
import type { card } from '@fairlot/contract/endpoints/mall/shapes'
import type { Language } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money/money'
import { QUICKNET, roundTimeMs } from '@fairlot/fairness/beacon'
import { hasBeacon } from '@fairlot/fairness/draw'
import type { Executor } from '../../../platform/db.ts'
import type { Beacons } from '../../fair/index.ts'
import { SEAL_WAIT_SECONDS } from '../draws/seal-wait.ts'
import { cashTable, readTiers } from '../issues/tiers.ts'
import { seatsOf } from '../sales/seats.ts'
import { readCardRows, type CardRow } from './cards.queries.ts'

export type Card = z.output<typeof card>

/** The caller: `mine` and the language of titles depend on it. */
export type Viewer = { memberId: string | null; language: Language }

/** Reads the masked public names of members, by member id. */
export type PublicNames = (
  memberIds: readonly string[],
) => Promise<ReadonlyMap<string, { publicName: string }>>

type Names = Awaited<ReturnType<PublicNames>>
const NO_NAMES: Names = new Map()

export type CardOptions = {
  db: Executor
  beacons: Beacons
  names: PublicNames
  /** language of titles that are not translated into the caller's language; English follows */
  defaultLanguage: Language
}

export type Cards = {
  /** Cards of issues, in the order of the ids. Unknown ids are omitted. */
  byIds(issueIds: readonly string[], viewer: Viewer): Promise<Card[]>
  /** Cards of issues by issue id. */
  mapByIds(issueIds: readonly string[], viewer: Viewer): Promise<Map<string, Card>>
}

export function createCards({ db, beacons, names, defaultLanguage }: CardOptions): Cards {
  async function mapByIds(issueIds: readonly string[], { memberId, language }: Viewer) {
    if (issueIds.length === 0) return new Map<string, Card>()
    const rows = await readCardRows(db, [...new Set(issueIds)], memberId, language, defaultLanguage)
    const winners = rows.flatMap(({ winner }) => winner ?? [])
    const nameOf = winners.length > 0 ? await names(winners) : NO_NAMES
    const seats = await seatsOf(
      { db, names },
      rows.filter(({ mode }) => mode === 'pk'),
      memberId,
    )
    return new Map(
      rows.map((row) => [
        row.issueId,
        { ...view(row, memberId, nameOf, beacons), seats: seats.get(row.issueId) ?? null },
      ]),
    )
  }
  return {
    mapByIds,
    async byIds(issueIds, viewer) {
      const found = await mapByIds(issueIds, viewer)
      return issueIds.flatMap((id) => found.get(id) ?? [])
    },
  }
}

function view(row: CardRow, memberId: string | null, names: Names, beacons: Beacons): Omit<Card, 'seats'> {
  const { winner, winningCode } = row
  return {
    issue: row.number,
    product: {
      code: row.code,
      title: row.title,
      category: row.category,
      art: row.art,
      tile: row.tile,
      image: row.image,
      demo: row.demo,
    },
    mode: row.mode,
    status: row.status,
    badge: badgeOf(row.grade, row.chain),
    price: formatMoney(row.price),
    prizeValue: formatMoney(row.prizeValue),
    tiers: tiersView(row),
    shares: row.shares,
    sold: row.sold,
    participants: row.participants,
    mine: row.mine,
    openedAt: msOf(row.openedMs),
    closesAt: msOf(row.closesMs),
    lost: row.lost,
    unwitnessed: row.unwitnessed,
    beaconDead: row.beaconDead,
    minVip: row.minVip,
    soldOutAt: msOf(row.soldOutMs),
    drawAt: drawTimeOf(row, beacons),
    attempt: row.attempt ?? 0,
    awaitsWitness: awaitsWitness(row, beacons),
    drawnAt: msOf(row.drawnMs),
    winner:
      winner === null || winningCode === null
        ? null
        : {
            code: winningCode,
            name: names.get(winner)?.publicName ?? '',
            quantity: row.winnerShares ?? 0,
            mine: winner === memberId,
          },
  }
}

function tiersView({ shares, tiers }: Pick<CardRow, 'shares' | 'tiers'>): Card['tiers'] {
  return cashTable(shares, readTiers(tiers)).map(({ prize, codes, ...tier }) => ({
    ...tier,
    codes,
    prize: formatMoney(BigInt(prize)),
    chance: percentText(codes, shares),
  }))
}

/** `part` of `whole` in percent, rounded down to four decimals: `0.7692`, `30`. */
function percentText(part: number, whole: number): string {
  const text = formatMoney((BigInt(part) * 1_000_000n) / BigInt(whole))
  return text.replace(/\.?0+$/, '')
}

/** The grade as members see it: `-local` marks a beacon whose key the house holds. */
export function badgeOf(grade: CardRow['grade'], chain: string | null): Card['badge'] {
  if (!hasBeacon(grade) || chain === QUICKNET.hash) return grade
  return grade === 'witnessed' ? 'witnessed-local' : 'beacon-local'
}

/**
 * When the draw can be computed, Unix milliseconds: at the beacon round, or at the seal when the issue has no beacon. Null
 * before the seal.
 */
export function drawTimeOf(
  { chain, round, sealedMs }: Pick<CardRow, 'chain' | 'round' | 'sealedMs'>,
  beacons: Beacons,
): number | null {
  if (sealedMs === null) return null
  const beacon = chain === null ? undefined : beacons.find(chain)
  return beacon && round !== null ? roundTimeMs(Number(round), beacon.chain) : Number(sealedMs)
}

/** A witness answers a ping within seconds, so the seal follows the sell-out at once unless none does. */
const SEAL_LATE_MS = 10_000
/** In version 3 after the longest random wait. */
const SEAL_LATE_3_MS = SEAL_LATE_MS + SEAL_WAIT_SECONDS * 1_000

/** Whether the draw of a witnessed issue is late because of its witnesses: it is not sealed, or too few signed in time. */
function awaitsWitness(row: CardRow, beacons: Beacons): boolean {
  if (row.grade !== 'witnessed' || row.status !== 'sold_out' || row.signed) return false
  const drawAt = drawTimeOf(row, beacons)
  const late = drawAt ?? Number(row.soldOutMs) + (row.rules < 3 ? SEAL_LATE_MS : SEAL_LATE_3_MS)
  return Number(row.nowMs) >= late
}

function msOf(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
