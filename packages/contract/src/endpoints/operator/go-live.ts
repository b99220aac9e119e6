/** The go-live check. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { MODULES } from '../../modules.ts'
import { empty, time } from '../../schemas.ts'

export const goLive = endpoint({
  path: '/operator/golive',
  summary: 'Run the go-live check: what real money still needs, for the installation and for each module',
  auth: 'operator',
  permission: 'golive.read',
  input: empty,
  output: z.object({
    /** whether at least one module can take real money */
    ready: z.boolean(),
    items: z.array(
      z.object({
        /** stable name of the check; docs/OPERATING.md explains each */
        id: z.string(),
        /** `all`: the whole installation; otherwise one module */
        scope: z.enum(['all', ...MODULES]),
        ok: z.boolean(),
        /** the finding, in English */
        found: z.string(),
      }),
    ),
  }),
  errors: [],
})

export const drillRecord = endpoint({
  path: '/operator/drillrecord',
  summary: 'Record a restore drill by the signed record that the restore program wrote',
  auth: 'operator',
  permission: 'drill.record',
  /** the content of `drill-record.json` */
  input: z.strictObject({
    record: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(4_000, 'TOO_LONG')),
  }),
  output: z.object({ madeAt: time, backupAt: time }),
  errors: [],
})
