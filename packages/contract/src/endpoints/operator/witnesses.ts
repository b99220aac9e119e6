/** The configured witnesses as operators see them. */
import * as z from 'zod/mini'
import { count, time } from '../../schemas.ts'

/** each with the last checkpoint that it has signed; null: it has signed none */
export const shownWitnesses = z.array(
  z.object({
    name: z.string(),
    /** the house operates it, as WITNESSES says */
    own: z.boolean(),
    size: z.nullable(count),
    signedAt: z.nullable(time),
    /** it has signed every checkpoint that is older than an hour */
    current: z.boolean(),
    /** how many things it reports about this log, which break none of its rules; null: it has not said */
    reported: z.nullable(count),
  }),
)

/** what new openings promise by their witnesses; null: there are none, or the log is not of version 3 */
export const shownQuorum = z.nullable(
  z.object({
    /** n */
    witnesses: count,
    /** k: so many must sign in time */
    quorum: count,
    /** X = 2k − n: the house could choose only together with so many of them */
    together: count,
    /** f = n − k + 1: so many silent ones break the quorum */
    breaking: count,
    /** how many of them the house operates */
    own: count,
    isEnoughForMoney: z.boolean(),
  }),
)
