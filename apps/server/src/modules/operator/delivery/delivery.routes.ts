/** The calls with which operators look after won products: pick lists, shipping, proofs of delivery, disputes. */
import * as z from 'zod/mini'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import { DELIVERY_STATUSES } from '@fairlot/contract/life/order-life'
import { actorOf, type Audit, type OperatorCall } from '../../../platform/audit.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Guard } from '../../guard/index.ts'
import { addressLines } from '../../identity/index.ts'
import { enterParcels, pickListCsv, type DeliveryDesk } from '../../mall/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { lockAndAuthorize } from '../back-office-lock.ts'
import type { FundingWriter } from '../house/house-funding.ts'
import { operatorNames } from '../withdrawals/operator-names.queries.ts'
import { settleDispute } from './settle-dispute.ts'

export type DeliveryRoutesDeps = {
  db: Db
  audit: Audit
  approvals: Pick<Approvals, 'register' | 'request'>
  writer: FundingWriter
  delivery: DeliveryDesk
  guard: Pick<Guard, 'net'>
}

type Reading = 'deliveryList' | 'deliveryShow' | 'deliveryReveal'
type Acting =
  | 'deliveryPick'
  | 'deliveryRelease'
  | 'deliveryShip'
  | 'deliveryImport'
  | 'deliveryProof'
  | 'deliveryAnswer'
  | 'deliverySettle'
type Shown = Output<Endpoints['deliveryShow']>
type Taken = Awaited<ReturnType<DeliveryDesk['ship']>>

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

const subjectOf = (number: string) => `order:${number}`
const msOf = (value: bigint | null) => (value === null ? null : Number(value))

async function shown({ delivery }: DeliveryRoutesDeps, db: Executor, number: string): Promise<Shown> {
  const { row, steps } = await delivery.show(db, number)
  const names = await operatorNames(
    db,
    steps.flatMap(({ operator_id: id }) => (id === null ? [] : [id])),
  )
  return {
    number: row.number,
    title: row.title,
    order: row.purchase_id,
    member: row.member_id,
    status: row.status,
    pickList: row.pick_list_id,
    carrier: row.carrier,
    tracking: row.tracking,
    url: row.tracking_url,
    shippedAt: msOf(row.shipped_ms),
    deliveredAt: msOf(row.delivered_ms),
    dueAt: msOf(row.due_ms),
    disputeNote: row.dispute_note,
    recycleAmount: formatMoney(row.recycle),
    timeline: steps.map(({ step, state, note, operator_id: id, at_ms: at }) => {
      const name = id === null ? undefined : names.get(id)
      return {
        step,
        state,
        note,
        by: id === null || name === undefined ? null : { id, name },
        at: Number(at),
      }
    }),
  }
}

/** The endpoints of deliveries. Registers the change that settles a dispute. */
export function deliveryRoutes(deps: DeliveryRoutesDeps): Handlers<Endpoints, Reading | Acting> {
  return { ...readingRoutes(deps), ...actingRoutes(deps) }
}

function readingRoutes(deps: DeliveryRoutesDeps): Handlers<Endpoints, Reading> {
  const { db, audit, delivery } = deps
  return {
    async deliveryList({ input: { status, cursor, limit } }) {
      const last = decodeCursor(cursor, CURSOR)
      const after = last ? { micros: last[0], id: last[1] } : null
      const states = status === undefined ? DELIVERY_STATUSES : [status]
      const rows = await delivery.list(db, states, after, limit + 1)
      const { items, next } = pageOf(rows, limit, (row) => [Number(row.won_micros), row.purchase_id])
      return {
        items: items.map((row) => ({
          number: row.number,
          member: row.member_id,
          product: row.code,
          status: row.status,
          picked: row.picked,
          wonAt: Number(row.won_ms),
          since: Number(row.since_ms),
          hours: row.hours,
        })),
        next,
      }
    },
    async deliveryShow(call) {
      const view = await shown(deps, db, call.input.number)
      await db.tx((tx) =>
        audit.write(tx, actorOf(call), { action: 'delivery.read', subject: subjectOf(view.number) }),
      )
      return view
    },
    async deliveryReveal(call) {
      const { number, reason } = call.input
      // the audit row is stored before the operator reads anything
      const { row, address } = await db.tx(async (tx) => {
        const revealed = await delivery.reveal(tx, number)
        await audit.write(tx, actorOf(call), {
          action: 'delivery.reveal',
          subject: subjectOf(revealed.row.number),
          reason,
        })
        return revealed
      })
      const { name, phone } = address
      return { number: row.number, name, phone, lines: addressLines(address, call.language) }
    },
  }
}

/** What a step of an order needs. */
const ACTS = {
  'delivery.release': 'delivery.ship',
  'delivery.ship': 'delivery.ship',
  'delivery.proof': 'delivery.ship',
  'delivery.answer': 'delivery.answer',
} as const

type Act = {
  action: keyof typeof ACTS
  after: object
  reason?: string
}

function actingRoutes(deps: DeliveryRoutesDeps): Handlers<Endpoints, Acting> {
  const { db, audit, approvals, delivery, writer, guard } = deps
  const settle = settleDispute(delivery, writer, guard)
  approvals.register(settle)

  /** A step, with the caller's roles and its audit row; a step that was taken before writes none. */
  async function audited(
    tx: Tx,
    call: OperatorCall,
    { action, ...told }: Act,
    work: (tx: Tx) => Promise<Taken>,
  ) {
    await lockAndAuthorize(tx, call, ACTS[action])
    const taken = await work(tx)
    if (taken.changed)
      await audit.write(tx, actorOf(call), { action, subject: subjectOf(taken.row.number), ...told })
    return taken
  }

  /** One step of one order: its effects after the commit, and the order as it is then. */
  async function act(call: OperatorCall, told: Act, work: (tx: Tx) => Promise<Taken>): Promise<Shown> {
    const taken = await db.tx((tx) => audited(tx, call, told, work))
    if (taken.changed) delivery.moved(taken)
    return shown(deps, db, taken.row.number)
  }

  return {
    async deliveryPick(call) {
      const { requestId: id } = call.input
      const list = await db.tx(async (tx) => {
        await lockAndAuthorize(tx, call, 'delivery.ship')
        const found = await delivery.pick(tx, { id, operatorId: call.operator.operatorId })
        if (found.orders.length === 0) throw new Refusal('NO_SUCH_DATA')
        // also when the list is read again: it names addresses in the clear
        await audit.write(tx, actorOf(call), {
          action: 'delivery.pick',
          subject: `picklist:${id}`,
          after: { orders: found.orders.length, again: !found.made },
        })
        return found
      })
      return { pickList: id, orders: list.orders.length, csv: pickListCsv(list.orders) }
    },
    deliveryRelease(call) {
      const { number, reason } = call.input
      const { operatorId } = call.operator
      return act(call, { action: 'delivery.release', after: {}, reason }, (tx) =>
        delivery.release(tx, number, { operatorId }),
      )
    },
    deliveryShip(call) {
      const { number, url, ...given } = call.input
      const parcel = { carrier: given.carrier.trim(), tracking: given.tracking.trim(), url: url ?? null }
      return act(call, { action: 'delivery.ship', after: parcel }, (tx) =>
        delivery.ship(tx, number, parcel, call.operator.operatorId),
      )
    },
    async deliveryImport(call) {
      const lines = await enterParcels(
        db,
        call.input.csv,
        (tx, number, parcel) =>
          audited(tx, call, { action: 'delivery.ship', after: parcel }, () =>
            delivery.ship(tx, number, parcel, call.operator.operatorId),
          ),
        (taken) => delivery.moved(taken),
      )
      return { lines }
    },
    deliveryProof(call) {
      const { number, at = null } = call.input
      return act(call, { action: 'delivery.proof', after: { at } }, (tx) =>
        delivery.deliver(tx, number, at, call.operator.operatorId),
      )
    },
    deliveryAnswer(call) {
      const { number, answer, note } = call.input
      const { operatorId } = call.operator
      return act(call, { action: 'delivery.answer', after: { answer, note } }, (tx) =>
        delivery.answer(tx, number, answer, { operatorId, note }),
      )
    },
    async deliverySettle(call) {
      const { number, note, reason, requestId } = call.input
      const { row } = await delivery.show(db, number)
      const params = {
        number: row.number,
        amount: formatMoney(row.recycle),
        dispute: row.dispute_note ?? '',
        note,
      }
      return approvals.request(call, settle, { params, reason, requestId })
    },
  }
}
