import type account from './en-us/account.json'
import type address from './en-us/address.json'
import type auth from './en-us/auth.json'
import type back from './en-us/back.json'
import type breaks from './en-us/break.json'
import type calculation from './en-us/calculation.json'
import type closing from './en-us/closing.json'
import type confirm from './en-us/confirm.json'
import type copy from './en-us/copy.json'
import type desk from './en-us/desk.json'
import type draw from './en-us/draw.json'
import type event from './en-us/event.json'
import type evidence from './en-us/evidence.json'
import type fair from './en-us/fair.json'
import type finance from './en-us/finance.json'
import type frame from './en-us/frame.json'
import type game from './en-us/game.json'
import type goods from './en-us/goods.json'
import type guard from './en-us/guard.json'
import type home from './en-us/home.json'
import type identity from './en-us/identity.json'
import type invite from './en-us/invite.json'
import type landing from './en-us/landing.json'
import type limits from './en-us/limits.json'
import type mall from './en-us/mall.json'
import type notices from './en-us/notices.json'
import type order from './en-us/order.json'
import type payout from './en-us/payout.json'
import type picture from './en-us/picture.json'
import type piggy from './en-us/piggy.json'
import type pk from './en-us/pk.json'
import type position from './en-us/position.json'
import type prize from './en-us/prize.json'
import type reality from './en-us/reality.json'
import type records from './en-us/records.json'
import type recharge from './en-us/recharge.json'
import type review from './en-us/review.json'
import type round from './en-us/round.json'
import type rule from './en-us/rule.json'
import type search from './en-us/search.json'
import type setting from './en-us/setting.json'
import type solvency from './en-us/solvency.json'
import type statement from './en-us/statement.json'
import type success from './en-us/success.json'
import type task from './en-us/task.json'
import type team from './en-us/team.json'
import type tiers from './en-us/tiers.json'
import type transfer from './en-us/transfer.json'
import type ui from './en-us/ui.json'
import type upload from './en-us/upload.json'
import type vip from './en-us/vip.json'
import type voucher from './en-us/voucher.json'
import type winner from './en-us/winner.json'
import type withdraw from './en-us/withdraw.json'
import type witness from './en-us/witness.json'

/** Every namespace with the English file that types its keys. A new file needs a line here. */
export type Messages = {
  account: typeof account
  address: typeof address
  auth: typeof auth
  back: typeof back
  break: typeof breaks
  calculation: typeof calculation
  closing: typeof closing
  confirm: typeof confirm
  copy: typeof copy
  desk: typeof desk
  draw: typeof draw
  event: typeof event
  evidence: typeof evidence
  fair: typeof fair
  finance: typeof finance
  frame: typeof frame
  game: typeof game
  goods: typeof goods
  guard: typeof guard
  home: typeof home
  identity: typeof identity
  invite: typeof invite
  landing: typeof landing
  limits: typeof limits
  mall: typeof mall
  notices: typeof notices
  order: typeof order
  payout: typeof payout
  picture: typeof picture
  piggy: typeof piggy
  pk: typeof pk
  position: typeof position
  prize: typeof prize
  reality: typeof reality
  records: typeof records
  recharge: typeof recharge
  review: typeof review
  round: typeof round
  rule: typeof rule
  search: typeof search
  setting: typeof setting
  solvency: typeof solvency
  statement: typeof statement
  success: typeof success
  task: typeof task
  team: typeof team
  tiers: typeof tiers
  transfer: typeof transfer
  ui: typeof ui
  upload: typeof upload
  vip: typeof vip
  voucher: typeof voucher
  winner: typeof winner
  withdraw: typeof withdraw
  witness: typeof witness
}

export type Namespace = keyof Messages

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutForm<K extends string> = K extends `${infer Base}_${PluralForm}` ? Base : K

/** The paths of all messages in a tree. Plural forms share one path. */
type Leaves<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${WithoutForm<K>}` : Leaves<T[K], `${Prefix}${K}.`>
}[keyof T & string]

type Prefixed = { [N in Namespace]: `${N}:${Leaves<Messages[N]>}` }[Namespace]

/** The keys that `t` of a namespace accepts. */
export type MessageKey<N extends Namespace> = Leaves<Messages[N]> | Prefixed
