/** TRC-20 as a way in: each recharge gets an address of its own, and asks for an exact amount of USDT. */
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Values } from '../../../platform/settings/settings.ts'
import type { Executor } from '../../../platform/db.ts'
import type { WalletLog } from '../recharge/recharge.ts'
import type { DirectWay, Instructions } from '../recharge/ways.ts'
import { walletSettings } from '../wallet.settings.ts'
import { confirmationsOf } from './chain-transfer.rules.ts'
import type { Trc20Setup } from './trc20-setup.ts'
import * as queries from './trc20.queries.ts'
import { TRC20, type ShownAddress } from './trc20.queries.ts'
import { trc20Settings } from './trc20.settings.ts'
import { formatUsdt, unitsFor } from './usdt.ts'

export type Trc20WayDeps = {
  readonly settings: Values
  readonly log: WalletLog
  readonly setup: Pick<Trc20Setup, 'key' | 'contract'>
}

/**
 * Records the key and the token of this installation at its first start with them.
 * @throws Error with a sentence when the installation has others: its addresses belong to that key
 */
export async function bindTrc20(db: Executor, { key, contract }: Trc20WayDeps['setup']): Promise<void> {
  const bound = await queries.bindKey(db, { fingerprint: key.fingerprint, contract })
  if (bound.fingerprint !== key.fingerprint) {
    throw new Error(
      'TRC20_XPUB is another key than the one whose addresses this installation has shown. Put the former key back.',
    )
  }
  if (bound.contract !== contract) {
    throw new Error(`TRC20_CONTRACT is another contract than that of this installation, ${bound.contract}.`)
  }
}

export function trc20Way({ settings, log, setup }: Trc20WayDeps): DirectWay {
  const { key, contract } = setup
  return {
    provider: TRC20,
    kinds: ['trc20'],
    async offers() {
      const { rate } = trc20Settings(settings)
      return rate === 0n ? [] : [{ id: 'trc20', kind: 'trc20', name: null, rate: formatMoney(rate) }]
    },
    expiryMinutes: () => walletSettings(settings).expiryMinutes,
    async allocate(tx) {
      const index = await queries.nextIndex(tx, { fingerprint: key.fingerprint, contract })
      if (index === undefined) throw new Error('this installation derives its addresses from another key')
      return { paymentId: key.address(index), receivingAccount: null }
    },
    async opened(tx, opening, { paymentId: address }) {
      // the rate that the member was shown
      const rate = parseMoney(opening.offer.rate ?? '0')
      await queries.insertAddress(tx, {
        memberId: opening.memberId,
        rechargeId: opening.id,
        index: await queries.takenIndex(tx),
        address,
        rate,
        units: unitsFor(opening.amount, rate),
        needed: trc20Settings(settings).confirmations,
        createdAtMs: opening.createdAtMs,
      })
    },
    async instructions(db, rows) {
      const shown = await queries.shownAddresses(db, rows)
      const ours = shown.filter(({ index, address }) => {
        const isDerived = key.address(Number(index)) === address
        if (!isDerived)
          log.error(
            { alarm: 'trc20_address', index: String(index) },
            'an address does not derive from the key',
          )
        return isDerived
      })
      return new Map(ours.map((row) => [row.recharge_id, instructionsOf(row)]))
    },
  }
}

function instructionsOf(row: ShownAddress): Instructions {
  const { address, units, received, rate, waiting_block: block, head, needed } = row
  const seen = block === null || head === null ? null : confirmationsOf(Number(block), Number(head))
  return {
    kind: 'crypto',
    address,
    asset: 'USDT',
    network: 'TRC-20',
    units: formatUsdt(units),
    received: formatUsdt(received),
    rate: formatMoney(rate),
    // wallets read a bare address; the exact amount is copied, as they agree on no form of it
    qr: address,
    confirmations: seen === null ? null : { seen: Math.min(Math.max(seen, 0), needed), needed },
  }
}
