/** Creates what members can buy: shares, bets with their rounds, and finance units. */
import { createFinance, type Finance } from '../modules/finance/index.ts'
import {
  createBetting,
  createRoundEngine,
  isGameOn,
  memberLimitOf,
  sliceOf,
  type Betting,
  type RoundEngine,
} from '../modules/games/index.ts'
import { createLevelWatch, createMall, type Mall } from '../modules/mall/index.ts'
import { displayAmount } from '../modules/wallet/index.ts'
import type { Base } from './base.ts'
import type { Parts } from './parts.ts'
import { barredIn, tellMember, type Sold } from './sold.ts'

/** Watches the members whose VIP level a purchase can change. */
export const watchLevels = ({ settings }: Base, sold: Sold) =>
  createLevelWatch(settings, (members) => sold.live.levelsChanged(members))

type LevelWatch = ReturnType<typeof watchLevels>

/** The mall. */
export function createShares(parts: Parts, base: Base, sold: Sold, levelWatch: LevelWatch): Mall {
  const { settings, clockWatch, identity, uploads, fair, fairLog } = base
  const { moneyMode, defaultLanguage, utcOffsetMinutes, currency } = parts.deployment
  return createMall({
    ...parts,
    settings,
    clockWatch,
    fair,
    names: identity.names,
    addresses: identity.addresses,
    uploads,
    tellPrize: tellMember(base, defaultLanguage),
    onPrize: (memberId) => sold.live.prizeChanged(memberId),
    eventNames: (eventIds, language) => sold.growth.events.names(eventIds, language),
    levelWatch,
    defaultLanguage,
    utcOffsetMinutes,
    receipts: fairLog.receipts,
    witnesses: fairLog.witnesses,
    moneyMode,
    display: (minor) => (language) => displayAmount(minor, currency, language),
    barred: barredIn(parts, base, 'mall'),
    onBought: (purchase) => sold.live.bought(purchase),
    onNotice: (memberId) => sold.live.noticed(memberId),
    onVouchers: (memberId) => sold.live.vouchersChanged(memberId),
    onEnded: (tx, issueId) => sold.growth.referral.issueEnded(tx, issueId),
    onChange: (change) => sold.live.issueChanged(change),
  })
}

/** The bets on rounds. */
export function createBets(parts: Parts, base: Base, sold: Sold, levelWatch: LevelWatch): Betting {
  const { settings, gate, fair } = base
  const { defaultLanguage, utcOffsetMinutes, currency } = parts.deployment
  return createBetting({
    ...parts,
    settings,
    beacons: fair.beacons,
    utcOffsetMinutes,
    defaultLanguage,
    display: (minor) => (language) => displayAmount(minor, currency, language),
    isModuleOn: () => gate.isOn('games'),
    barred: barredIn(parts, base, 'games'),
    proofOf: (game, period) => sold.games.proofOf(game, period),
    onBets: (game, members) => sold.live.betsChanged(game, members),
    levelWatch,
    onRoundSettled: (tx, roundId) => sold.growth.referral.roundSettled(tx, roundId),
  })
}

/** The rounds, which the bets are on. */
export function createRounds(parts: Parts, base: Base, sold: Sold): RoundEngine {
  const { settings, clockWatch, gate, fair, fairLog } = base
  const { utcOffsetMinutes } = parts.deployment
  return createRoundEngine({
    ...parts,
    settings,
    clockWatch,
    fair,
    witnesses: fairLog.witnesses,
    utcOffsetMinutes,
    moneyMode: parts.deployment.moneyMode,
    bets: sold.betting.hooks,
    isOn: (game) => gate.isOn('games') && isGameOn(settings, game),
    sliceOf: (game) => sliceOf(settings, game),
    memberLimitOf: () => memberLimitOf(settings),
    onChange: ({ game }) => sold.live.roundChanged(game),
  })
}

/** The finance products. */
export function createUnits(parts: Parts, base: Base, sold: Sold): Finance {
  const { clockWatch, gate, fair } = base
  const { currency } = parts.deployment
  return createFinance({
    ...parts,
    clockWatch,
    display: (minor) => (language) => displayAmount(minor, currency, language),
    barred: barredIn(parts, base, 'finance'),
    isOn: () => gate.isOn('finance'),
    addresses: sold.wallet.addresses,
    writer: fair.writer,
    isHalted: async () => (await fair.standing.check(parts.db)) !== 'ok',
    onChange: (code, members) => sold.live.financeChanged(code, members),
    onExited: (tx, productId, orderId) => sold.growth.referral.orderExited(tx, productId, orderId),
  })
}
