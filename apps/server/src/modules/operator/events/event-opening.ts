/** The change `event.open`: two operators open a prize-share event, whose terms are promises to members. */
import * as z from 'zod/mini'
import { eventOpen } from '@fairlot/contract/endpoints/operator/events'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Executor } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import type { LogWriter } from '../../fair/index.ts'
import { EVENT_FRIENDS, EVENT_TOP_UP, type Events, type NewEvent } from '../../growth/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact, paidFrom, type Outlook } from '../approvals/outlook.ts'
import { requireLog } from '../house/house-funding.ts'

const params = z.omit(eventOpen.input, { reason: true, requestId: true })
export type EventParams = z.output<typeof params>

export type EventOpeningDeps = {
  settings: Values
  writer: Pick<LogWriter, 'enqueue' | 'hold' | 'standing'>
  events: Pick<Events, 'isOn' | 'make' | 'check' | 'terms' | 'loop'>
}

/** An event of an input, with amounts in minor units. What is left out follows the settings of the moment. */
export function eventIn(given: EventParams, settings: Values): NewEvent {
  const { titles, pool, winners, deadline, grade, friends, topUp, opensAt } = given
  return {
    titles,
    pool: parseMoney(pool),
    winners,
    friends: friends ?? settings.get(EVENT_FRIENDS),
    topUp: topUp === undefined ? settings.get(EVENT_TOP_UP) : parseMoney(topUp),
    opensMs: opensAt ?? null,
    deadlineMs: deadline,
    grade,
  }
}

/** Every field as text for the approver, also the titles that members will read. */
function viewOf({ titles, opensAt, deadline, ...terms }: EventParams): Record<string, string> {
  const plain = Object.entries(terms).map(([name, value]) => [name, String(value)] as const)
  return {
    ...Object.fromEntries(plain),
    opensAt: opensAt === undefined ? 'at once' : new Date(opensAt).toISOString(),
    deadline: new Date(deadline).toISOString(),
    ...Object.fromEntries(titles.map(({ language, title }) => [`title ${language}`, title] as const)),
  }
}

async function outlookOf(
  db: Executor,
  { settings, events }: Pick<EventOpeningDeps, 'settings' | 'events'>,
  given: EventParams,
): Promise<Outlook> {
  const event = eventIn(given, settings)
  const { pool, winners, friends, topUp, grade } = event
  const { delay } = await events.terms(db, event)
  const { money, facts } = await paidFrom(db, 'marketing', pool)
  const isFree = topUp === 0n && friends === 0
  return {
    effect: {
      ...viewOf(given),
      friends: String(friends),
      topUp: formatMoney(topUp),
      ...(delay !== null && { 'draw delay': `${delay} seconds after the seal` }),
    },
    money: {
      'pool, from marketing': formatMoney(pool),
      'each winner gets': formatMoney(pool / BigInt(winners)),
      ...money,
    },
    facts: [
      ...facts,
      ...(isFree ? [fact('conditions', 'nobody has to top up or to invite a friend', true)] : []),
      ...(grade === 'witnessed' ? [] : [fact('grade', grade)]),
    ],
    refused: events.isOn() ? null : 'MODULE_OFF',
  }
}

export function eventOpening({
  settings,
  writer,
  events,
}: EventOpeningDeps): ApprovalDefinition<EventParams> {
  return {
    action: 'event.open',
    schema: params,
    view: viewOf,
    outlook: (db, given) => outlookOf(db, { settings, events }, given),
    async check(tx, given) {
      if (!events.isOn()) throw new Refusal('MODULE_OFF')
      requireLog(writer)
      // the log's lock comes before that of the marketing account
      await writer.hold(tx)
      await events.check(tx, eventIn(given, settings))
    },
    async execute(tx, given, { approvalId, requestedBy, approvedBy }) {
      if (approvalId === null || approvedBy === null) throw new Error('an event needs two operators')
      requireLog(writer)
      const by = { requestedBy, approvedBy, approvalId }
      const event = await events.make(tx, { ...eventIn(given, settings), by })
      const { number, status, commitment, topUp, friends } = event
      return {
        subject: `event:${number}`,
        after: { ...given, friends, topUp: formatMoney(topUp), status, commitment },
      }
    },
    afterCommit: () => events.loop.wake(),
  }
}
