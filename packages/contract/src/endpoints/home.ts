import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { MALL_ZONES } from '../kinds/issue-kinds.ts'
import { MODULES } from '../modules.ts'
import { MONEY_MODES } from '../money/money-mode.ts'
import { STANDINGS } from '../standing.ts'
import { amount, count, empty, id, issueNumber, time } from '../schemas.ts'
import { card } from './mall/shapes.ts'

export const system = endpoint({
  path: '/index/getsystem',
  summary: 'Get the configuration of this deployment: tabs, languages, currency, versions, server time',
  auth: 'anyone',
  input: empty,
  output: z.object({
    title: z.string(),
    deployment: z.string(),
    /** `sandbox`: all amounts are play money, and apps label them so */
    moneyMode: z.enum(MONEY_MODES),
    /** `halted`: nothing is sold, drawn or paid until operators repair the log; `drill`: a copy of the data for a restore drill */
    standing: z.enum(STANDINGS),
    tablist: z.array(z.enum(['home', 'investment', 'team', 'mine', 'mall'])),
    /** modules that sell nothing; apps show no way to them, except to what a member still has there */
    modulesOff: z.array(z.enum(MODULES)),
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
    /** the minimum age in years that a new member must declare */
    adultAge: z.int(),
    /** ISO codes of the countries whose residents may register; empty: all countries */
    countries: z.array(z.string()),
    serverTime: time,
  }),
  errors: [],
})

export const home = endpoint({
  path: '/index/index',
  summary: 'Get the issues and winners on the home page',
  auth: 'optional',
  input: empty,
  output: z.object({
    /** the issue that is sold out and waits for its draw; the one that sold out first */
    drawingNext: z.nullable(card),
    almostFull: z.array(card),
    justOpened: z.array(card),
    justDrawn: z.array(card),
    /** `mine`: the caller is the winner */
    winners: z.array(
      z.object({ issue: issueNumber, title: z.string(), name: z.string(), at: time, mine: z.boolean() }),
    ),
    /** the caller's newest prize that waits for a choice between delivery and cash; null: none, or an anonymous caller */
    prize: z.nullable(
      z.object({
        order: id,
        card,
        /** the winning code, which the caller holds */
        code: z.int(),
        value: amount,
      }),
    ),
    serverTime: time,
  }),
  errors: [],
})

export const kinds = endpoint({
  path: '/index/kind',
  summary: 'List the categories and modes of the catalogue',
  auth: 'anyone',
  input: empty,
  output: z.object({
    categories: z.array(z.object({ id: z.string(), title: z.string(), tile: z.string() })),
    modes: z.array(z.enum(MALL_ZONES)),
  }),
  errors: [],
})

export const rechargeAmounts = endpoint({
  path: '/index/price',
  summary: 'Get the suggested, smallest and largest recharge amounts',
  auth: 'anyone',
  input: empty,
  output: z.object({ recharge: z.object({ steps: z.array(amount), minimum: amount, maximum: amount }) }),
  errors: [],
})

export const account = endpoint({
  path: '/index/useraccount',
  summary: "Get the member's profile, balances and order counts",
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
      /** the VIP level, which follows from what the member has spent */
      vipLevel: z.int(),
      memberSince: time,
    }),
    /** end of the running break or self-exclusion; null: none */
    excludedUntil: z.nullable(time),
    /** when a freeze by operators ends; null: there is none */
    frozenUntil: z.nullable(time),
    closing: z.boolean(),
    /** a version of the terms and the privacy statement that the member has not agreed to; null: none */
    agreeTo: z.nullable(z.string()),
    balance: amount,
    piggy: amount,
    /** issues in the tabs of `orderIssues` */
    orders: z.object({ awaiting: count, pending: count, to_receive: count, received: count }),
    /** vouchers that can be used */
    vouchers: count,
  }),
  errors: [],
})
