/** Creates the wallet, what is sold, and the live updates, and connects them. */
import { createFairBeacon, type FairBeacon } from '../modules/fair/index.ts'
import { createLive, type Live } from '../modules/home/live/live-updates.ts'
import { createBus } from '../platform/stream/bus.ts'
import { systemTimers } from '../platform/stream/bus-coalescer.ts'
import type { Base } from './base.ts'
import { createChecks, createMoney } from './money.ts'
import type { Parts } from './parts.ts'
import { createRewards } from './rewards.ts'
import { createBets, createRounds, createShares, createUnits, watchLevels } from './sellers.ts'
import type { Selling, Sold } from './sold.ts'

/** Wallet, sellers, rewards, the public beacon that draws wait for, and the live updates that all of them cause. */
export function createSelling(parts: Parts, base: Base): Selling {
  const sold: Sold = {
    get identityChecks() {
      return identityChecks
    },
    get wallet() {
      return wallet
    },
    get mall() {
      return mall
    },
    get betting() {
      return betting
    },
    get games() {
      return games
    },
    get finance() {
      return finance
    },
    get growth() {
      return growth
    },
    get live() {
      return live
    },
  }
  const identityChecks = createChecks(parts, base, sold)
  const wallet = createMoney(parts, base, sold)
  const levelWatch = watchLevels(base, sold)
  const mall = createShares(parts, base, sold, levelWatch)
  const betting = createBets(parts, base, sold, levelWatch)
  const games = createRounds(parts, base, sold)
  const finance = createUnits(parts, base, sold)
  const growth = createRewards(parts, base, sold)
  const live = createUpdates(parts, base, sold)
  const fairBeacon = createPublicBeacon(parts, base, sold)
  return { identityChecks, wallet, mall, betting, games, finance, growth, live, fairBeacon }
}

/** The live updates of every member. */
function createUpdates(parts: Parts, base: Base, sold: Sold): Live {
  const { mall, betting, finance, growth } = sold
  return createLive({
    ...parts,
    bus: parts.bus ?? createBus((error) => parts.log.error({ err: error }, 'a listener of the bus failed')),
    timers: systemTimers,
    mall,
    betting,
    finance,
    growth,
    identity: base.identity,
    ...parts.live,
  })
}

/** The public beacon. A new round wakes what waits for it. */
function createPublicBeacon(parts: Parts, { limiter, fair }: Base, sold: Sold): FairBeacon {
  return createFairBeacon({
    ...parts,
    limiter,
    trustLoopback: parts.deployment.moneyMode === 'sandbox',
    beacon: fair.quicknet,
    relays: parts.beaconRelays,
    onRound: () => {
      sold.mall.draws.wake()
      sold.games.rounds.wake()
      sold.growth.events.loop.wake()
    },
  })
}
