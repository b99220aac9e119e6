/** What owners change about the people at the desk. Each of these takes a second owner once there has been one. */
import * as z from 'zod/mini'
import { APPROVAL_ACTIONS, mayOperate, ROLES, type Role } from '@fairlot/contract/operator-roles'
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { ApprovalDefinition, Approvals } from '../approvals/approvals.ts'
import type { Invitations } from './invitations.ts'
import * as queries from './operators.queries.ts'

const roles = z.array(z.enum(ROLES))
const person = z.object({ name: z.string(), fullName: z.string(), roles })
/** `name`: so that people read whom they decide on */
const someone = z.object({ id: z.uuid(), name: z.string() })
const withRoles = z.extend(someone, { roles })

export type StaffChanges = {
  create: ApprovalDefinition<z.output<typeof person>>
  roles: ApprovalDefinition<z.output<typeof withRoles>>
  reset: ApprovalDefinition<z.output<typeof someone>>
  enable: ApprovalDefinition<z.output<typeof someone>>
}

export type StaffDeps = {
  approvals: Pick<Approvals, 'withdrawAll'>
  invitations: Pick<Invitations, 'create' | 'invite'>
}

export function staffChanges({ approvals, invitations }: StaffDeps): StaffChanges {
  async function letIn(tx: Tx, { id }: { id: string }, status: queries.OperatorRow['status']) {
    const { oneTimePassword } = await invitations.invite(tx, id)
    return { subject: `staff:${id}`, before: { status }, after: { status: 'invited' }, oneTimePassword }
  }

  return {
    create: {
      action: 'staff.create',
      schema: person,
      view: (params) => ({ name: params.name, fullName: params.fullName, roles: params.roles.join(', ') }),
      check: refuseTaken,
      async execute(tx, params, { requestedBy }) {
        await refuseTaken(tx, params)
        const { operatorId, oneTimePassword } = await invitations.create(tx, params, requestedBy)
        return { subject: `staff:${operatorId}`, after: params, oneTimePassword }
      },
    },

    roles: {
      action: 'staff.roles',
      schema: withRoles,
      view: (params) => ({ operator: params.name, roles: params.roles.join(', ') }),
      async check(tx, params) {
        await keepOwners(tx, params)
      },
      async execute(tx, params, { actor }) {
        const { roles: before } = await operatorOf(tx, params.id)
        await keepOwners(tx, params)
        await queries.setRoles(tx, params.id, params.roles)
        // what they may not ask for any more, they have not asked for
        await approvals.withdrawAll(tx, actor, params.id, (action) =>
          mayOperate(params.roles, APPROVAL_ACTIONS[action]),
        )
        return { subject: `staff:${params.id}`, before: { roles: before }, after: { roles: params.roles } }
      },
    },

    reset: {
      action: 'staff.reset',
      schema: someone,
      view: ({ name }) => ({ operator: name }),
      async check(tx, { id }) {
        await letInAlready(tx, id)
        await keepAnOwner(tx, id)
      },
      async execute(tx, params, { actor }) {
        const { status } = await letInAlready(tx, params.id)
        await keepAnOwner(tx, params.id)
        // somebody else may have asked in their name
        await approvals.withdrawAll(tx, actor, params.id, () => false)
        return letIn(tx, params, status)
      },
    },

    enable: {
      action: 'staff.enable',
      schema: someone,
      view: ({ name }) => ({ operator: name }),
      async check(tx, { id }) {
        await shutOut(tx, id)
      },
      async execute(tx, params) {
        const { status } = await shutOut(tx, params.id)
        return letIn(tx, params, status)
      },
    },
  }
}

/** @throws Refusal NO_SUCH_DATA */
export async function operatorOf(db: Executor, operatorId: string): Promise<queries.OperatorRow> {
  const found = await queries.operatorById(db, operatorId)
  if (!found) throw new Refusal('NO_SUCH_DATA')
  return found
}

/** Of those who are not shut out. @throws Refusal NO_SUCH_DATA */
async function letInAlready(tx: Tx, operatorId: string): Promise<queries.OperatorRow> {
  const found = await operatorOf(tx, operatorId)
  if (found.status === 'disabled') throw new Refusal('NO_SUCH_DATA')
  return found
}

/** Of those who are. @throws Refusal NO_SUCH_DATA */
async function shutOut(tx: Tx, operatorId: string): Promise<queries.OperatorRow> {
  const found = await operatorOf(tx, operatorId)
  if (found.status !== 'disabled') throw new Refusal('NO_SUCH_DATA')
  return found
}

async function refuseTaken(tx: Tx, { name }: { name: string }): Promise<void> {
  if (await queries.operatorByName(tx, name))
    throw new Refusal('NAME_TAKEN', { fields: { name: 'NAME_TAKEN' } })
}

/** In the desk's turn. @throws Refusal LAST_OWNER when nobody else could log in as one */
export async function keepAnOwner(tx: Tx, operatorId: string): Promise<void> {
  const owners = await queries.ownersWhoCanLogIn(tx)
  if (owners.length === 1 && owners[0] === operatorId) throw new Refusal('LAST_OWNER')
}

/**
 * Where there are two owners, two remain, though one of them is shut out: else staff would be the matter of one person.
 * @throws Refusal LAST_OWNER, TWO_OWNERS_STAY
 */
async function keepOwners(tx: Tx, { id, roles: wanted }: z.output<typeof withRoles>): Promise<void> {
  if (wanted.includes('owner')) return
  await keepAnOwner(tx, id)
  const owners = await queries.ownersEverSetUp(tx)
  if (owners.length === 2 && owners.includes(id)) throw new Refusal('TWO_OWNERS_STAY')
}

/**
 * Whether one owner may change staff alone, in the desk's turn: as long as there never was a second one, else the first
 * could let nobody in; and nobody's account that has been set up, else they could act as its person.
 * @param owner who asks
 * @param anew whose password would be replaced
 * @throws Refusal NEEDS_SECOND_OWNER where nobody could approve it
 */
export async function mayAlone(tx: Tx, owner: string, anew?: string): Promise<boolean> {
  if ((await queries.ownersEverSetUp(tx)).length < 2) {
    if (anew !== undefined && (await queries.wasEverSetUp(tx, anew))) throw new Refusal('NEEDS_SECOND_OWNER')
    return true
  }
  // whoever has to begin anew cannot log in to approve it
  const others = (await queries.ownersWhoCanLogIn(tx)).filter((id) => id !== owner && id !== anew)
  if (others.length === 0) throw new Refusal('NEEDS_SECOND_OWNER')
  return false
}

/** Each once, in the order of the contract's table: so that the same roles are the same input. */
export function ordered(given: readonly Role[]): Role[] {
  return ROLES.filter((role) => given.includes(role))
}
