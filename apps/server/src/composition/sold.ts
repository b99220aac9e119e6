/** What the parts of the selling call in one another, and the checks and messages that several of them share. */
import type { FairBeacon } from '../modules/fair/index.ts'
import type { Finance } from '../modules/finance/index.ts'
import type { Betting, RoundEngine } from '../modules/games/index.ts'
import type { Growth } from '../modules/growth/index.ts'
import type { Live } from '../modules/home/live/live-updates.ts'
import type { IdentityChecks } from '../modules/identity-check/index.ts'
import type { Mall } from '../modules/mall/index.ts'
import type { Wallet } from '../modules/wallet/index.ts'
import type { Tx } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Base } from './base.ts'
import type { Parts } from './parts.ts'

/** Wallet, sellers, rewards, and the live updates that they cause. */
export type Selling = {
  identityChecks: IdentityChecks
  wallet: Wallet
  mall: Mall
  betting: Betting
  games: RoundEngine
  finance: Finance
  growth: Growth
  live: Live
  fairBeacon: FairBeacon
}

/**
 * The parts as they see one another. Each property reads a part that is created later; so a part uses it in functions
 * that run after all parts exist.
 */
export type Sold = Readonly<Omit<Selling, 'fairBeacon'>>

/** Why a member cannot buy in a module: the gate's refusal, or a reality check that is due. */
export function barredIn({ clock }: Parts, { gate }: Base, module: 'mall' | 'games' | 'finance') {
  return (member: Parameters<typeof gate.barred>[1] & { realityDueAt: number }) =>
    gate.barred(module, member) ?? (member.realityDueAt <= clock.now() ? new Refusal('REALITY_CHECK') : null)
}

/** Sends a text message to a member in the default language: a member's language is only known in the member's calls. */
export function tellMember({ identity }: Base, defaultLanguage: Parts['deployment']['defaultLanguage']) {
  type Notice = Parameters<typeof identity.notices.send>[1]['notice']
  return async (tx: Tx, memberId: string, notice: Notice, what: string) => {
    const member = await identity.member(tx, memberId)
    if (member)
      await identity.notices.send(tx, { phone: member.phone, language: defaultLanguage, notice, what })
  }
}
