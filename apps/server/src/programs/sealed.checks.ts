/**
 * What members entrusted to the house encrypted is still theirs: every value opens in its row, with the keys of the secrets. Somebody
 * who exchanges the values of two rows, or damages one, is noticed without reading them.
 */
import { fromHex } from '@fairlot/fairness/bytes'
import { checkIdentityDetails } from '../modules/identity-check/index.ts'
import { checkAddresses } from '../modules/identity/index.ts'
import { checkAddressCopies } from '../modules/mall/index.ts'
import { checkPayers, checkPayoutAccounts } from '../modules/wallet/index.ts'
import type { Executor } from '../platform/db.ts'
import type { Secrets } from '../platform/secrets.ts'

export type SealKeys = Pick<Secrets, 'addressEncryption' | 'identityEncryption' | 'payoutEncryption'>

export function sealedChecks(keys: SealKeys) {
  const [address, identity, payout] = [
    keys.addressEncryption,
    keys.identityEncryption,
    keys.payoutEncryption,
  ].map((key) => fromHex(key, 32)) as [Uint8Array, Uint8Array, Uint8Array]
  const checks = [
    [
      'INV-14',
      'every payout account opens as that of its member, and has the fingerprint of its number',
      checkPayoutAccounts,
      payout,
    ],
    [
      'INV-14',
      'what members said about the payer of a recharge opens as that of the recharge',
      checkPayers,
      payout,
    ],
    ['INV-6', 'every address of a member opens as that of the member', checkAddresses, address],
    ['INV-6', 'every address of an order opens as that of the order', checkAddressCopies, address],
    [
      'INV-29',
      'what members stated in identity checks opens there, and the document has its fingerprint',
      checkIdentityDetails,
      identity,
    ],
  ] as const
  return checks.map(([id, title, check, key]) => ({
    id,
    title,
    async find(db: Executor) {
      const { checked, unsound } = await check(db, key)
      return { figure: `${checked} values`, breaches: unsound }
    },
  }))
}
