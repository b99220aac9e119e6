/** The job that indexes products whose terms are missing or were made by older rules (after an upgrade). */
import type { Db } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { defineSchedule, type Jobs } from '../../../platform/jobs/jobs.ts'
import { INDEX_VERSION, indexProducts } from './index-products.ts'
import { productsToIndex } from './index-products.queries.ts'

const INDEX = defineSchedule({ name: 'mall.index-products', schedule: { everyMs: MINUTE_MS } })
const CHUNK = 200

export function indexJobs({ db, jobs }: { db: Db; jobs: Jobs }): void {
  jobs.handle(INDEX, async ({ signal }) => {
    for (;;) {
      const codes = await productsToIndex(db, INDEX_VERSION, CHUNK)
      if (codes.length > 0) await db.tx((tx) => indexProducts(tx, codes))
      if (codes.length < CHUNK || signal.aborted) return
    }
  })
}
