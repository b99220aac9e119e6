/** An issue as lists show it: the one place that makes a card, for any number of issues in one statement. */
import type * as z from 'zod/mini'
import type { card } from '@fairlot/contract/endpoints/mall'
import type { Language } from '@fairlot/contract/languages'
import { formatMoney } from '@fairlot/contract/money'
import type { IssueStatus } from '@fairlot/contract/order-life'
import { QUICKNET, roundTimeMs } from '@fairlot/fairness/beacon'
import { MS, type Executor } from '../../../platform/db.ts'
import type { Beacons } from '../../fair/index.ts'

export type Card = z.output<typeof card>

/** Who looks: `mine` and titles depend on it. */
export type Viewer = { memberId: string | null; language: Language }

/** Public names of members by id, masked. */
export type PublicNames = (
  memberIds: readonly string[],
) => Promise<ReadonlyMap<string, { publicName: string }>>

type Names = Awaited<ReturnType<PublicNames>>
const NO_NAMES: Names = new Map()

export type CardOptions = {
  db: Executor
  beacons: Beacons
  names: PublicNames
  /** titles that a language lacks come in this one, then in English */
  defaultLanguage: Language
}

export type Cards = {
  /** Cards of issues, in the order of the ids; ids that are unknown are left out. */
  byIds(issueIds: readonly string[], viewer: Viewer): Promise<Card[]>
  /** The same by issue id. */
  mapByIds(issueIds: readonly string[], viewer: Viewer): Promise<Map<string, Card>>
}

type Row = {
  issueId: string
  number: string
  code: string
  title: string
  category: string
  art: string
  tile: string
  demo: boolean
  mode: Card['mode']
  status: IssueStatus
  grade: 'plain' | 'salt' | 'beacon'
  chain: string | null
  price: bigint
  prizeValue: bigint
  shares: number
  sold: number
  participants: number
  mine: number
  openedMs: bigint | null
  closesMs: bigint
  soldOutMs: bigint | null
  sealedMs: bigint | null
  round: bigint | null
  drawnMs: bigint | null
  winningCode: number | null
  winner: string | null
  winnerShares: number | null
}

/** The title in a language: parameters $n of the call's and of the default language, then English, then any. */
export const titleOf = (code: string, language: string, fallback: string) => `lateral (
  select x.title, x.description from product_text x where x.code = ${code}
  order by x.language = ${language} desc, x.language = ${fallback} desc, x.language = 'en-us' desc limit 1)`

const heldShares = (member: string) => `lateral (
  select sum(q.quantity)::int as shares from purchase q
  where q.member_id = ${member} and q.subject_id = i.issue_id and q.state in ('held', 'done'))`

const CARDS = {
  name: 'cards',
  text: `
select i.issue_id as "issueId", t.number, p.code, coalesce(text.title, p.code) as title, p.category, p.art, p.tile, p.demo, t.mode, i.status, t.grade,
  t.chain, i.price, t.prize_value as "prizeValue", i.shares, i.sold, i.participants, coalesce(own.shares, 0) as mine,
  ${MS('i.opened_at')} as "openedMs", ${MS('t.closes_at')} as "closesMs", ${MS('i.sold_out_at')} as "soldOutMs",
  s.sealed_ms as "sealedMs", s.round, ${MS('d.drawn_at')} as "drawnMs", d.code as "winningCode", d.member_id as winner,
  won.shares as "winnerShares"
from unnest($1::uuid[]) as wanted(issue_id)
join issue i using (issue_id)
join issue_terms t using (issue_id)
join product p on p.code = t.code
left join ${titleOf('p.code', '$3', '$4')} text on true
left join issue_seal s using (issue_id)
left join issue_draw d using (issue_id)
left join ${heldShares('$2::uuid')} own on true
left join ${heldShares('d.member_id')} won on d.member_id is not null`,
}

export function createCards({ db, beacons, names, defaultLanguage }: CardOptions): Cards {
  async function mapByIds(issueIds: readonly string[], { memberId, language }: Viewer) {
    if (issueIds.length === 0) return new Map<string, Card>()
    const rows = await db.query<Row>(CARDS, [[...new Set(issueIds)], memberId, language, defaultLanguage])
    const winners = rows.flatMap(({ winner }) => winner ?? [])
    const nameOf = winners.length > 0 ? await names(winners) : NO_NAMES
    return new Map(rows.map((row) => [row.issueId, view(row, memberId, nameOf, beacons)]))
  }
  return {
    mapByIds,
    async byIds(issueIds, viewer) {
      const found = await mapByIds(issueIds, viewer)
      return issueIds.flatMap((id) => found.get(id) ?? [])
    },
  }
}

function view(row: Row, memberId: string | null, names: Names, beacons: Beacons): Card {
  const { winner, winningCode } = row
  return {
    issue: row.number,
    product: {
      code: row.code,
      title: row.title,
      category: row.category,
      art: row.art,
      tile: row.tile,
      demo: row.demo,
    },
    mode: row.mode,
    status: row.status,
    badge: badgeOf(row.grade, row.chain),
    price: formatMoney(row.price),
    prizeValue: formatMoney(row.prizeValue),
    shares: row.shares,
    sold: row.sold,
    participants: row.participants,
    mine: row.mine,
    openedAt: msOf(row.openedMs),
    closesAt: msOf(row.closesMs),
    soldOutAt: msOf(row.soldOutMs),
    drawAt: drawAt(row, beacons),
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

/** A beacon whose key the house holds is never shown as `beacon`. */
export function badgeOf(grade: Row['grade'], chain: string | null): Card['badge'] {
  return grade === 'beacon' && chain !== QUICKNET.hash ? 'beacon-local' : grade
}

/** Without a beacon the draw follows the seal at once. */
export function drawAt(
  { chain, round, sealedMs }: Pick<Row, 'chain' | 'round' | 'sealedMs'>,
  beacons: Beacons,
): number | null {
  if (sealedMs === null) return null
  const beacon = chain === null ? undefined : beacons.find(chain)
  return beacon && round !== null ? roundTimeMs(Number(round), beacon.chain) : Number(sealedMs)
}

function msOf(value: bigint | null): number | null {
  return value === null ? null : Number(value)
}
