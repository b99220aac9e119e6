import type account from './en-us/account.json'
import type auth from './en-us/auth.json'
import type breaks from './en-us/break.json'
import type calculation from './en-us/calculation.json'
import type closing from './en-us/closing.json'
import type confirm from './en-us/confirm.json'
import type desk from './en-us/desk.json'
import type draw from './en-us/draw.json'
import type evidence from './en-us/evidence.json'
import type fair from './en-us/fair.json'
import type frame from './en-us/frame.json'
import type goods from './en-us/goods.json'
import type guard from './en-us/guard.json'
import type home from './en-us/home.json'
import type landing from './en-us/landing.json'
import type limits from './en-us/limits.json'
import type mall from './en-us/mall.json'
import type order from './en-us/order.json'
import type payout from './en-us/payout.json'
import type piggy from './en-us/piggy.json'
import type position from './en-us/position.json'
import type reality from './en-us/reality.json'
import type recharge from './en-us/recharge.json'
import type rule from './en-us/rule.json'
import type setting from './en-us/setting.json'
import type statement from './en-us/statement.json'
import type success from './en-us/success.json'
import type ui from './en-us/ui.json'
import type winner from './en-us/winner.json'
import type withdraw from './en-us/withdraw.json'

/** Every namespace with the English file that types its keys. A new file needs a line here. */
export type Messages = {
  account: typeof account
  auth: typeof auth
  break: typeof breaks
  calculation: typeof calculation
  closing: typeof closing
  confirm: typeof confirm
  desk: typeof desk
  draw: typeof draw
  evidence: typeof evidence
  fair: typeof fair
  frame: typeof frame
  goods: typeof goods
  guard: typeof guard
  home: typeof home
  landing: typeof landing
  limits: typeof limits
  mall: typeof mall
  order: typeof order
  payout: typeof payout
  piggy: typeof piggy
  position: typeof position
  reality: typeof reality
  recharge: typeof recharge
  rule: typeof rule
  setting: typeof setting
  statement: typeof statement
  success: typeof success
  ui: typeof ui
  winner: typeof winner
  withdraw: typeof withdraw
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
