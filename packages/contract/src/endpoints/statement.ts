/** The sums of a wallet statement, and the files that a member can take away. */
import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { amount, count, page, paged, smsCode, time } from '../schemas.ts'
import { STATEMENT_KINDS, statementFilter } from './wallet.ts'

const sums = { in: amount, out: amount, lines: count }

export const statementMonths = endpoint({
  path: '/user/fundingmonths',
  summary: "List the months of the member's wallet statement with their sums, newest first",
  auth: 'member',
  input: z.strictObject(page),
  output: paged(
    z.object({
      /** `YYYY-MM` in the business time zone */
      month: z.string(),
      ...sums,
      /** after the last line of the month */
      balance: amount,
      kinds: z.array(z.object({ kind: z.enum(STATEMENT_KINDS), ...sums })),
    }),
  ),
  errors: [],
})

/** Where the server offers a file: a path with a ticket that works once and only for a short time. */
const download = z.object({
  url: z.string(),
  /** until then the download can begin */
  expiresAt: time,
})

export const statementFile = endpoint({
  path: '/user/fundingexport',
  summary: "Get a link to the member's wallet statement as a CSV file",
  auth: 'member',
  input: z.strictObject(statementFilter),
  output: download,
  errors: [],
})

export const memberFile = endpoint({
  path: '/user/export',
  summary: 'Get a link to everything that is stored about the member, as a JSON file',
  auth: 'member',
  input: z.strictObject({ code: smsCode }),
  output: download,
  errors: ['CODE_WRONG', 'CODE_EXPIRED'],
})
