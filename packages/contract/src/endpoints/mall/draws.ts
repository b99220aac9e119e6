/** The calls about draws: winners, the calculation, the proof. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { amount, count, documents, issueNumber, page, paged, productCode, time } from '../../schemas.ts'
import { badge, card, grade, mode, product, tiers, timesCounted, vouching, witnesses } from './shapes.ts'

/** The winner of one drawn issue. */
const winner = z.object({
  issue: issueNumber,
  product,
  mode,
  badge,
  price: amount,
  /** market price of goods; first prize of cash, which the winning code has */
  prizeValue: amount,
  tiers,
  shares: count,
  drawnAt: time,
  /** the winning code, the winner's public name, and the winner's number of shares */
  code: z.int(),
  name: z.string(),
  quantity: count,
  /** the caller is the winner */
  mine: z.boolean(),
})

export const goodsWinners = endpoint({
  path: '/goods/winners',
  summary: "List the winners of a product's issues, newest first",
  auth: 'optional',
  input: z.strictObject({ ...page, product: productCode }),
  output: paged(winner),
  errors: [],
})

export const winners = endpoint({
  path: '/index/winners',
  summary: 'List the winners of all drawn issues, newest first (their posts: /bask/winners)',
  auth: 'optional',
  input: z.strictObject(page),
  output: paged(winner),
  errors: [],
})

const row = z.object({
  seq: z.int(),
  ms: time,
  time: z.int(),
  first: z.int(),
  quantity: count,
  tag: z.string(),
})

export const calculation = endpoint({
  path: '/goods/calculation',
  summary: 'Get the draw calculation of a sealed issue, with its orders in pages',
  auth: 'optional',
  input: z.strictObject({ ...page, issue: issueNumber }),
  output: z.object({
    card,
    timesCounted,
    grade,
    utcOffsetMinutes: z.int(),
    orders: count,
    sum: z.string(),
    /** E mod N; 0 in grade plain; null before the draw */
    entropyRemainder: z.nullable(z.int()),
    /** (S + E) mod N; null before the draw */
    remainder: z.nullable(z.int()),
    code: z.nullable(z.int()),
    entropy: z.nullable(z.string()),
    digest: z.string(),
    /** when the attempt that counts was sealed */
    sealedAt: time,
    witnesses,
    vouching,
    /** the caller's member tag in this issue; null for an anonymous caller */
    tag: z.nullable(z.string()),
    rows: paged(row),
  }),
  errors: ['NOT_SEALED'],
})

/** The schema checks version and kind only: the verifier in the fairness package checks every value. */
const proofDocument = z
  .looseObject({
    version: z.enum(['fairlot-proof/1', 'fairlot-proof/2', 'fairlot-proof/3']),
    kind: z.literal('issue'),
  })
  .register(documents, { component: 'Proof' })

export const proof = endpoint({
  path: '/goods/proof',
  summary: 'Get the proof document of a sealed or drawn issue',
  auth: 'anyone',
  input: z.strictObject({ issue: issueNumber }),
  output: proofDocument,
  errors: ['NOT_SEALED'],
})
