/**
 * A server process of the benchmark: the real context and application. For the peer, only the handler of the purchase is
 * replaced by the naive one. http.ts starts the process, sends it a ServerOrder and waits for its port.
 */
import { createApp } from '@fairlot/server/app'
import { createContext, type Context } from '@fairlot/server/context'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { createTerms } from '@fairlot/server/modules/mall/index'
import { systemClock } from '@fairlot/server/platform/clock'
import { createDb, type Db } from '@fairlot/server/platform/db'
import { createJobs } from '@fairlot/server/platform/jobs/jobs'
import { createLog } from '@fairlot/server/platform/log/log'
import { systemRandom } from '@fairlot/server/platform/random'
import { Refusal } from '@fairlot/server/platform/refusal'
import type { Secrets } from '@fairlot/server/platform/secrets'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Side } from './purchases/in-process.ts'
import { createNaive } from './purchases/naive.ts'

export type ServerOrder = { side: Side; appUrl: string; deployment: string; secrets: Secrets }

function context(order: ServerOrder, db: Db): Context {
  const log = createLog('warn')
  return createContext({
    db,
    databaseUrl: order.appUrl,
    clock: systemClock,
    random: systemRandom,
    log,
    jobs: createJobs({ db, random: systemRandom, log, utcOffsetMinutes: 0 }),
    secrets: order.secrets,
    deployment: {
      title: 'Benchmark',
      id: order.deployment,
      moneyMode: 'sandbox',
      defaultLanguage: 'en-us',
      currency: { symbol: '₫', code: 'VND', decimals: 2 },
      utcOffsetMinutes: 0,
    },
  })
}

/** The peer's handler of the purchase: reads the terms the same way and gives the same answer. */
function naiveBuy(url: string, db: Db): Context['routes']['buy'] {
  const naive = createNaive(url)
  const terms = createTerms(db)
  return async ({ input, member }) => {
    const issue = await terms.byNumber(input.issue)
    if (!issue) throw new Refusal('NO_SUCH_DATA')
    const { quantity, requestId } = input
    const { order, firstCode, amount } = await naive.buy({
      member: member.memberId,
      issueId: issue.issueId,
      quantity,
      requestId,
    })
    if (firstCode < FIRST_CODE) throw new Error('a code below the first one')
    return {
      order,
      issue: issue.number,
      status: 'awaiting_draw',
      first: firstCode,
      quantity,
      amount: formatMoney(amount),
      discount: null,
    }
  }
}

async function serve(order: ServerOrder): Promise<number> {
  const db = createDb(order.appUrl)
  const real = context(order, db)
  const routes = order.side === 'ours' ? real.routes : { ...real.routes, buy: naiveBuy(order.appUrl, db) }
  return createApp({ ...real, routes }).listen(0, '127.0.0.1')
}

process.once('message', (order) => {
  serve(order as ServerOrder).then(
    (port) => process.send?.({ port }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
// the benchmark has ended
process.once('disconnect', () => process.exit(0))
