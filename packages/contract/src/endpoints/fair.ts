import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { count, empty, hex, id, page, paged, time } from '../schemas.ts'

/** A number of log entries. */
const size = z.int().check(z.minimum(0), z.maximum(2 ** 48))
const hash = hex(32)

export const fairAbout = endpoint({
  path: '/fair/about',
  summary: 'What the draws of this deployment are checked with: log key, head, verifier, beacon',
  auth: 'anyone',
  input: empty,
  output: z.object({
    deployment: z.string(),
    /** Ed25519 key of the log and of receipts, hex */
    publicKey: hash,
    /** the same as a verifier key of a signed note, for witness software */
    noteKey: z.string(),
    /** entries so far, and the chained head over them */
    size: count,
    head: hash,
    /** the latest signed state; null before the first */
    checkpoint: z.nullable(z.object({ size: count, root: hash, head: hash, time })),
    /** the program served at /fair/verifier.mjs; null where it was not built */
    verifier: z.nullable(z.object({ version: z.string(), sha256: hash })),
    /** the beacon of the issues that open now */
    beacon: z.object({
      chain: hash,
      publicKey: hex(96),
      /** Unix seconds of round 1, and seconds from round to round */
      genesis: count,
      period: count,
      /** the house holds its key: sandbox only */
      local: z.boolean(),
    }),
    /** who is asked to co-sign checkpoints: their verifier keys */
    witnesses: z.array(z.string()),
    serverTime: time,
  }),
  errors: [],
})

export const fairLog = endpoint({
  path: '/fair/log',
  summary: 'Entries of the transparency log',
  auth: 'anyone',
  input: z.strictObject({
    ...page,
    sort: z._default(z.enum(['newest', 'oldest']), 'newest'),
    /** begins at this index; a cursor wins */
    from: z.optional(size),
  }),
  output: z.object({
    ...paged(z.object({ index: count, bytes: z.string(), leaf: hash, head: hash })).shape,
    size: count,
    head: hash,
  }),
  errors: [],
})

export const fairCheckpoint = endpoint({
  path: '/fair/checkpoint',
  summary: 'A signed state of the log: the latest one, or that of a size',
  auth: 'anyone',
  input: z.strictObject({ size: z.optional(size) }),
  output: z.object({
    /** C2SP signed note with the log's own signature */
    note: z.string(),
    size: count,
    root: hash,
    head: hash,
    time,
    /** signature lines of witnesses, to be set below the note */
    cosignatures: z.array(z.string()),
  }),
  errors: [],
})

export const fairConsistency = endpoint({
  path: '/fair/consistency',
  summary: 'The proof that the log of one size extends that of another (RFC 6962)',
  auth: 'anyone',
  input: z.strictObject({ from: size, to: size }),
  output: z.object({ from: count, to: count, fromRoot: hash, toRoot: hash, path: z.array(hash) }),
  errors: [],
})

export const fairReceipt = endpoint({
  path: '/fair/receipt',
  summary: 'The signed receipt of one of the own orders',
  auth: 'member',
  input: z.strictObject({ order: id }),
  output: z.object({
    /** canonical JSON, byte for byte what is signed */
    receipt: z.string(),
    signature: hex(64),
    publicKey: hash,
  }),
  errors: ['PENDING'],
})
