/** The members' protection, wired: what they do for themselves, and what operators may do for them. */
import type { ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money'
import type { Actor, Audit } from '../../platform/audit.ts'
import type { Caller, OperatorCaller, Sessions } from '../../platform/http/auth.ts'
import type { Clock } from '../../platform/clock.ts'
import { MS, type Db, type Statement, type Tx } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import type { Random } from '../../platform/random.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { createExclusions } from './exclusions.ts'
import { createLimits, readCap, type LimitDeps } from './limits.ts'
import type { LimitName } from './limits.queries.ts'
import { createMinutes, type Minutes } from './minutes.ts'
import { netPosition, type Flow } from './net-position.ts'
import { REALITY_CHECK_MINUTES } from './guard.settings.ts'
import { counted, guardState, type GuardState } from './guard-state.ts'

export type GuardDeps = {
  db: Db
  clock: Clock
  random: Random
  settings: Values
  audit: Audit
  log: { warn(fields: object, message: string): void }
  /** minutes east of UTC of business time */
  utcOffsetMinutes: number
  sessions: Pick<Sessions, 'forget'>
  /** what a deposit limit finds already counted, from the module with the recharges; the wallet is locked */
  deposits: LimitDeps['deposits']
  /** Keeps a member's phone number from registering anew until then. */
  excludePhone(tx: Tx, memberId: string, until: Date): Promise<void>
}

type Names =
  | 'limits'
  | 'limitSave'
  | 'limitConfirm'
  | 'limitCancel'
  | 'selfExclude'
  | 'netPosition'
  | 'realityCheck'

/** Who makes an operator's call, and from where. */
type OperatorCall = { readonly operator: OperatorCaller; readonly address: string }

export type Guard = {
  readonly routes: Handlers<Endpoints, Names>
  /** @throws Refusal NO_SUCH_DATA */
  state(memberId: string): Promise<GuardState>
  /** Makes a limit stricter. @throws Refusal NO_SUCH_DATA, ONLY_STRICTER, INPUT_INVALID with the field `cap` */
  tighten(call: OperatorCall, input: ParsedInput<Endpoints['memberTighten']>): Promise<GuardState>
  /** Stops a member for a while. @throws Refusal NO_SUCH_DATA, ALREADY_LONGER */
  pause(call: OperatorCall, input: ParsedInput<Endpoints['memberPause']>): Promise<GuardState>
  /** Told of every call of a member: counts the minutes of those who limit their time. */
  seen(member: Pick<Caller, 'memberId'>): void
} & Pick<Minutes, 'flush' | 'start' | 'stop'>

const ACKNOWLEDGE: Statement = {
  name: 'guard.reality',
  text: `update session set reality_at = business_now() where session_id = $1 returning ${MS('reality_at')} as ms`,
}
const ACTIVE_SINCE: Statement = {
  name: 'guard.active_since',
  text: `select ${MS('active_since')} as ms from session where session_id = $1`,
}

export function createGuard(deps: GuardDeps): Guard {
  const { db, settings, audit, sessions, utcOffsetMinutes } = deps
  const limits = createLimits(deps)
  const exclusions = createExclusions(deps)
  const minutes = createMinutes(deps)

  /** Changes, and answers what it is then. */
  async function changed(memberId: string, change: (tx: Tx) => Promise<unknown>): Promise<GuardState> {
    return db.tx(async (tx) => {
      await change(tx)
      return guardState(tx, deps, memberId)
    })
  }

  const tighten: Guard['tighten'] = async (call, { id, kind, period, cap, reason }) => {
    const name: LimitName = { kind, period }
    const wanted = readCap(name, cap)
    return changed(id, async (tx) => {
      await guardState(tx, deps, id)
      const before = await limits.tighten(tx, id, name, wanted, call.operator.operatorId)
      await audit.write(tx, actorOf(call), {
        action: 'member.tighten',
        subject: `member:${id}`,
        reason,
        before: { ...name, cap: before === null ? null : counted(kind, before) },
        after: { ...name, cap: counted(kind, wanted) },
      })
    })
  }

  const pause: Guard['pause'] = async (call, { id, period, reason }) =>
    changed(id, async (tx) => {
      const before = await guardState(tx, deps, id)
      const until = await exclusions.pause(tx, id, period, call.operator.operatorId)
      await audit.write(tx, actorOf(call), {
        action: 'member.pause',
        subject: `member:${id}`,
        reason,
        before: { stopped: before.stopped && new Date(before.stopped.until).toISOString() },
        after: { stopped: until.toISOString(), period },
      })
    })

  return {
    state: (memberId) => guardState(db, deps, memberId),
    tighten,
    pause,
    seen: ({ memberId }) => minutes.seen(memberId),
    flush: () => minutes.flush(),
    start: () => minutes.start(),
    stop: () => minutes.stop(),
    routes: {
      limits: ({ member }) => guardState(db, deps, member.memberId),
      limitSave({ input: { cap, ...name }, member: { memberId } }) {
        const wanted = cap === undefined ? null : readCap(name, cap)
        return changed(memberId, (tx) => limits.save(tx, memberId, name, wanted))
      },
      limitConfirm: ({ input, member: { memberId } }) =>
        changed(memberId, (tx) => limits.confirm(tx, memberId, input)),
      limitCancel: ({ input, member: { memberId } }) =>
        changed(memberId, (tx) => limits.cancel(tx, memberId, input)),
      selfExclude: ({ input, member: { memberId } }) =>
        changed(memberId, (tx) => exclusions.stop(tx, memberId, input.period)),
      async netPosition({ member }) {
        const { balance, day, week, month, all } = await netPosition(db, member.memberId, utcOffsetMinutes)
        const [session] = await db.query<{ ms: bigint }>(ACTIVE_SINCE, [member.sessionId])
        if (!session) throw new Refusal('SESSION_ENDED')
        return {
          day: flowView(day),
          week: flowView(week),
          month: flowView(month),
          all: flowView(all),
          balance: formatMoney(balance),
          net: formatMoney(all.withdrawn + balance - all.deposited),
          activeSince: Number(session.ms),
        }
      },
      async realityCheck({ member: { sessionId } }) {
        const [said] = await db.query<{ ms: bigint }>(ACKNOWLEDGE, [sessionId])
        if (!said) throw new Refusal('SESSION_ENDED')
        sessions.forget([sessionId])
        return { nextAt: Number(said.ms) + settings.get(REALITY_CHECK_MINUTES) * 60_000 }
      },
    },
  }
}

function actorOf({ operator, address }: OperatorCall): Actor {
  return { operatorId: operator.operatorId, sessionId: operator.sessionId, address }
}

function flowView(flow: Flow) {
  return {
    deposited: formatMoney(flow.deposited),
    withdrawn: formatMoney(flow.withdrawn),
    spent: formatMoney(flow.spent),
    returned: formatMoney(flow.returned),
    won: formatMoney(flow.won),
    result: formatMoney(flow.won + flow.returned - flow.spent),
  }
}
