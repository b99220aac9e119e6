/** The change `log.recover`: two owners start a new log after the loss of the one that others have seen. */
import * as z from 'zod/mini'
import type { Recovery } from '../../fair/index.ts'
import type { Mall } from '../../mall/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'

/** Nothing to choose: the new log names what the server knows of the lost one. */
const params = z.object({})
export type LogRecovery = z.infer<typeof params>

export type RecoveryDeps = {
  fair: { recovery: Recovery }
  mall: Pick<Mall, 'loseOpenIssues' | 'draws'>
}

export function logRecovery({ fair, mall }: RecoveryDeps): ApprovalDefinition<LogRecovery> {
  return {
    action: 'log.recover',
    schema: params,
    view: () => ({}),
    // the log's lock comes before the locks of the issues
    check: (tx) => fair.recovery.lock(tx),
    async execute(tx, _params, { approvalId }) {
      if (approvalId === null) throw new Error('a new log needs two owners')
      await fair.recovery.lock(tx)
      const { log, lost, issues } = await fair.recovery.begin(tx, await mall.loseOpenIssues(tx))
      return {
        subject: `log:${log}`,
        before: { log: lost.log, size: lost.size, root: lost.root },
        after: { log, refunded: issues },
      }
    },
    // the refunds run in the loop of the issues, in chunks that survive a crash
    afterCommit: () => mall.draws.wake(),
  }
}
