/**
 * What two operators decide about a flag. Clear: the held rebates go back to the queue when no other flag is open. Confirm: the
 * relation earns nothing any more, and what was not paid yet is void. What was paid before stays with the member.
 */
import type { RelationDecision, RelationSignal } from '@fairlot/contract/life/growth-life'
import type { Executor, Statement, Tx } from '../../../../platform/db.ts'
import { countMoved, lockTeams, type Moved } from '../rebates/rebates.queries.ts'

export type FlagKey = { member: string; friend: string; signal: RelationSignal }

const IS_OPEN: Statement = {
  name: 'flags.is_open',
  text: `select 1 from relation_flag where member_id = $1 and friend_id = $2 and signal = $3 and state = 'open'`,
}

export async function isFlagOpen(db: Executor, { member, friend, signal }: FlagKey): Promise<boolean> {
  return (await db.query(IS_OPEN, [member, friend, signal])).length > 0
}

/** $3: the signal; a confirmation ends every open flag of the relation. */
const END: Statement = {
  name: 'flags.end',
  text: `
    update relation_flag set state = $4, decided_at = business_now(), reason = $5, approval_id = $6
    where member_id = $1 and friend_id = $2 and state = 'open' and (signal = $3 or $4 = 'confirmed')
    returning signal`,
}
const STAND: Statement = {
  name: 'flags.stand',
  text: `
    update team_member set standing = case
      when exists (select from relation_flag where member_id = $1 and friend_id = $2 and state = 'confirmed') then 'same_person'
      when exists (select from relation_flag where member_id = $1 and friend_id = $2 and state = 'open') then 'held'
      else 'clear' end
    where member_id = $1 and friend_id = $2 returning standing`,
}
const QUEUE: Statement = {
  name: 'flags.queue',
  text: `
    update rebate set state = 'queued' where member_id = $1 and friend_id = $2 and state = 'held'
    returning member_id as member, kind, amount, state, 'held' as was`,
}
const VOID: Statement = {
  name: 'flags.void',
  text: `
    update rebate set state = 'void', reason = 'same_person', ended_at = business_now()
    where member_id = $1 and friend_id = $2 and state = $3
    returning member_id as member, kind, amount, state, $3 as was`,
}
const CHANGED: Statement = {
  name: 'flags.changed_team',
  text: 'update team_total set changes = changes + 1 where member_id = $1',
}

export type Decided = {
  /** every signal whose flag ended */
  signals: RelationSignal[]
  standing: 'clear' | 'held' | 'same_person'
  /** minor units that went back to the queue, or are void */
  amount: bigint
}

/** Decides an open flag, once. @returns undefined: there is no open flag of this signal */
export async function decideRelation(
  tx: Tx,
  key: FlagKey,
  { decision, reason, approvalId }: { decision: RelationDecision; reason: string; approvalId: string },
): Promise<Decided | undefined> {
  const { member, friend, signal } = key
  await lockTeams(tx, [member])
  if (!(await isFlagOpen(tx, key))) return undefined
  const state = decision === 'clear' ? 'cleared' : 'confirmed'
  const ended = await tx.query<{ signal: RelationSignal }>(END, [
    member,
    friend,
    signal,
    state,
    reason,
    approvalId,
  ])
  const [row] = await tx.query<Pick<Decided, 'standing'>>(STAND, [member, friend])
  const moved = await moveRebates(tx, member, friend, row!.standing)
  await countMoved(tx, moved)
  await tx.query(CHANGED, [member])
  const amount = moved.reduce((sum, one) => sum + one.amount, 0n)
  return { signals: ended.map((one) => one.signal), standing: row!.standing, amount }
}

async function moveRebates(
  tx: Tx,
  member: string,
  friend: string,
  standing: Decided['standing'],
): Promise<Moved[]> {
  if (standing === 'held') return []
  if (standing === 'clear') return tx.query<Moved>(QUEUE, [member, friend])
  const moved: Moved[] = []
  for (const was of ['pending', 'queued', 'held'] as const)
    moved.push(...(await tx.query<Moved>(VOID, [member, friend, was])))
  return moved
}
