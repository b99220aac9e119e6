/**
 * The two-person rule: one operator asks, another approves, and what was asked for is carried out in the transaction of
 * the approval. What may be done by one person alone goes the same way, so that repeating a call has one effect.
 *
 * Everything here happens one after the other (a lock of the whole desk): who decides is looked at anew under it, so that
 * nobody who was shut out or lost a role a moment ago still does.
 */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import {
  APPROVAL_ACTIONS,
  mayOperate,
  type ApprovalAction,
  type ApprovalState,
  type Permission,
} from '@fairlot/contract/operator-roles'
import type { Actor, Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import * as queries from './approvals.queries.ts'
import { actorOf, type OperatorCall } from '../audit/audit.ts'
import { APPROVAL_HOURS } from '../operator.settings.ts'

/** What became of a change: done, or waiting for a second person. */
export type Change = Output<Endpoints['approvalApprove']>
export type Approval = Output<Endpoints['approvalShow']>

/** Who carries out a change, and why. */
export type CarriedOutBy = {
  /** null: by one person alone */
  approvalId: string | null
  requestedBy: string
  /** null: by one person alone */
  approvedBy: string | null
  reason: string
  /** in whose call it happens, for further audit entries */
  actor: Actor
}

export type CarriedOut = {
  /** what was changed, for the audit log: `member:<id>`, `setting:<name>` */
  subject: string
  /** without secrets; left out where there was nothing, or nothing is left */
  before?: object
  after?: object
  oneTimePassword?: string
}

/** One kind of change that may take a second person. */
export type ApprovalDefinition<Params> = {
  readonly action: ApprovalAction
  /** what is kept of a request; JSON only (money as decimal strings) */
  readonly schema: z.ZodMiniType<Params>
  /** what people read before they approve */
  view(params: Params): Record<string, string>
  /** Looks, before it is done or asked for, whether it could be. @throws Refusal that it would end in */
  check?(tx: Tx, params: Params): Promise<void>
  /** Does it, in the transaction of the approval. @throws Refusal, which leaves the request waiting */
  execute(tx: Tx, params: Params, by: CarriedOutBy): Promise<CarriedOut>
  /** After the commit, e.g. `settings.refresh()`. */
  after?(): Promise<void> | void
}

export type ChangeInput<Params> = { params: Params; reason: string; requestId: string }

export type Approvals = {
  /** Makes a kind of change known: once, when the modules are wired. */
  register<Params>(definition: ApprovalDefinition<Params>): void
  /**
   * Asks for it. The same request id with the same input answers the same request.
   * @throws Refusal REQUEST_ID_REUSED with another input
   */
  request<Params>(
    call: OperatorCall,
    definition: ApprovalDefinition<Params>,
    input: ChangeInput<Params>,
  ): Promise<Change>
  /** Does it at once, by one person, with its audit entry; retried as `request`. */
  doAlone<Params>(
    call: OperatorCall,
    definition: ApprovalDefinition<Params>,
    input: ChangeInput<Params>,
  ): Promise<Change>
  /** One of the two, as `alone` decides in the transaction. @throws Refusal that `check` or `alone` ends in */
  change<Params>(
    call: OperatorCall,
    definition: ApprovalDefinition<Params>,
    input: ChangeInput<Params>,
    alone: (tx: Tx) => boolean | Promise<boolean>,
  ): Promise<Change>
  /** @throws Refusal NO_SUCH_DATA, NOT_PERMITTED, OWN_REQUEST, NOT_PENDING, or what the change ends in */
  approve(call: OperatorCall, approvalId: string): Promise<Change>
  /** @throws Refusal NO_SUCH_DATA, NOT_PERMITTED, OWN_REQUEST, NOT_PENDING */
  reject(call: OperatorCall, approvalId: string, note: string): Promise<Approval>
  /** @throws Refusal NO_SUCH_DATA when it is somebody else's, NOT_PENDING */
  withdraw(call: OperatorCall, approvalId: string): Promise<Approval>
  /** @throws Refusal NO_SUCH_DATA */
  show(call: OperatorCall, approvalId: string): Promise<Approval>
  list(
    call: OperatorCall,
    page: { cursor?: string | undefined; limit: number; state?: ApprovalState | undefined },
  ): Promise<Output<Endpoints['approvalList']>>
  /** Takes back what an operator has asked for, unless `keeps` says otherwise. */
  withdrawAll(
    tx: Tx,
    actor: Actor,
    operatorId: string,
    keeps: (action: ApprovalAction) => boolean,
  ): Promise<void>
  /** Notes what nobody decided in time. */
  expire(): Promise<void>
}

export type ApprovalsDeps = { db: Db; clock: Clock; random: Random; audit: Audit; settings: Settings }

const CURSOR = z.tuple([z.uuid()])

export function createApprovals(deps: ApprovalsDeps): Approvals {
  const { db, audit } = deps
  const definitions = new Map<string, ApprovalDefinition<unknown>>()

  function definitionOf(action: string): ApprovalDefinition<unknown> {
    const definition = definitions.get(action)
    if (!definition) throw new Error(`nobody carries out ${action}`)
    return definition
  }

  const view = (row: queries.ApprovalRow, call: OperatorCall) =>
    approvalView(row, definitionOf(row.action), call)

  async function shown(tx: Tx, call: OperatorCall, approvalId: string): Promise<Approval> {
    const row = await queries.approvalById(tx, approvalId)
    if (!row) throw new Refusal('NO_SUCH_DATA')
    return view(row, call)
  }

  async function change<Params>(
    call: OperatorCall,
    definition: ApprovalDefinition<Params>,
    { params: entered, reason, requestId }: ChangeInput<Params>,
    alone: (tx: Tx) => boolean | Promise<boolean>,
  ): Promise<Change> {
    const { action } = definition
    const params = z.parse(definition.schema, entered)
    const inputHash = hashOf([action, params, reason])
    const { operatorId } = call.operator
    const answer = await db.tx<Change & { fresh: boolean }>(async (tx) => {
      await enter(tx, call, APPROVAL_ACTIONS[action])
      const earlier = await queries.earlierRequest(tx, operatorId, requestId)
      if (earlier) {
        if (!inputHash.equals(earlier.input_hash)) throw new Refusal('REQUEST_ID_REUSED')
        const approval = earlier.approval_id === null ? null : await shown(tx, call, earlier.approval_id)
        return { ...outcome(approval), fresh: false }
      }
      const key = { operatorId, requestId, inputHash }
      await definition.check?.(tx, params)
      if (await alone(tx)) {
        const by = {
          approvalId: null,
          requestedBy: operatorId,
          approvedBy: null,
          reason,
          actor: actorOf(call),
        }
        const { oneTimePassword = null } = await carryOut(audit, tx, definition, params, by)
        await queries.keepRequest(tx, { ...key, approvalId: null })
        return { ...outcome(null, oneTimePassword), fresh: true }
      }
      const approvalId = uuidv7(deps.clock.now(), deps.random)
      const hours = deps.settings.get(APPROVAL_HOURS)
      await queries.insertApproval(tx, { approvalId, action, params, reason, requestedBy: operatorId, hours })
      await queries.keepRequest(tx, { ...key, approvalId })
      const after = { action, params: definition.view(params) }
      await audit.write(tx, actorOf(call), {
        action: 'approval.request',
        subject: `approval:${approvalId}`,
        approvalId,
        reason,
        after,
      })
      return { ...outcome(await shown(tx, call, approvalId)), fresh: true }
    })
    const { fresh, ...result } = answer
    if (fresh && result.state === 'done') await definition.after?.()
    return result
  }

  return {
    register(definition) {
      if (definitions.has(definition.action)) throw new Error(`${definition.action} is registered twice`)
      definitions.set(definition.action, definition)
    },
    change,
    request: (call, definition, input) => change(call, definition, input, () => false),
    doAlone: (call, definition, input) => change(call, definition, input, () => true),

    async approve(call, approvalId) {
      const { operatorId } = call.operator
      const done = await db.tx(async (tx) => {
        const row = await decidable(tx, call, approvalId)
        // the same person again: their answer may have been lost on its way
        if (row.state === 'approved' && row.decided_by === operatorId)
          return { definition: null, change: outcome(view(row, call)) }
        refuseOther(row, operatorId)
        const definition = definitionOf(row.action)
        const by = {
          approvalId,
          requestedBy: row.requested_by,
          approvedBy: operatorId,
          reason: row.reason,
          actor: actorOf(call),
        }
        const params = z.parse(definition.schema, row.params)
        const { oneTimePassword = null } = await carryOut(audit, tx, definition, params, by)
        await queries.decideApproval(tx, { approvalId, state: 'approved', decidedBy: operatorId, note: null })
        await audit.write(tx, actorOf(call), decided(row, 'approved'))
        return { definition, change: outcome(await shown(tx, call, approvalId), oneTimePassword) }
      })
      await done.definition?.after?.()
      return done.change
    },

    reject: (call, approvalId, note) =>
      db.tx(async (tx) => {
        const { operatorId } = call.operator
        const row = await decidable(tx, call, approvalId)
        if (row.state === 'rejected' && row.decided_by === operatorId) return view(row, call)
        refuseOther(row, operatorId)
        await queries.decideApproval(tx, { approvalId, state: 'rejected', decidedBy: operatorId, note })
        await audit.write(tx, actorOf(call), decided(row, 'rejected', note))
        return shown(tx, call, approvalId)
      }),

    withdraw: (call, approvalId) =>
      db.tx(async (tx) => {
        const { operatorId } = call.operator
        await enter(tx, call)
        const row = await queries.approvalById(tx, approvalId)
        if (row?.requested_by !== operatorId) throw new Refusal('NO_SUCH_DATA')
        if (row.state === 'withdrawn') return view(row, call)
        if (row.state !== 'pending') throw new Refusal('NOT_PENDING')
        await queries.decideApproval(tx, {
          approvalId,
          state: 'withdrawn',
          decidedBy: operatorId,
          note: null,
        })
        await audit.write(tx, actorOf(call), decided(row, 'withdrawn'))
        return shown(tx, call, approvalId)
      }),

    async show(call, approvalId) {
      const row = await queries.approvalById(db, approvalId)
      if (!row) throw new Refusal('NO_SUCH_DATA')
      return view(row, call)
    },

    async list(call, { cursor, limit, state }) {
      const [before = null] = decodeCursor(cursor, CURSOR) ?? []
      const rows = await queries.listApprovals(db, { before, state: state ?? null, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, (last) => [last.approval_id])
      return { items: items.map((row) => view(row, call)), next }
    },

    withdrawAll: (tx, actor, operatorId, keeps) => withdrawAll(audit, tx, actor, operatorId, keeps),

    async expire() {
      await db.tx(async (tx) => {
        await queries.lockDesk(tx)
        for (const approval_id of await queries.expireApprovals(tx))
          await audit.write(tx, 'machine', decided({ approval_id }, 'expired'))
      })
    },
  }
}

/** Takes back what an operator has asked for, unless `keeps` says otherwise. In the desk's turn. */
export async function withdrawAll(
  audit: Audit,
  tx: Tx,
  actor: Actor,
  operatorId: string,
  keeps: (action: ApprovalAction) => boolean = () => false,
): Promise<void> {
  for (const row of await queries.pendingOf(tx, operatorId)) {
    if (keeps(row.action as ApprovalAction)) continue
    const decision = { approvalId: row.approval_id, decidedBy: operatorId, note: null }
    await queries.decideApproval(tx, { ...decision, state: 'withdrawn' })
    await audit.write(tx, actor, decided(row, 'withdrawn'))
  }
}

/** Comes into the desk's turn, and looks at the caller anew: a role lost a moment ago is lost. */
export async function enter(
  tx: Tx,
  call: OperatorCall,
  permission: Permission = 'approval.decide',
): Promise<void> {
  await queries.lockDesk(tx)
  const roles = await queries.standingRoles(tx, call.operator.operatorId)
  if (!roles) throw new Refusal('SESSION_ENDED')
  if (!mayOperate(roles, permission)) throw new Refusal('NOT_PERMITTED')
}

/** A request that the caller's roles allow to decide, in whatever state it is. */
async function decidable(tx: Tx, call: OperatorCall, approvalId: string): Promise<queries.ApprovalRow> {
  await enter(tx, call)
  const row = await queries.approvalById(tx, approvalId)
  if (!row) throw new Refusal('NO_SUCH_DATA')
  await enter(tx, call, APPROVAL_ACTIONS[row.action as ApprovalAction])
  return row
}

/** @throws Refusal where this person cannot decide it, or nobody can any more */
function refuseOther(row: queries.ApprovalRow, operatorId: string): void {
  if (row.requested_by === operatorId) throw new Refusal('OWN_REQUEST')
  if (row.state !== 'pending') throw new Refusal('NOT_PENDING')
}

/** Does it and writes its audit entry. */
async function carryOut<Params>(
  audit: Audit,
  tx: Tx,
  definition: ApprovalDefinition<Params>,
  params: Params,
  by: CarriedOutBy,
): Promise<CarriedOut> {
  const done = await definition.execute(tx, params, by)
  await audit.write(tx, by.actor, {
    action: definition.action,
    subject: done.subject,
    reason: by.reason,
    ...(by.approvalId !== null && { approvalId: by.approvalId }),
    ...(done.before && { before: done.before }),
    ...(done.after && { after: done.after }),
  })
  return done
}

const DECIDED = {
  approved: 'approval.approve',
  rejected: 'approval.reject',
  withdrawn: 'approval.withdraw',
  expired: 'approval.expire',
} as const satisfies Record<Exclude<ApprovalState, 'pending'>, string>

function decided({ approval_id }: { approval_id: string }, state: keyof typeof DECIDED, reason?: string) {
  return {
    action: DECIDED[state],
    subject: `approval:${approval_id}`,
    approvalId: approval_id,
    before: { state: 'pending' },
    after: { state },
    ...(reason !== undefined && { reason }),
  }
}

/** @param approval null: done at once, by one person */
function outcome(approval: Approval | null, oneTimePassword: string | null = null): Change {
  const state = approval === null || approval.state === 'approved' ? 'done' : 'requested'
  return { state, approval, oneTimePassword }
}

function approvalView(
  row: queries.ApprovalRow,
  definition: ApprovalDefinition<unknown>,
  { operator }: OperatorCall,
): Approval {
  const { decided_by, decided_name } = row
  const mayDecide =
    row.state === 'pending' &&
    row.requested_by !== operator.operatorId &&
    mayOperate(operator.roles, APPROVAL_ACTIONS[definition.action])
  return {
    id: row.approval_id,
    action: definition.action,
    params: definition.view(z.parse(definition.schema, row.params)),
    reason: row.reason,
    requestedBy: { id: row.requested_by, name: row.requested_name },
    requestedAt: Number(row.requested_ms),
    expiresAt: Number(row.expires_ms),
    state: row.state,
    decidedBy: decided_by === null || decided_name === null ? null : { id: decided_by, name: decided_name },
    decidedAt: row.decided_ms === null ? null : Number(row.decided_ms),
    note: row.note,
    mayDecide,
  }
}

/** SHA-256 of a value's JSON, whatever order its keys came in. */
function hashOf(value: unknown): Buffer {
  const sorted = (_key: string, part: unknown): unknown =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  return createHash('sha256').update(JSON.stringify(value, sorted)).digest()
}
