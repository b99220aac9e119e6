/** The change `log.recover`: two owners start a new log after the loss of the one that others have seen. */
import * as z from 'zod/mini'
import { formatKey } from '@fairlot/fairness/note'
import type { Db, Executor } from '../../../platform/db.ts'
import type { Beacons, Recovery, Witnesses } from '../../fair/index.ts'
import type { RoundEngine } from '../../games/index.ts'
import type { Events } from '../../growth/index.ts'
import { formatMoney } from '@fairlot/contract/money/money'
import { unbindMoney } from '../../ledger/index.ts'
import { openIssueMoney, type Mall } from '../../mall/index.ts'
import type { ApprovalDefinition } from '../approvals/approval-definition.ts'
import { fact, type Outlook } from '../approvals/outlook.ts'

/** The new log names the newest state of the lost one that the server or a witness knows; owners can only do without a witness. */
const params = z.object({
  size: z.optional(z.int()),
  without: z._default(z.array(z.string()), []),
})
export type LogRecovery = z.infer<typeof params>

export type RecoveryDeps = {
  db: Db
  askWitnesses: Pick<Witnesses, 'newest' | 'keptSeals' | 'noteKeys' | 'verdicts' | 'settled'>
  fair: { recovery: Recovery; beacons: Beacons }
  mall: Pick<Mall, 'loseOpenIssues' | 'restateRefunds' | 'draws'>
  games: Pick<RoundEngine, 'loseOpenRounds' | 'rounds'>
  events: Pick<Events, 'loseOpenEvents'>
}

export function logRecovery(deps: RecoveryDeps): ApprovalDefinition<LogRecovery> {
  const { db, askWitnesses, fair, mall, games, events } = deps
  const keys = askWitnesses.noteKeys.map(formatKey)
  return {
    action: 'log.recover',
    schema: params,
    view: ({ size, without }) => ({
      ...(size !== undefined && { size: String(size) }),
      ...(without.length > 0 && { without: without.join(', ') }),
    }),
    outlook: outlookOf,
    prepare: () => fair.recovery.ask(db, askWitnesses, fair.beacons),
    async check(tx, stated) {
      // the log's lock comes before the locks of the issues
      await fair.recovery.lock(tx)
      await fair.recovery.require(tx, stated, keys)
    },
    async execute(tx, stated, { approvalId }) {
      if (approvalId === null) throw new Error('a new log needs two owners')
      await fair.recovery.lock(tx)
      await fair.recovery.require(tx, stated, keys)
      const ended = await mall.loseOpenIssues(tx)
      const bound = await games.loseOpenRounds(tx)
      ended.push(...(await events.loseOpenEvents(tx)))
      await unbindMoney(tx, 'bankroll', bound)
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

/** What the new log ends. Issues whose seal a witness signed in time are drawn all the same, so this is the most. */
async function outlookOf(db: Executor, { size, without }: LogRecovery): Promise<Outlook> {
  const { issues, sold, subsidy } = await openIssueMoney(db, null)
  return {
    effect: {
      'last known size': size === undefined ? 'the newest that the server or a witness knows' : String(size),
      'without witnesses': without.join(', '),
    },
    money: { 'refunds to members': formatMoney(sold), 'subsidies back to the house': formatMoney(subsidy) },
    facts: [
      fact(
        'issues',
        `${issues} on sale or sold out end, but for those with a seal that a witness keeps`,
        issues > 0,
      ),
      fact('rounds and events', 'every open one ends; stakes go back'),
      ...(without.length === 0 ? [] : [fact('witnesses', `nobody asks ${without.join(', ')}`, true)]),
    ],
  }
}
