/**
 * TRC-20 addresses that a finance product asks for. They become payout accounts like any other: they rest before money goes to them,
 * and the member is told by SMS.
 */
import { createHash } from 'node:crypto'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Executor } from '../../../platform/db.ts'
import { uuidv8 } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockWallets } from '../../ledger/index.ts'
import { walletSettings } from '../wallet.settings.ts'
import { addPayout, fingerprintOf, refuseHouseAddress, type PayoutDeps } from './payout.ts'
import { maskNumber, readDetails, type PayoutDetails } from './payout-details.ts'
import { hasFingerprint, isOfExcluded, payoutAccounts, payoutByRequest } from './payout.queries.ts'

export type KeptAddresses = {
  /** @throws Refusal INPUT_INVALID with a fault for `trc20Address`, TOO_MANY_ACCOUNTS, PAYOUT_EXCLUDED */
  check(memberId: string, address: string | undefined): Promise<void>
  /** Keeps a checked address, once for an order: one that the member deletes later is not added again. */
  keep(memberId: string, kept: { order: string; address: string }, language: OfferedLanguage): Promise<void>
}

export function createKeptAddresses(deps: PayoutDeps): KeptAddresses {
  const { db, settings, codes, fingerprintKey } = deps

  async function isKept(at: Executor, memberId: string, details: PayoutDetails): Promise<boolean> {
    return hasFingerprint(at, memberId, fingerprintOf(fingerprintKey, 'trc20', details))
  }

  return {
    async check(memberId, address) {
      const details = read(address)
      if (await isKept(db, memberId, details)) return
      await refuseHouseAddress(db, 'trc20', details, 'trc20Address')
      if (await isOfExcluded(db, fingerprintOf(fingerprintKey, 'trc20', details), memberId))
        throw new Refusal('PAYOUT_EXCLUDED')
      const { maxPayoutAccounts } = walletSettings(settings)
      if ((await payoutAccounts(db, memberId)).length >= maxPayoutAccounts)
        throw new Refusal('TOO_MANY_ACCOUNTS', { values: { count: maxPayoutAccounts } })
    },
    async keep(memberId, { order, address }, language) {
      const details = read(address)
      const phone = await codes.phoneOf(memberId)
      const requestId = uuidv8(`fairlot/kept-address/1\0${memberId}\0${order}`)
      await db.tx(async (tx) => {
        await lockWallets(tx, [memberId])
        if ((await isKept(tx, memberId, details)) || (await payoutByRequest(tx, memberId, requestId))) return
        await addPayout(deps, tx, {
          memberId,
          kind: 'trc20',
          details,
          requestId,
          inputHash: createHash('sha256').update(requestId).digest(),
          replaces: null,
          restHours: walletSettings(settings).payoutRestHours,
        })
        await deps.tell(tx, { phone, language, masked: maskNumber('trc20', details.number!) })
      })
    },
  }
}

/** @throws Refusal INPUT_INVALID with a fault for `trc20Address` */
function read(address: string | undefined): PayoutDetails {
  try {
    return readDetails('trc20', { number: address ?? '' })
  } catch (error) {
    const fault = error instanceof Refusal ? error.details.fields?.['number'] : undefined
    if (fault === undefined) throw error
    throw new Refusal('INPUT_INVALID', { fields: { trc20Address: fault } })
  }
}
