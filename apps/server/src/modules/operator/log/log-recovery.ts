/** The change `log.recover`: two owners start a new log after the loss of the one that others have seen. */
import * as z from 'zod/mini'
import type { Recovery } from '../../fair/index.ts'
import type { RoundEngine } from '../../games/index.ts'
import type { Events } from '../../growth/index.ts'
import type { Mall } from '../../mall/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'

/** Nothing to choose: the new log names what the server knows of the lost one. */
const params = z.object({})
export type LogRecovery = z.infer<typeof params>

export type RecoveryDeps = {
  fair: { recovery: Recovery }
  mall: Pick<Mall, 'loseOpenIssues' | 'restateRefunds' | 'draws'>
  games: Pick<RoundEngine, 'loseOpenRounds' | 'rounds'>
  events: Pick<Events, 'loseOpenEvents'>
}

export function logRecovery({ fair, mall, games, events }: RecoveryDeps): ApprovalDefinition<LogRecovery> {
  return {
    action: 'log.recover',
    schema: params,
    view: () => ({}),
    // the log's lock comes before the locks of the issues
    check: (tx) => fair.recovery.lock(tx),
    async execute(tx, _params, { approvalId }) {
      if (approvalId === null) throw new Error('a new log needs two owners')
      await fair.recovery.lock(tx)
      const ended = await mall.loseOpenIssues(tx)
      await games.loseOpenRounds(tx)
      await events.loseOpenEvents(tx)
      const { log, lost, issues, restated } = await fair.recovery.begin(tx, ended)
      await mall.restateRefunds(tx, restated)
      return {
        subject: `log:${log}`,
        before: { log: lost.log, size: lost.size, root: lost.root },
        after: { log, refunded: issues },
      }
    },
    // the refunds run in the loops of issues and rounds, in chunks that survive a crash
    afterCommit() {
      mall.draws.wake()
      games.rounds.wake()
    },
  }
}
