import * as z from 'zod/mini'
import { HOUR_MS } from '../../platform/durations.ts'
import { defineJob, defineSchedule } from '../../platform/jobs/jobs.ts'

/** Sends a check to the company, until the company has taken it. */
export const SEND = defineJob({
  name: 'identity-check.send',
  data: z.object({ memberId: z.uuid(), checkId: z.uuid() }),
  attempts: 30,
})

/** Erases the pictures of checks whose retention is over. */
export const ERASE = defineSchedule({ name: 'identity-check.erase', schedule: { everyMs: HOUR_MS } })
