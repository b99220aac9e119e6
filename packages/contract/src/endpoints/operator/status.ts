/** What stands still in the installation, and whether business time can be believed. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { count, empty, requestId, time } from '../../schemas.ts'
import { change } from './approvals.ts'
import { reason } from './fields.ts'
import { shownQuorum, shownWitnesses } from './witnesses.ts'

export const statusShow = endpoint({
  path: '/operator/statusshow',
  summary: 'Show stalled work, whether business time is trusted, and the witnesses of the log',
  auth: 'operator',
  permission: 'golive.read',
  input: empty,
  output: z.object({
    clock: z.object({
      /** business time */
      now: time,
      /** up to this time, time has ended what it ends; null: no server has watched the clock yet */
      settled: z.nullable(time),
      /** names the halt for `clockAccept` */
      generation: count,
      /** null: business time is believed */
      halt: z.nullable(
        z.object({
          since: time,
          /** how far business time went away from the monotonic clock, milliseconds; negative: back */
          jumpMs: z.int(),
        }),
      ),
    }),
    items: z.array(
      z.object({
        /** stable name of the check; docs/OPERATING.md explains each */
        name: z.string(),
        /** how many stand still; 0: none */
        count,
        /** what should be true, in English */
        title: z.string(),
        found: z.string(),
      }),
    ),
    witnesses: shownWitnesses,
    quorum: shownQuorum,
  }),
  errors: [],
})

export const clockAccept = endpoint({
  path: '/operator/clockaccept',
  summary:
    'Say that business time is right after it jumped: time ends again what it ends. With real money a second owner approves it',
  auth: 'operator',
  permission: 'clock.accept',
  /** the halt as `statusShow` answered it */
  input: z.strictObject({ generation: count, since: time, reason, requestId }),
  output: change,
  errors: ['REQUEST_ID_REUSED', 'CHANGED_MEANWHILE'],
})
