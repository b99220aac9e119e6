/** What owners change about operators' accounts. Once there have been two owners, each change here needs both. */
import * as z from 'zod/mini'
import { APPROVAL_ACTIONS } from '@fairlot/contract/operator/approvals'
import { mayOperate, permissionsOf, ROLES, type Role } from '@fairlot/contract/operator/operator-roles'
import type { Audit } from '../../../platform/audit.ts'
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact, type Fields, type Outlook } from '../approvals/outlook.ts'
import { withdrawRequestsOf } from '../approvals/decide-request.ts'
import type { Invitations } from './invitations.ts'
import * as queries from './operators.queries.ts'

const roles = z.array(z.enum(ROLES))
const newOperator = z.object({ name: z.string(), fullName: z.string(), roles })
/** `name` is for the approver, who decides on a name and not on an id. */
const operatorRef = z.object({ id: z.uuid(), name: z.string() })
const withRoles = z.extend(operatorRef, { roles })

export type StaffChanges = {
  create: ApprovalDefinition<z.output<typeof newOperator>>
  roles: ApprovalDefinition<z.output<typeof withRoles>>
  reset: ApprovalDefinition<z.output<typeof operatorRef>>
  enable: ApprovalDefinition<z.output<typeof operatorRef>>
}

export type StaffDeps = { audit: Audit; invitations: Pick<Invitations, 'create' | 'resetAccess'> }

export function staffChanges(deps: StaffDeps): StaffChanges {
  return {
    create: creation(deps),
    roles: changeOfRoles(deps),
    reset: reset(deps),
    enable: enabling(deps),
  }
}

function creation({ invitations }: StaffDeps): StaffChanges['create'] {
  return {
    action: 'staff.create',
    schema: newOperator,
    view: (params) => ({ name: params.name, fullName: params.fullName, roles: params.roles.join(', ') }),
    async outlook(_db, { name, fullName, roles: next }) {
      return { effect: { name, fullName, ...rolesFields(next) } }
    },
    check: refuseTakenName,
    async execute(tx, params, { requestedBy }) {
      await refuseTakenName(tx, params)
      const { operatorId, oneTimePassword } = await invitations.create(tx, params, requestedBy)
      return { subject: `staff:${operatorId}`, after: params, oneTimePassword }
    },
  }
}

function changeOfRoles({ audit }: StaffDeps): StaffChanges['roles'] {
  return {
    action: 'staff.roles',
    schema: withRoles,
    view: (params) => ({ operator: params.name, roles: params.roles.join(', ') }),
    async outlook(db, { id, name, roles: next }) {
      const { roles: now, status } = await operatorOf(db, id)
      return {
        effect: { operator: name, ...rolesFields(next) },
        before: { operator: name, ...rolesFields(now) },
        facts: [fact('status', status)],
      }
    },
    check: refuseTooFewOwners,
    async execute(tx, params, { actor }) {
      const { roles: before } = await operatorOf(tx, params.id)
      await refuseTooFewOwners(tx, params)
      await queries.setRoles(tx, params.id, params.roles)
      // withdraws requests that the new roles no longer permit
      await withdrawRequestsOf(audit, tx, actor, params.id, (action) =>
        mayOperate(params.roles, APPROVAL_ACTIONS[action]),
      )
      return { subject: `staff:${params.id}`, before: { roles: before }, after: { roles: params.roles } }
    },
  }
}

function reset({ audit, invitations }: StaffDeps): StaffChanges['reset'] {
  return {
    action: 'staff.reset',
    schema: operatorRef,
    view: ({ name }) => ({ operator: name }),
    outlook: accessOutlook,
    async check(tx, { id }) {
      await enabledOperator(tx, id)
      await refuseLastOwner(tx, id)
    },
    async execute(tx, { id }, { actor }) {
      const { status } = await enabledOperator(tx, id)
      await refuseLastOwner(tx, id)
      // a stranger who used the lost credentials may have made these requests
      await withdrawRequestsOf(audit, tx, actor, id)
      const { oneTimePassword } = await invitations.resetAccess(tx, id)
      return { subject: `staff:${id}`, before: { status }, after: { status: 'invited' }, oneTimePassword }
    },
  }
}

function enabling({ invitations }: StaffDeps): StaffChanges['enable'] {
  return {
    action: 'staff.enable',
    schema: operatorRef,
    view: ({ name }) => ({ operator: name }),
    outlook: accessOutlook,
    async check(tx, { id }) {
      await disabledOperator(tx, id)
    },
    async execute(tx, { id }) {
      const { status } = await disabledOperator(tx, id)
      const { oneTimePassword } = await invitations.resetAccess(tx, id)
      return { subject: `staff:${id}`, before: { status }, after: { status: 'invited' }, oneTimePassword }
    },
  }
}

const rolesFields = (held: readonly Role[]): Fields => ({
  roles: held.join(', '),
  permissions: permissionsOf(held).join(', '),
})

/** Of a new one-time password: whose account it opens. */
async function accessOutlook(db: Executor, { id, name }: z.output<typeof operatorRef>): Promise<Outlook> {
  const { roles: held, status } = await operatorOf(db, id)
  return {
    effect: { operator: name, status: 'invited', ...rolesFields(held) },
    before: { operator: name, status, ...rolesFields(held) },
  }
}

/** @throws Refusal NO_SUCH_DATA */
export async function operatorOf(db: Executor, operatorId: string): Promise<queries.OperatorRow> {
  const found = await queries.operatorById(db, operatorId)
  if (!found) throw new Refusal('NO_SUCH_DATA')
  return found
}

/** @throws Refusal NO_SUCH_DATA when there is no such operator, or the operator is disabled */
async function enabledOperator(tx: Tx, operatorId: string): Promise<queries.OperatorRow> {
  const found = await operatorOf(tx, operatorId)
  if (found.status === 'disabled') throw new Refusal('NO_SUCH_DATA')
  return found
}

/** @throws Refusal NO_SUCH_DATA when there is no such operator, or the operator is not disabled */
async function disabledOperator(tx: Tx, operatorId: string): Promise<queries.OperatorRow> {
  const found = await operatorOf(tx, operatorId)
  if (found.status !== 'disabled') throw new Refusal('NO_SUCH_DATA')
  return found
}

/** @throws Refusal NAME_TAKEN */
async function refuseTakenName(tx: Tx, { name }: { name: string }): Promise<void> {
  if (await queries.operatorByName(tx, name))
    throw new Refusal('NAME_TAKEN', { fields: { name: 'NAME_TAKEN' } })
}

/** The caller holds the back-office lock. @throws Refusal LAST_OWNER when no other owner can log in */
export async function refuseLastOwner(tx: Tx, operatorId: string): Promise<void> {
  const owners = await queries.ownersWhoCanLogIn(tx)
  if (owners.length === 1 && owners[0] === operatorId) throw new Refusal('LAST_OWNER')
}

/**
 * Refuses to take the role `owner` from the last owner who can log in, or from one of the last two owners (disabled owners
 * count): otherwise one owner could change staff alone.
 * @throws Refusal LAST_OWNER, TWO_OWNERS_STAY
 */
async function refuseTooFewOwners(tx: Tx, { id, roles: next }: z.output<typeof withRoles>): Promise<void> {
  if (next.includes('owner')) return
  await refuseLastOwner(tx, id)
  const owners = await queries.ownersEverSetUp(tx)
  if (owners.length === 2 && owners.includes(id)) throw new Refusal('TWO_OWNERS_STAY')
}

/**
 * Whether an owner may change staff alone. That is so until a second owner has set up an account, because the first owner
 * could otherwise not create one. Alone, an owner cannot reset or enable an account that was ever set up: the one-time
 * password would let the owner act as that operator. The caller holds the back-office lock.
 * @param owner who makes the change
 * @param resetId the operator whose access the change resets
 * @throws Refusal NEEDS_SECOND_OWNER when no other owner could approve the change
 */
export async function mayChangeStaffAlone(tx: Tx, owner: string, resetId?: string): Promise<boolean> {
  if ((await queries.ownersEverSetUp(tx)).length < 2) {
    if (resetId !== undefined && (await queries.wasEverSetUp(tx, resetId)))
      throw new Refusal('NEEDS_SECOND_OWNER')
    return true
  }
  // the operator to reset may not be able to log in, and so does not count as an approver
  const approvers = (await queries.ownersWhoCanLogIn(tx)).filter((id) => id !== owner && id !== resetId)
  if (approvers.length === 0) throw new Refusal('NEEDS_SECOND_OWNER')
  return false
}
