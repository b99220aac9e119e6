/** What a module declares about a change that may need the approval of a second operator. */
import type * as z from 'zod/mini'
import type { ApprovalAction } from '@fairlot/contract/operator/approvals'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Actor } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import type { Outlook } from './outlook.ts'

/** The result of a change: carried out, or requested. */
export type ChangeResult = Output<Endpoints['approvalApprove']>
export type Approval = NonNullable<ChangeResult['approval']>
export type ShownApproval = Output<Endpoints['approvalShow']>

/** Who made a change, and why. */
export type ExecutedBy = {
  /** null: one operator made the change alone */
  approvalId: string | null
  requestedBy: string
  /** null: one operator made the change alone */
  approvedBy: string | null
  reason: string
  /** the operator of the current call, for further audit entries */
  actor: Actor
}

export type Executed = {
  /** what was changed, for the audit log: `member:<id>`, `setting:<name>` */
  subject: `${string}:${string}`
  /** without secrets; left out where there was no value */
  before?: object
  after?: object
  oneTimePassword?: string
}

/** One kind of change. */
export type ApprovalDefinition<Params> = {
  readonly action: ApprovalAction
  /** what the database keeps of a request; JSON only (money as decimal strings) */
  readonly schema: z.ZodMiniType<Params>
  /** what the approver reads */
  view(params: Params): Record<string, string>
  /**
   * What the approver reads beside the request. Required where the request leaves something to a setting or a default, replaces
   * something, moves money, or concerns a member. It takes no lock. @throws Refusal that `execute` would throw
   */
  outlook?(db: Db, params: Params): Promise<Outlook>
  /** Runs before the transaction of a request or an approval, for what is outside the database. It decides nothing. */
  prepare?(): Promise<void>
  /** Checks a change before it is made or requested. @throws Refusal that `execute` would throw */
  check?(tx: Tx, params: Params): Promise<void>
  /** Makes the change in the transaction of the approval. @throws Refusal; the request then stays pending */
  execute(tx: Tx, params: Params, by: ExecutedBy): Promise<Executed>
  /** Runs after the commit, e.g. `settings.refresh()`. */
  afterCommit?(): Promise<void> | void
}

export type ChangeInput<Params> = {
  params: Params
  /** what the caller asked for, where `params` has more: a repeated call has the same, whatever has moved meanwhile */
  asked?: unknown
  reason: string
  requestId: string
}

export type ApprovalDefinitions = {
  /** @throws Error when the action is registered already */
  register<Params>(definition: ApprovalDefinition<Params>): void
  /** @throws Error when no module registered the action */
  of(action: string): ApprovalDefinition<unknown>
}

export function createDefinitions(): ApprovalDefinitions {
  const definitions = new Map<string, ApprovalDefinition<unknown>>()
  return {
    register(definition) {
      if (definitions.has(definition.action)) throw new Error(`${definition.action} is registered twice`)
      definitions.set(definition.action, definition)
    },
    of(action) {
      const definition = definitions.get(action)
      if (!definition) throw new Error(`no module registered the action ${action}`)
      return definition
    },
  }
}
