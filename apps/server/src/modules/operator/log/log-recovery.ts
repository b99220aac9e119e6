/** The change `log.recover`: two owners start a new log after the loss of the one that others have seen. */
import * as z from 'zod/mini'
import type { Recovery } from '../../fair/index.ts'
import type { Mall } from '../../mall/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'

/** The state that both owners saw: the request is void when another loss was found since. */
const params = z.object({ log: z.string(), size: z.string() })
export type LogRecovery = z.infer<typeof params>

export type RecoveryDeps = {
  fair: { recovery: Recovery }
  mall: Pick<Mall, 'loseOpenIssues' | 'draws'>
}

export function logRecovery({ fair, mall }: RecoveryDeps): ApprovalDefinition<LogRecovery> {
  return {
    action: 'log.recover',
    schema: params,
    view: ({ log, size }) => ({ log, size }),
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
