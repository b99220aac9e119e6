/** Calls of members about their invitations, team and rebates. */
import * as z from 'zod/mini'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { REBATE_KINDS } from '@fairlot/contract/life/growth-life'
import { formatMoney } from '@fairlot/contract/money/money'
import { ERASED_NICKNAME, publicName } from '@fairlot/contract/public-name'
import { decodeCursor, pageOf } from '../../../../platform/cursor.ts'
import type { Db } from '../../../../platform/db.ts'
import type { Handlers } from '../../../../platform/http/http-handler.ts'
import { maskedPhone } from '../../../identity/index.ts'
import { isServed } from '../feed/notice.ts'
import { rateOf } from '../rebates/formula.ts'
import type { Offer } from '../rebates/offer.ts'
import { pausedSince } from '../rebates/pay-rebates.ts'
import { noteShare, qualifiedFriends, type FriendRule } from './relations.ts'
import {
  earnerState,
  friendsByTime,
  ranking,
  rebatesByTime,
  rebateSums,
  teamSums,
  type FriendRow,
  type Place,
  type RebateRow,
  type Sums,
} from './team.queries.ts'

export type TeamNames =
  | 'userShare'
  | 'userInviteList'
  | 'teamDetail'
  | 'teamSummary'
  | 'teamBonus'
  | 'userRebateList'
  | 'userInviteTop'

export type TeamRouteDeps = {
  db: Db
  offer(): Offer
  /** what a friend has to do to count */
  rule(): FriendRule
  /** URL under which members reach the server; without it links begin with the path */
  publicUrl?: string | undefined
  utcOffsetMinutes: number
}

const CURSOR = z.tuple([z.string().check(z.regex(/^\d{1,17}$/)), z.uuid()])

function placeOf(cursor: string | undefined): Place {
  const place = decodeCursor(cursor, CURSOR)
  return place && { at: place[0], id: place[1] }
}

const phoneOf = (phone: string | null) => (phone === null ? ERASED_NICKNAME : maskedPhone(phone))

type Friend = Output<Endpoints['teamDetail']>['items'][number]

/** In per cent, rounded down. */
function progressOf({ qualified, left }: FriendRow, margin: bigint): number {
  if (qualified || left >= margin) return 100
  return left > 0n ? Number((left * 100n) / margin) : 0
}

const friendView =
  (level: 1 | 2, margin: bigint) =>
  (row: FriendRow): Friend => ({
    id: row.id,
    name: publicName(row.nickname),
    phone: phoneOf(row.phone),
    joinedAt: row.joined_ms,
    state: row.qualified ? 'qualified' : row.recharged ? 'recharged' : 'registered',
    progress: level === 1 ? progressOf(row, margin) : null,
    spend: level === 1 ? formatMoney(row.spend) : null,
    earned: formatMoney(row.earned),
    held: row.standing === 'held',
    samePerson: row.standing === 'same_person',
  })

const rebateView = (row: RebateRow): Output<Endpoints['userRebateList']>['items'][number] => ({
  id: row.id,
  kind: row.kind,
  level: row.level,
  name: publicName(row.nickname),
  basis: formatMoney(row.basis),
  rate: row.rate,
  amount: formatMoney(row.amount),
  capped: row.capped,
  state: row.state,
  reason: row.reason,
  at: row.created_ms,
  endedAt: row.ended_ms,
})

const STATES = ['paid', 'pending', 'queued', 'held'] as const

/** The sums of all kinds together, or of one. */
function sumsView(sums: readonly Sums[]): Record<(typeof STATES)[number], string> {
  const sum = (state: (typeof STATES)[number]) =>
    formatMoney(sums.reduce((total, row) => total + row[state], 0n))
  return { paid: sum('paid'), pending: sum('pending'), queued: sum('queued'), held: sum('held') }
}

export function teamRoutes(deps: TeamRouteDeps): Handlers<Endpoints, TeamNames> {
  const { db, offer } = deps
  const page = async (
    memberId: string,
    level: 1 | 2,
    { cursor, limit }: { cursor?: string | undefined; limit: number },
    state: string | null,
  ) => {
    const rows = await friendsByTime(db, memberId, { level, state, place: placeOf(cursor), limit })
    const { items, next } = pageOf(rows, limit, ({ at, id }) => [at, id])
    return { items: items.map(friendView(level, deps.rule().margin)), next }
  }
  const offerView = async (memberId: string) => {
    const now = offer()
    const { country, spent, earns } = await earnerState(db, memberId)
    return {
      on: earns && isServed(now, country),
      pausedSince: await pausedSince(db),
      directRate: now.direct,
      extraRate: rateOf(now, 1, spent) - now.direct,
      indirectRate: now.indirect,
    }
  }
  return {
    async userShare({ member: { memberId }, input: { shared } }) {
      if (shared) await noteShare(db, memberId, deps.utcOffsetMinutes)
      const { code } = await earnerState(db, memberId)
      const { direct } = await teamSums(db, memberId)
      const rule = deps.rule()
      return {
        code,
        link: `${(deps.publicUrl ?? '').replace(/\/$/, '')}/i/${code}`,
        ...(await offerView(memberId)),
        friends: direct,
        qualified: await qualifiedFriends(db, memberId),
        minimum: formatMoney(rule.topUp),
        margin: formatMoney(rule.margin),
        financeDays: Math.ceil(offer().minHours / 24),
      }
    },
    userInviteList: ({ member, input }) => page(member.memberId, 1, input, input.state ?? null),
    teamDetail: ({ member, input }) => page(member.memberId, input.level, input, null),
    async teamSummary({ member: { memberId } }) {
      const sums = await teamSums(db, memberId)
      return {
        direct: sums.direct,
        indirect: sums.indirect,
        personalSpend: formatMoney(sums.own_spend),
        directSpend: formatMoney(sums.direct_spend),
        indirectSpend: formatMoney(sums.indirect_spend),
        rebates: sumsView(await rebateSums(db, memberId)),
        ...(await offerView(memberId)),
        version: sums.version,
      }
    },
    async teamBonus({ member: { memberId } }) {
      const sums = await rebateSums(db, memberId)
      return {
        ...sumsView(sums),
        kinds: REBATE_KINDS.map((kind) => ({ kind, ...sumsView(sums.filter((row) => row.kind === kind)) })),
        pausedSince: await pausedSince(db),
      }
    },
    async userRebateList({ member, input }) {
      const { kind = null, state = null, limit } = input
      const place = placeOf(input.cursor)
      const rows = await rebatesByTime(db, member.memberId, { kind, state, place, limit })
      const { items, next } = pageOf(rows, limit, ({ at, id }) => [at, id])
      return { items: items.map(rebateView), next }
    },
    async userInviteTop({ member: { memberId }, input: { period } }) {
      const { top, from, spend } = await ranking(db, memberId, period, deps.utcOffsetMinutes)
      const items = top.map((row, n) => ({
        place: n + 1,
        phone: phoneOf(row.phone),
        spend: formatMoney(row.spend),
        mine: row.member === memberId,
      }))
      return {
        period,
        from: period === 'all' ? null : from,
        items,
        own: { place: items.find(({ mine }) => mine)?.place ?? null, spend: formatMoney(spend) },
      }
    },
  }
}
