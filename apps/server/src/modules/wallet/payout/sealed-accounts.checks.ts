/** Whether payout accounts, and what members said about payers, open where they are. Run by the doctor. */
import type { WithdrawalTarget } from '@fairlot/contract/life/withdrawal-life'
import type { Executor } from '../../../platform/db.ts'
import { createOpening } from '../../../platform/sealing.ts'
import { countUnsound } from '../../../platform/schema/sealed-rows.checks.ts'
import { openPayer } from '../recharge/payer.ts'
import { fingerprintOf, openDetails, payoutRing } from './payout.ts'

type Account = {
  member_id: string
  account_id: string
  kind: WithdrawalTarget
  sealed: Buffer
  key_id: string
  fingerprint: Buffer
  /** the source of a recharge: its fingerprint is that of another kind */
  is_source: boolean
}

/** The fingerprint is what finds the accounts of one person. @param key of the secrets, 32 bytes */
export function checkPayoutAccounts(db: Executor, key: Uint8Array) {
  const sealing = createOpening(payoutRing(key))
  return countUnsound<Account>(
    db,
    `select member_id, account_id, kind, sealed, key_id, fingerprint, source_of is not null as is_source
     from payout_account where sealed is not null`,
    (row) => {
      const details = openDetails({ sealing }, row.member_id, row)
      return row.is_source || fingerprintOf(key, row.kind, details).equals(row.fingerprint)
    },
  )
}

/** @param key of the secrets, 32 bytes */
export function checkPayers(db: Executor, key: Uint8Array) {
  const opening = createOpening(payoutRing(key))
  return countUnsound<Parameters<typeof openPayer>[1]>(
    db,
    'select member_id, recharge_id, payer, payer_key from recharge where payer is not null',
    (row) => Object.keys(openPayer(opening, row)).length > 0,
  )
}
