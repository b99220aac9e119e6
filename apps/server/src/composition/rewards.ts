/** Creates referral, tasks, VIP levels and events, and connects them. */
import { createGrowth, type Growth } from '../modules/growth/index.ts'
import type { Base } from './base.ts'
import type { Parts } from './parts.ts'
import type { Sold } from './sold.ts'

/** What members earn by inviting, by tasks and in events. */
export function createRewards(parts: Parts, base: Base, sold: Sold): Growth {
  const { settings, clockWatch, gate, identity, fair, fairLog } = base
  const { deployment, log } = parts
  const { moneyMode, utcOffsetMinutes } = deployment
  return createGrowth({
    ...parts,
    settings,
    utcOffsetMinutes,
    clockWatch,
    isHalted: async () => (await fair.standing.check(parts.db)) !== 'ok',
    referralGate: () => ({ isOn: gate.isOn('referral'), countries: gate.countries('referral') }),
    onTeams: (members) => sold.live.teamsChanged(members),
    onPaid: (members) => {
      for (const member of members) sold.live.walletChanged(member)
    },
    onRefunds: (members, isPaid) => sold.live.tasksChanged(members, isPaid),
    onClaim: (memberId, voucher) => {
      sold.live.tasksChanged([memberId], true)
      if (voucher !== null) sold.live.vouchersChanged(memberId)
    },
    events: {
      fair,
      witnesses: fairLog.witnesses,
      moneyMode,
      names: identity.names,
      isOn: () => gate.isOn('referral'),
      barred: (member) => gate.barred('referral', member),
      log,
      onChange: ({ number, members }) => sold.live.eventChanged(number, members),
    },
  })
}
