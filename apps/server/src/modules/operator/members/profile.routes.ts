/** The calls with which operators read about one member. Each is an entry of the audit log with the part that was read. */
import * as z from 'zod/mini'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import {
  PURCHASE_KINDS,
  type PurchaseKind,
  type PurchaseStanding,
} from '@fairlot/contract/kinds/purchase-kinds'
import { formatMoney } from '@fairlot/contract/money/money'
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Identity } from '../../identity/index.ts'
import { memberPurchases, type MemberPurchase } from '../../ledger/index.ts'
import { noticesTold } from '../../mall/index.ts'
import type { SoldPurchases, Wallet } from '../../wallet/index.ts'
import { shownMember } from './members.queries.ts'
import { memberProfile, type ProfileDeps } from './profile.ts'

export type ProfileRoutesDeps = {
  db: Db
  audit: Audit
  guard: ProfileDeps['guard']
  access: Identity['access']
  statement: Wallet['statement']
  titlesOf: SoldPurchases['titlesOf']
}

type Names = 'memberShow' | 'memberOrders' | 'memberMoney' | 'memberLogins' | 'memberMessages'

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

const placeIn = (cursor: string | undefined) => {
  const place = decodeCursor(cursor, CURSOR)
  return place && { micros: place[0], id: place[1] }
}

export function profileRoutes(deps: ProfileRoutesDeps): Handlers<Endpoints, Names> {
  const { db, audit, access } = deps

  /** @throws Refusal NO_SUCH_DATA */
  async function noteRead(call: OperatorCall, id: string, part: string): Promise<void> {
    await shownMember(db, id)
    await db.tx((tx) =>
      audit.write(tx, actorOf(call), { action: 'member.read', subject: `member:${id}`, after: { part } }),
    )
  }

  return {
    async memberShow(call) {
      const { id } = call.input
      const shown = await memberProfile(deps, id)
      await noteRead(call, id, 'profile')
      return shown
    },
    async memberOrders(call) {
      const { id, kind, open, cursor, limit } = call.input
      await noteRead(call, id, 'orders')
      const rows = await memberPurchases(db, id, {
        kinds: kind === undefined ? PURCHASE_KINDS : [kind],
        settled: open === undefined ? null : !open,
        before: placeIn(cursor),
        limit: limit + 1,
      })
      const page = pageOf(rows, limit, (row) => [Number(row.created_micros), row.purchase_id])
      const titles = await titlesOf(deps.titlesOf, page.items)
      return { items: page.items.map((row) => orderView(row, titles.get(row.purchase_id))), next: page.next }
    },
    async memberMoney(call) {
      const { id, ...input } = call.input
      await noteRead(call, id, 'money')
      return deps.statement(id, input, 'en-us')
    },
    async memberLogins(call) {
      const { id, cursor, limit } = call.input
      await noteRead(call, id, 'log-ins')
      const rows = await access.sessions(id, placeIn(cursor), limit + 1)
      const page = pageOf(rows, limit, (row) => [Number(row.created_micros), row.session_id])
      return {
        items: page.items.map((row) => ({
          session: row.session_id,
          device: row.device,
          at: Number(row.created_ms),
          seenAt: Number(row.seen_ms),
          endedAt: row.ended_ms === null ? null : Number(row.ended_ms),
        })),
        next: page.next,
        logIn: await access.failures(id),
      }
    },
    async memberMessages(call) {
      const { id, cursor, limit } = call.input
      await noteRead(call, id, 'messages')
      const rows = await noticesTold(db, id, placeIn(cursor), limit + 1)
      const page = pageOf(rows, limit, (row) => [Number(row.at_micros), row.notice_id])
      const codes = await access.codes(id)
      return {
        items: page.items.map(({ kind, at_ms: at, read_ms: read }) => ({
          kind,
          at: Number(at),
          readAt: read === null ? null : Number(read),
        })),
        next: page.next,
        codes: codes.map((code) => ({
          purpose: code.purpose,
          at: Number(code.sent_ms),
          validUntil: Number(code.expires_ms),
          usedAt: code.used_ms === null ? null : Number(code.used_ms),
          tries: code.tries,
          inRow: code.sent_in_row,
        })),
      }
    },
  }
}

type Titles = Awaited<ReturnType<SoldPurchases['titlesOf']>>
type Title = Titles extends ReadonlyMap<string, infer T> ? T : never

/** What each purchase was of, in the language of the command line. */
async function titlesOf(
  find: SoldPurchases['titlesOf'],
  rows: readonly MemberPurchase[],
): Promise<Map<string, Title>> {
  const found = await Promise.all(
    PURCHASE_KINDS.map(async (kind) => {
      const bought = rows.filter((row) => row.kind === kind)
      const named = bought.map((row) => ({ purchase: row.purchase_id, subject: row.subject_id }))
      return named.length === 0 ? new Map<string, Title>() : find(kind, named, 'en-us')
    }),
  )
  return new Map(found.flatMap((titles) => [...titles]))
}

const STANDINGS = { refunded: 'refunded', refused: 'refused' } as const satisfies Record<
  string,
  PurchaseStanding
>

function standingOf({ state, settled }: MemberPurchase): PurchaseStanding {
  if (state === 'refunded' || state === 'refused') return STANDINGS[state]
  return settled ? 'settled' : 'open'
}

type Order = Output<Endpoints['memberOrders']>['items'][number]

function orderView(row: MemberPurchase, title: Title | undefined): Order {
  const round = title?.round
  return {
    id: row.purchase_id,
    kind: row.kind as PurchaseKind,
    number: title?.number ?? (round ? `${round.game} ${round.period}` : null),
    title: title?.title ?? title?.finance ?? title?.issue ?? null,
    quantity: row.quantity,
    amount: formatMoney(row.amount),
    standing: standingOf(row),
    result: row.result,
    payout: formatMoney(row.payout),
    refusal: row.reason,
    at: Number(row.created_ms),
    endedAt: row.settled_ms === null ? null : Number(row.settled_ms),
  }
}
