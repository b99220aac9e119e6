/**
 * New signals: a device of a log in, a payout account, a recharge from a known sender. The transaction of the event sends a job, so
 * that no signal is missed; the job looks for relations, and a repeated run finds nothing more.
 */
import * as z from 'zod/mini'
import { RELATION_SIGNALS, type RelationSignal } from '@fairlot/contract/life/growth-life'
import type { Db, Statement, Tx } from '../../../../platform/db.ts'
import { defineJob, type Jobs } from '../../../../platform/jobs/jobs.ts'
import { deviceHasher, noteDevice } from './devices.ts'
import { flagShared } from './find-flags.ts'

const SIGNAL = defineJob({
  name: 'growth.signal',
  data: z.object({ member: z.uuid(), signal: z.enum(RELATION_SIGNALS) }),
})

/** Most members are in no team, and most recharges have no known sender: these send no job. */
const MATTERS: Statement = {
  name: 'signals.matters',
  text: `
    select 1 where exists (select from team_member where member_id = $1 or friend_id = $1)
      and ($2 <> 'payer' or exists (select from trc20_transfer where member_id = $1))`,
}

export type SignalDeps = {
  db: Db
  jobs: Jobs
  /** called after a commit that changed what these members see of their teams */
  onTeams(members: readonly string[]): void
}

/** Sends the look at a new signal in the transaction that makes it. */
export async function signalled(jobs: Jobs, tx: Tx, member: string, signal: RelationSignal): Promise<void> {
  if ((await tx.query(MATTERS, [member, signal])).length === 0) return
  await jobs.send(tx, SIGNAL, { member, signal }, { key: `${signal} ${member}` })
}

/**
 * Notes the device of each log in, and looks at it when it is new for the member.
 * @param secret of the hashes, 32 bytes hex
 */
export function watchDevices(
  jobs: Jobs,
  secret: string,
): (tx: Tx, memberId: string, device: string) => Promise<void> {
  const hashOf = deviceHasher(secret)
  return async (tx, memberId, device) => {
    if (await noteDevice(tx, memberId, hashOf(device))) await signalled(jobs, tx, memberId, 'device')
  }
}

export function signalJobs({ db, jobs, onTeams }: SignalDeps): void {
  jobs.handle(SIGNAL, async ({ data: { member, signal } }) => {
    const members = await flagShared(db, member, signal)
    if (members.length > 0) onTeams(members)
  })
}
