/** What operators read about one member. Numbers of phones and accounts are masked, codes are never shown. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { NOTICE_KINDS } from '../../../kinds/issue-kinds.ts'
import { PURCHASE_KINDS, PURCHASE_STANDINGS } from '../../../kinds/purchase-kinds.ts'
import { RELATION_FLAG_STATES, RELATION_SIGNALS } from '../../../life/growth-life.ts'
import { MEMBER_STATUSES } from '../../../life/member-status.ts'
import { PAYOUT_KINDS, PAYOUT_STATES } from '../../../life/payout-life.ts'
import { amount, count, id, page, paged, time } from '../../../schemas.ts'
import { flow, guardState } from '../../guard.ts'
import { STATEMENT_KINDS, walletStatement } from '../../wallet.ts'
import { freeze } from './freezes.ts'

const purchaseKind = z.enum(PURCHASE_KINDS)
const signal = z.enum(RELATION_SIGNALS)

/** Failed passwords since the last log-in. */
const failures = z.object({
  failures: count,
  lastAt: z.nullable(time),
  /** until the next try; 0: now */
  waitSeconds: count,
})

export const memberShow = endpoint({
  path: '/operator/membershow',
  summary: 'Show a member: money, play-through, payout accounts, log-in, signs of shared accounts, limits',
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({ id }),
  output: z.object({
    id,
    status: z.enum(MEMBER_STATUSES),
    nickname: z.string(),
    username: z.nullable(z.string()),
    /** masked; null when the account is closed */
    phone: z.nullable(z.string()),
    /** of the phone number */
    country: z.nullable(z.string()),
    memberSince: time,
    /** id of the member who invited this one */
    inviter: z.nullable(id),
    money: z.object({
      /** the balance of the wallet */
      available: amount,
      /** what open withdrawals hold */
      held: amount,
      piggy: amount,
      /** the part of the piggy bank that locks keep there */
      locked: amount,
      /** what is paid for purchases that have not ended */
      open: z.array(z.object({ kind: purchaseKind, count, amount })),
      /** of all time */
      flow,
      /** withdrawn + balance + piggy bank − deposited; below zero it is what the member has lost */
      net: amount,
      playThrough: z.object({ required: amount, played: amount, left: amount }),
    }),
    payouts: z.array(
      z.object({
        kind: z.enum(PAYOUT_KINDS),
        label: z.nullable(z.string()),
        masked: z.string(),
        state: z.enum(PAYOUT_STATES),
        usableFrom: time,
        createdAt: time,
      }),
    ),
    logIn: failures,
    /** devices with which the member logged in */
    devices: count,
    /** other members with the same device, payout account or payer, up to 20 for each */
    shared: z.array(z.object({ signal, members: z.array(id) })),
    /** signs that this member and another one of an invitation are one person, the newest 20 */
    flags: z.array(
      z.object({
        /** who invited */
        member: id,
        friend: id,
        /** who shares with the friend */
        other: id,
        signal,
        state: z.enum(RELATION_FLAG_STATES),
        foundAt: time,
      }),
    ),
    /** null: the account is not frozen */
    freeze: z.nullable(freeze),
    guard: guardState,
  }),
  errors: [],
})

export const memberOrders = endpoint({
  path: '/operator/memberorders',
  summary: "List a member's purchases of shares, bets and finance, also refused ones, newest first",
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({
    ...page,
    id,
    kind: z.optional(purchaseKind),
    /** true: only what has not ended; false: only what has */
    open: z.optional(z.boolean()),
  }),
  output: paged(
    z.object({
      id,
      kind: purchaseKind,
      /** the number of an order of shares, or of a round */
      number: z.nullable(z.string()),
      /** what was bought: title of the product, name of the game, code of the finance product */
      title: z.nullable(z.string()),
      quantity: count,
      amount,
      standing: z.enum(PURCHASE_STANDINGS),
      /** how it ended; null: it has not, or was refunded or refused */
      result: z.nullable(z.string()),
      payout: amount,
      /** why it was refused */
      refusal: z.nullable(z.string()),
      at: time,
      endedAt: z.nullable(time),
    }),
  ),
  errors: [],
})

export const memberMoney = endpoint({
  path: '/operator/membermoney',
  summary: "List every movement of a member's wallet with the balance after it, newest first",
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({
    ...page,
    id,
    kind: z.optional(z.enum(STATEMENT_KINDS)),
    /** `YYYY-MM` in the business time zone */
    month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
  }),
  output: walletStatement.output,
  errors: [],
})

export const memberLogins = endpoint({
  path: '/operator/memberlogins',
  summary: "List a member's sessions of the last 30 days, newest first, with failed passwords",
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({ ...page, id }),
  output: z.extend(
    paged(
      z.object({
        session: id,
        /** browser and system */
        device: z.string(),
        at: time,
        seenAt: time,
        /** null: it can still be used */
        endedAt: z.nullable(time),
      }),
    ),
    { logIn: failures },
  ),
  errors: [],
})

export const memberMessages = endpoint({
  path: '/operator/membermessages',
  summary: "List a member's notices in the app, newest first, and when codes were sent by text message",
  auth: 'operator',
  permission: 'member.read',
  input: z.strictObject({ ...page, id }),
  output: z.extend(paged(z.object({ kind: z.enum(NOTICE_KINDS), at: time, readAt: z.nullable(time) })), {
    /** the last code for each purpose within two days; never the code */
    codes: z.array(
      z.object({
        purpose: z.string(),
        at: time,
        validUntil: time,
        usedAt: z.nullable(time),
        /** wrong codes that were entered */
        tries: count,
        /** codes that were sent one after the other */
        inRow: count,
      }),
    ),
  }),
  errors: [],
})
