/** How operators help with log-ins: end all of a member, and end the wait after wrong passwords. They never set a password. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { count, id } from '../../../schemas.ts'
import { reason } from '../fields.ts'

export const memberSignOut = endpoint({
  path: '/operator/membersignout',
  summary: 'End every log-in of a member; the member is told by a notice at the next log-in',
  auth: 'operator',
  permission: 'member.access',
  input: z.strictObject({ id, reason }),
  /** `ended`: log-ins that could still be used */
  output: z.object({ id, ended: count }),
  errors: [],
})

export const memberUnlock = endpoint({
  path: '/operator/memberunlock',
  summary: 'Forget the wrong passwords of a member, so that the next try need not wait',
  auth: 'operator',
  permission: 'member.access',
  input: z.strictObject({ id, reason }),
  /** `forgotten`: wrong passwords that were counted */
  output: z.object({ id, forgotten: count }),
  errors: [],
})
