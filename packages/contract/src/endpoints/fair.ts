import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { amount, count, documents, empty, hex, id, page, paged, time } from '../schemas.ts'

/** A number of log entries. */
const size = z.int().check(z.minimum(0), z.maximum(2 ** 48))
const hash = hex(32)
/** name of a log of this deployment; the current one by default */
const log = z.optional(z.string().check(z.minLength(1), z.maxLength(60)))

export const fairAbout = endpoint({
  path: '/fair/about',
  summary:
    'Get what is needed to verify draws of this deployment: log key and head, verifier, beacon, witnesses',
  auth: 'anyone',
  input: empty,
  output: z.object({
    /** name of the current log: the deployment's id, or `<id>.<n>` after a loss */
    deployment: z.string(),
    /** Ed25519 key of the log and of receipts, hex */
    publicKey: hash,
    /** the same key in the text form of signed notes, for witness software */
    noteKey: z.string(),
    /** number of entries, and the chained head over them */
    size: count,
    head: hash,
    /** the latest checkpoint; null before the first */
    checkpoint: z.nullable(z.object({ size: count, root: hash, head: hash, time })),
    /**
     * the lost log that the current one continues: its name and last known state, and the issues that were refunded in full;
     * null for the first log
     */
    continues: z.nullable(
      z.object({ deployment: z.string(), size: count, root: hash, lost: z.array(z.string()), at: time }),
    ),
    /** the program served at /fair/verifier.mjs; null when it is not built */
    verifier: z.nullable(z.object({ version: z.string(), sha256: hash })),
    /** the beacon that new issues use */
    beacon: z.object({
      chain: hash,
      publicKey: hex(96),
      /** Unix seconds of round 1, and seconds between two rounds */
      genesis: count,
      period: count,
      /** the house holds the beacon's key; sandbox only */
      local: z.boolean(),
    }),
    /** the witnesses that the server asks to co-sign checkpoints */
    witnesses: z.array(
      z.object({
        /** in the text form of signed notes */
        key: z.string(),
        /** the house says that it operates this witness itself; openings of version 3 name it with this mark */
        own: z.boolean(),
        /** the largest number of entries that it has signed, and when, by its clock; null before its first signature */
        size: z.nullable(count),
        signedAt: z.nullable(time),
      }),
    ),
    serverTime: time,
  }),
  errors: [],
})

export const fairLog = endpoint({
  path: '/fair/log',
  summary: 'List entries of the transparency log',
  auth: 'anyone',
  input: z.strictObject({
    ...page,
    sort: z._default(z.enum(['newest', 'oldest']), 'newest'),
    /** index of the first entry; ignored when `cursor` is given */
    from: z.optional(size),
    log,
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
  summary: 'Get a checkpoint of the log: the latest one, or the one of a given size',
  auth: 'anyone',
  input: z.strictObject({ size: z.optional(size), log }),
  output: z.object({
    /** C2SP signed note with the log's signature */
    note: z.string(),
    size: count,
    root: hash,
    head: hash,
    time,
    /** signature lines of witnesses; appended to the note they form a co-signed note */
    cosignatures: z.array(z.string()),
  }),
  errors: [],
})

export const fairConsistency = endpoint({
  path: '/fair/consistency',
  summary: 'Get the proof that the log of one size extends the log of a smaller size (RFC 6962)',
  auth: 'anyone',
  input: z.strictObject({ from: size, to: size, log }),
  output: z.object({ from: count, to: count, fromRoot: hash, toRoot: hash, path: z.array(hash) }),
  errors: [],
})

export const fairReceipt = endpoint({
  path: '/fair/receipt',
  summary: "Get the signed receipt of one of the member's orders or bets",
  auth: 'member',
  /** the id of an order, or of a bet */
  input: z.strictObject({ order: id }),
  output: z
    .object({
      /** canonical JSON, exactly the signed bytes */
      receipt: z.string(),
      signature: hex(64),
      publicKey: hash,
    })
    .register(documents, { component: 'SignedReceipt' }),
  errors: ['PENDING'],
})

const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** What the house stated on a UTC day. */
const solvencyStatement = z.object({
  day,
  at: time,
  /** name of the log, and index of the entry in it */
  log: z.string(),
  index: count,
  /** of the Merkle-sum tree over what all members own */
  root: hash,
  total: amount,
  /** what the house has at banks and payment companies, as its books say */
  assets: amount,
  /** what the leaf of a member hashes: the member's id, or in version 3 of the log the phone number of that day */
  binds: z.enum(['member', 'phone']),
  /** in version 3 the witnesses that the entry names, and how many of them must have signed it; null: none */
  witnesses: z.nullable(z.array(z.object({ key: z.string(), own: z.boolean() }))),
  quorum: z.nullable(count),
})

export const fairSolvency = endpoint({
  path: '/fair/solvency',
  summary:
    'List what the house stated each day about its solvency: what members own and what it has, newest first',
  auth: 'anyone',
  input: z.strictObject(page),
  output: paged(solvencyStatement),
  errors: [],
})

export const fairInclusion = endpoint({
  path: '/fair/inclusion',
  summary: "Get the proof that the member's balance is in the total that the house stated on a day",
  auth: 'member',
  /** without a day: the newest statement */
  input: z.strictObject({ day: z.optional(day) }),
  output: z.object({
    /** null when nothing is stated yet */
    statement: z.nullable(solvencyStatement),
    /** id of the member, which the leaf hashes unless the statement binds phone numbers */
    member: id,
    /** what the member owned; null when the tree has no leaf of the member, or its leaves are deleted */
    leaf: z.nullable(
      z.object({
        nonce: hash,
        /** hash of the phone number that the member had on that day; null where the leaf binds the member's id */
        owner: z.nullable(hash),
        /** the sum of the parts */
        amount,
        wallet: amount,
        piggy: amount,
        /** in open withdrawals */
        held: amount,
        /** paid for orders whose draw is open */
        escrow: amount,
      }),
    ),
    /** the siblings from the leaf to the root, with the side on which each is */
    path: z.array(z.object({ side: z.enum(['left', 'right']), hash, sum: amount })),
    /** the statement's entry in the log; null when nothing is stated yet */
    entry: z.nullable(
      z.object({
        /** canonical JSON */
        bytes: z.string(),
        inclusion: z.array(hash),
        /** a checkpoint that covers the entry, a C2SP signed note; in version 3 with the lines of the named witnesses */
        checkpoint: z.string(),
      }),
    ),
  }),
  errors: [],
})
