/** INV-31: what providers say was compared with the books, and the stored result is what both say. */
import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import type { Check } from '../../ledger/index.ts'
import { FIGURES } from './reconciliation.queries.ts'

const COLUMNS = 'said_items, said_amount, booked_items, booked_amount, differences'

export const reconciliationChecks: readonly Check[] = [
  {
    id: 'INV-31',
    title: 'the figures of every reconciled day are those of the provider and of the books',
    sql: `
      select count(*) filter (where (d.${COLUMNS.replaceAll(', ', ', d.')}) is distinct from (f.${COLUMNS.replaceAll(', ', ', f.')}))
          as breaches,
        count(d.day) || ' days' as figure
      from reconciliation_day d
      full join (${FIGURES('(select utc_offset from reconciliation_run)', '(select cut_at from reconciliation_run)')}) f
        using (day, provider, direction)`,
  },
]

export const reconciliationLiveness: readonly LivenessCheck[] = [
  {
    name: 'reconciliation',
    title: 'banks, payment companies and chains say what the books have',
    sql: `
      select count(*) as breaches,
        coalesce(sum(differences), 0) || ' payments differ' || coalesce(', the first on ' || min(day), '') as figure
      from reconciliation_day where differences > 0`,
  },
]
