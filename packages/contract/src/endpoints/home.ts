import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { MONEY_MODES } from '../money-mode.ts'
import { amount, count, empty, id, issueNumber, time } from '../schemas.ts'
import { card } from './mall.ts'

export const system = endpoint({
  path: '/index/getsystem',
  summary: 'What this deployment is: tabs, languages, currency, versions, time',
  auth: 'anyone',
  input: empty,
  output: z.object({
    title: z.string(),
    deployment: z.string(),
    /** sandbox: every amount is play money and is labelled so */
    moneyMode: z.enum(MONEY_MODES),
    tablist: z.array(z.enum(['home', 'investment', 'team', 'mine', 'mall'])),
    vip_text: z.string(),
    onlineservice: z.nullable(z.string()),
    version: z.array(
      z.object({ system: z.string(), channel: z.string(), version_number: z.string(), code: z.int() }),
    ),
    task_status: z.boolean(),
    languages: z.array(z.string()),
    defaultLanguage: z.string(),
    currency: z.object({ symbol: z.string(), code: z.string(), decimals: z.int() }),
    /** minutes east of UTC */
    utcOffsetMinutes: z.int(),
    /** version of the terms and privacy statement in force */
    terms: z.string(),
    invitationRequired: z.boolean(),
    /** years of age that a member declares to have reached */
    adultAge: z.int(),
    /** ISO country codes that may register; empty = every country */
    countries: z.array(z.string()),
    serverTime: time,
  }),
  errors: [],
})

export const home = endpoint({
  path: '/index/index',
  summary: 'The home page',
  auth: 'optional',
  input: empty,
  output: z.object({
    /** sold out and waiting for its draw, the earliest first */
    drawingNext: z.nullable(card),
    almostFull: z.array(card),
    justOpened: z.array(card),
    justDrawn: z.array(card),
    winners: z.array(z.object({ issue: issueNumber, title: z.string(), name: z.string(), at: time })),
    serverTime: time,
  }),
  errors: [],
})

export const kinds = endpoint({
  path: '/index/kind',
  summary: 'Categories and modes of the catalogue',
  auth: 'anyone',
  input: empty,
  output: z.object({
    categories: z.array(z.object({ id: z.string(), title: z.string(), tile: z.string() })),
    modes: z.array(z.enum(['goods', 'cash', 'pk', 'vip'])),
  }),
  errors: [],
})

export const rechargeAmounts = endpoint({
  path: '/index/price',
  summary: 'Amounts to choose from',
  auth: 'anyone',
  input: empty,
  output: z.object({ recharge: z.object({ steps: z.array(amount), minimum: amount, maximum: amount }) }),
  errors: [],
})

export const account = endpoint({
  path: '/index/useraccount',
  summary: 'The member: user info, balances, order counts',
  auth: 'member',
  input: empty,
  output: z.object({
    member: z.object({
      id,
      nickname: z.string(),
      username: z.nullable(z.string()),
      /** masked */
      phone: z.string(),
      invitationCode: z.string(),
      vipLevel: z.int(),
      memberSince: time,
    }),
    /** end of the running break or self-exclusion; null: none */
    excludedUntil: z.nullable(time),
    closing: z.boolean(),
    balance: amount,
    piggy: amount,
    orders: z.object({ awaiting: count, pending: count, to_receive: count, received: count }),
  }),
  errors: [],
})
