/** The outcome of a call whose answer was lost, asked for without repeating the call. */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { id, requestId } from '../schemas.ts'

export const walletOutcome = endpoint({
  path: '/user/outcome',
  summary:
    "What a request id of the caller made: a move of the piggy bank, or a withdrawal or a recharge's return",
  auth: 'member',
  input: z.strictObject({ of: z.enum(['piggy', 'withdrawal']), requestId }),
  output: z.object({
    /** of the move or the withdrawal; null: the request made none, or has not arrived yet */
    id: z.nullable(id),
  }),
  errors: [],
})
