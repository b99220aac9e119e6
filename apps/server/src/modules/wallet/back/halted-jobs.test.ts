/** While the log is halted, no job moves money: the database may be an older copy. */
import { expect, test, vi } from 'vitest'
import type { Db } from '../../../platform/db.ts'
import type { Handler, Jobs } from '../../../platform/jobs/jobs.ts'
import { transferJobs } from '../transfer/transfer.jobs.ts'
import { trc20Jobs } from '../trc20/trc20.jobs.ts'
import { refundJobs } from './refunds.ts'

test('while the log is halted no line is matched, no address is looked at, and a refund waits', async () => {
  const handlers = new Map<string, Handler<unknown>>()
  const send = vi.fn()
  const jobs = {
    send,
    handle: (job: { name: string }, handler: Handler<unknown>) => handlers.set(job.name, handler),
  } as unknown as Jobs
  const query = vi.fn()
  const db = { query, tx: (work: (tx: unknown) => unknown) => work({ query }) } as unknown as Db
  const deps = { db, isHalted: async () => true } as never
  transferJobs(jobs, deps)
  trc20Jobs(jobs, deps)
  refundJobs(jobs, deps)
  const signal = new AbortController().signal
  const data = { memberId: 'member', id: 'withdrawal' }
  for (const name of ['wallet.match-statements', 'wallet.watch-trc20', 'wallet.refund'])
    await handlers.get(name)!({ data, jobId: '', attempt: 1, dueAtMs: 1_000, signal })
  expect(query).not.toHaveBeenCalled()
  expect(send).toHaveBeenCalledOnce()
  expect(send.mock.lastCall?.slice(2)).toEqual([data, { key: 'withdrawal', dueAtMs: 301_000 }])
})
