/** Creates the wallet, what is sold, and the live updates, and connects them. */
import { fromHex } from '@fairlot/fairness/bytes'
import { createFairBeacon } from '../modules/fair/index.ts'
import { createLive } from '../modules/home/live/live-updates.ts'
import { createIdentityChecks } from '../modules/identity-check/index.ts'
import {
  createBetting,
  createRoundEngine,
  isGameOn,
  memberLimitOf,
  sliceOf,
  type Betting,
} from '../modules/games/index.ts'
import { createFinance, type Finance } from '../modules/finance/index.ts'
import { createGrowth, type Growth } from '../modules/growth/index.ts'
import { createLevelWatch, createMall } from '../modules/mall/index.ts'
import { createWallet, displayAmount, walletSettings, withdrawnLately } from '../modules/wallet/index.ts'
import { createBus } from '../platform/stream/bus.ts'
import { systemTimers } from '../platform/stream/bus-coalescer.ts'
import { Refusal } from '../platform/refusal.ts'
import { soldPurchases } from '../sold-purchases.ts'
import type { Base } from './base.ts'
import type { Parts } from './parts.ts'

/** Wallet, mall, the public beacon that draws wait for, and the live updates that both cause. */
export function createSelling(parts: Parts, base: Base) {
  const { downloads, limiter, settings, clockWatch, gate, identity, uploads, fair, fairLog } = base
  const { deployment, secrets, clock, log } = parts
  const { moneyMode, defaultLanguage, utcOffsetMinutes, currency } = deployment
  /** With real money the age is proven before the first recharge. */
  const ageCheck = async (memberId: string) =>
    moneyMode === 'real' && !(await identityChecks.wasApproved(parts.db, memberId))
      ? new Refusal('IDENTITY_FIRST')
      : null
  const identityChecks = createIdentityChecks({
    ...parts,
    settings,
    uploads,
    moneyMode,
    utcOffsetMinutes,
    key: fromHex(secrets.identityEncryption, 32),
    company: parts.identityCompany,
    isClosed: async (tx, memberId) => (await identity.accounts.status(tx, memberId)) === 'closed',
    withdrawn: async (db, memberId) => ({
      threshold: walletSettings(settings).identityFrom,
      used: await withdrawnLately(db, memberId),
    }),
    tell: async (tx, memberId, number) => {
      const member = await identity.member(memberId)
      if (!member) return
      const [phone, language] = [member.phone, defaultLanguage]
      await identity.notices.send(tx, { phone, language, notice: 'identityChecked', what: number })
    },
    onMoved: (memberId) => live.walletChanged(memberId),
  })
  const wallet = createWallet({
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
        const member = await identity.member(memberId)
        if (!member) throw new Refusal('SESSION_ENDED')
        return member.phone
      },
      check: (phone, purpose, code) => identity.codes.check(phone, purpose, code),
      use: (tx, phone, purpose, code) => identity.codes.use(tx, phone, purpose, code),
    },
    tellPayout: (tx, { phone, language, masked }) =>
      identity.notices.send(tx, { phone, language, notice: 'payoutAdded', what: masked }),
    tellFailed: async (tx, memberId, amount) => {
      const member = await identity.member(memberId)
      if (!member) return
      // a member's language is only known in the member's calls
      const [phone, language] = [member.phone, defaultLanguage]
      const what = displayAmount(amount, currency, language)
      await identity.notices.send(tx, { phone, language, notice: 'withdrawalFailed', what })
    },
    publish: (tx, entry) => fair.writer.enqueue(tx, entry),
    slips: {
      use: (tx, memberId, id, usedBy) => uploads.use(tx, memberId, [id], { purpose: 'slip', usedBy }),
      open: (memberId, id) => uploads.open(parts.db, memberId, id),
    },
    canPlay: (member) => gate.barredEverywhere(member) === null,
    identity: identityChecks,
    // a member who may buy nowhere may not pay in either: the money would be trapped
    barred: async (member) => gate.barredEverywhere(member) ?? (await ageCheck(member.memberId)),
    isHalted: async () => (await fair.standing.check(parts.db)) !== 'ok',
    onCredited: (memberId) => live.walletChanged(memberId),
    onCredit: (tx, memberId) => growth.referral.credited(tx, memberId),
    onPayout: (tx, memberId) => growth.referral.payoutSaved(tx, memberId),
    downloads,
    purchases: soldPurchases(() => ({ mall, betting, finance, growth })),
    isClosed: async (tx, memberId) => (await identity.accounts.status(tx, memberId)) === 'closed',
  })
  const levelWatch = createLevelWatch(settings, (members) => live.levelsChanged(members))
  const mall = createMall({
    ...parts,
    settings,
    clockWatch,
    fair,
    names: identity.names,
    addresses: identity.addresses,
    uploads,
    tellPrize: async (tx, memberId, notice, what) => {
      const member = await identity.member(memberId)
      if (!member) return
      const [phone, language] = [member.phone, defaultLanguage]
      await identity.notices.send(tx, { phone, language, notice, what })
    },
    onPrize: (memberId) => live.prizeChanged(memberId),
    eventNames: (eventIds, language) => growth.events.names(eventIds, language),
    levelWatch,
    defaultLanguage,
    utcOffsetMinutes,
    receipts: fairLog.receipts,
    witnesses: fairLog.witnesses,
    moneyMode,
    display: (minor) => (language) => displayAmount(minor, currency, language),
    barred: (member) =>
      gate.barred('mall', member) ??
      (member.realityDueAt <= clock.now() ? new Refusal('REALITY_CHECK') : null),
    onBought: (purchase) => live.bought(purchase),
    onNotice: (memberId) => live.noticed(memberId),
    onVouchers: (memberId) => live.vouchersChanged(memberId),
    onEnded: (tx, issueId) => growth.referral.issueEnded(tx, issueId),
    onChange: (change) => live.issueChanged(change),
  })
  const isGamesOn = () => gate.isOn('games')
  const betting: Betting = createBetting({
    ...parts,
    settings,
    beacons: fair.beacons,
    utcOffsetMinutes,
    defaultLanguage,
    display: (minor) => (language) => displayAmount(minor, currency, language),
    isModuleOn: isGamesOn,
    barred: (member) =>
      gate.barred('games', member) ??
      (member.realityDueAt <= clock.now() ? new Refusal('REALITY_CHECK') : null),
    proofOf: (game, period) => games.proofOf(game, period),
    onBets: (game, members) => live.betsChanged(game, members),
    levelWatch,
    onRoundSettled: (tx, roundId) => growth.referral.roundSettled(tx, roundId),
  })
  const games = createRoundEngine({
    ...parts,
    settings,
    clockWatch,
    fair,
    witnesses: fairLog.witnesses,
    utcOffsetMinutes,
    bets: betting.hooks,
    isOn: (game) => isGamesOn() && isGameOn(settings, game),
    sliceOf: (game) => sliceOf(settings, game),
    memberLimitOf: () => memberLimitOf(settings),
    onChange: ({ game }) => live.roundChanged(game),
  })
  const finance: Finance = createFinance({
    ...parts,
    clockWatch,
    display: (minor) => (language) => displayAmount(minor, currency, language),
    barred: (member) =>
      gate.barred('finance', member) ??
      (member.realityDueAt <= clock.now() ? new Refusal('REALITY_CHECK') : null),
    isOn: () => gate.isOn('finance'),
    addresses: wallet.addresses,
    writer: fair.writer,
    isHalted: async () => (await fair.standing.check(parts.db)) !== 'ok',
    onChange: (code, members) => live.financeChanged(code, members),
    onExited: (tx, productId, orderId) => growth.referral.orderExited(tx, productId, orderId),
  })
  const growth: Growth = createGrowth({
    ...parts,
    settings,
    utcOffsetMinutes,
    clockWatch,
    isHalted: async () => (await fair.standing.check(parts.db)) !== 'ok',
    referralGate: () => ({ isOn: gate.isOn('referral'), countries: gate.countries('referral') }),
    onTeams: (members) => live.teamsChanged(members),
    onPaid: (members) => {
      for (const member of members) live.walletChanged(member)
    },
    onRefunds: (members, isPaid) => live.tasksChanged(members, isPaid),
    onClaim: (memberId, voucher) => {
      live.tasksChanged([memberId], true)
      if (voucher !== null) live.vouchersChanged(memberId)
    },
    events: {
      fair,
      witnesses: fairLog.witnesses,
      moneyMode,
      names: identity.names,
      isOn: () => gate.isOn('referral'),
      barred: (member) => gate.barred('referral', member),
      log,
      onChange: ({ number, members }) => live.eventChanged(number, members),
    },
  })
  const live = createLive({
    ...parts,
    bus: parts.bus ?? createBus((error) => log.error({ err: error }, 'a listener of the bus failed')),
    timers: systemTimers,
    mall,
    betting,
    finance,
    growth,
    identity,
    identityChecks,
    ...parts.live,
  })
  const fairBeacon = createFairBeacon({
    ...parts,
    limiter,
    trustLoopback: moneyMode === 'sandbox',
    beacon: fair.quicknet,
    relays: parts.beaconRelays,
    onRound: () => {
      mall.draws.wake()
      games.rounds.wake()
      growth.events.loop.wake()
    },
  })
  return { identityChecks, wallet, mall, betting, finance, growth, games, live, fairBeacon }
}

export type Selling = ReturnType<typeof createSelling>
