/** Creates the identity checks and the wallet, and connects them with what is sold. */
import { fromHex } from '@fairlot/fairness/bytes'
import { createIdentityChecks, type IdentityChecks } from '../modules/identity-check/index.ts'
import {
  createWallet,
  displayAmount,
  walletSettings,
  withdrawnLately,
  type Wallet,
} from '../modules/wallet/index.ts'
import { Refusal } from '../platform/refusal.ts'
import { soldPurchases } from '../sold-purchases.ts'
import type { Base } from './base.ts'
import type { Parts } from './parts.ts'
import { tellMember, type Sold } from './sold.ts'

/** The checks of who a member is and how old. */
export function createChecks(parts: Parts, base: Base, sold: Sold): IdentityChecks {
  const { settings, identity, uploads } = base
  const { moneyMode, defaultLanguage, utcOffsetMinutes } = parts.deployment
  const tell = tellMember(base, defaultLanguage)
  return createIdentityChecks({
    ...parts,
    settings,
    uploads,
    moneyMode,
    utcOffsetMinutes,
    key: fromHex(parts.secrets.identityEncryption, 32),
    company: parts.identityCompany,
    isClosed: async (tx, memberId) => (await identity.accounts.status(tx, memberId)) === 'closed',
    withdrawn: async (db, memberId) => ({
      threshold: walletSettings(settings).identityFrom,
      used: await withdrawnLately(db, memberId),
    }),
    tell: (tx, memberId, number) => tell(tx, memberId, 'identityChecked', number),
    onMoved: (memberId) => sold.live.walletChanged(memberId),
  })
}

/** The wallet with its providers. A recharge asks the gate, and with real money for the age of the member. */
export function createMoney(parts: Parts, base: Base, sold: Sold): Wallet {
  const { downloads, settings, gate, identity, uploads, fair } = base
  const { deployment, secrets } = parts
  const { moneyMode, defaultLanguage, utcOffsetMinutes, currency } = deployment
  const tell = tellMember(base, defaultLanguage)
  /** With real money the age is proven before the first recharge. */
  const ageCheck = async (memberId: string) =>
    moneyMode === 'real' && !(await sold.identityChecks.wasApproved(parts.db, memberId))
      ? new Refusal('IDENTITY_FIRST')
      : null
  return createWallet({
    ...parts,
    settings,
    moneyMode,
    currency,
    utcOffsetMinutes,
    defaultLanguage,
    sandbox: { secret: fromHex(secrets.sandboxWebhook, 32) },
    payoutKey: fromHex(secrets.payoutEncryption, 32),
    codes: {
      phoneOf: async (memberId) => {
        const member = await identity.member(parts.db, memberId)
        if (!member) throw new Refusal('SESSION_ENDED')
        return member.phone
      },
      check: (phone, purpose, code) => identity.codes.check(phone, purpose, code),
      use: (tx, phone, purpose, code) => identity.codes.use(tx, phone, purpose, code),
    },
    tellPayout: (tx, { phone, language, masked }) =>
      identity.notices.send(tx, { phone, language, notice: 'payoutAdded', what: masked }),
    tellFailed: (tx, memberId, amount) =>
      tell(tx, memberId, 'withdrawalFailed', displayAmount(amount, currency, defaultLanguage)),
    publish: (tx, entry) => fair.writer.enqueue(tx, entry),
    slips: {
      use: (tx, memberId, id, usedBy) => uploads.use(tx, memberId, [id], { purpose: 'slip', usedBy }),
      open: (at, memberId, id) => uploads.open(at, memberId, id),
    },
    // units of finance count nothing
    canPlay: (member) => gate.barred('mall', member) === null || gate.barred('games', member) === null,
    identity: sold.identityChecks,
    // a member who may buy nowhere may not pay in either: the money would be trapped
    barred: async (member) => gate.barredEverywhere(member) ?? (await ageCheck(member.memberId)),
    isHalted: async () => (await fair.standing.check(parts.db)) !== 'ok',
    onCredited: (memberId) => sold.live.walletChanged(memberId),
    onCredit: (tx, memberId) => sold.growth.referral.credited(tx, memberId),
    onPayout: (tx, memberId) => sold.growth.referral.payoutSaved(tx, memberId),
    downloads,
    purchases: soldPurchases(() => sold),
    isClosed: async (tx, memberId) => (await identity.accounts.status(tx, memberId)) === 'closed',
  })
}
