import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { PIGGY_LOCKS } from '../kinds/piggy-locks.ts'
import { amount, empty, enteredAmount, id, requestId, time } from '../schemas.ts'

/** Money that a member put out of reach: it cannot be spent, bet or withdrawn until it is moved back. */
const piggyBank = z.object({
  wallet: amount,
  piggy: amount,
  /** what can be moved back now: all that no lock holds */
  movable: amount,
  /** locks that have not ended, the next to end first */
  locks: z.array(z.object({ id, amount, until: time })),
})

export const piggyState = endpoint({
  path: '/user/piggy',
  summary: 'The piggy bank: its balance, its locks, and what can be moved back',
  auth: 'member',
  input: empty,
  output: piggyBank,
  errors: [],
})

export const piggyTransfer = endpoint({
  path: '/user/transfer',
  summary: 'Move money between the wallet and the piggy bank',
  auth: 'member',
  money: true,
  input: z.strictObject({
    direction: z.enum(['in', 'out']),
    amount: enteredAmount,
    /** how long nobody can move it back; only for `in` */
    lock: z._default(z.enum(PIGGY_LOCKS), 'open'),
    requestId,
  }),
  output: piggyBank,
  errors: ['INSUFFICIENT_BALANCE', 'PIGGY_LOCKED', 'ACCOUNT_CLOSING', 'REQUEST_ID_REUSED'],
})
