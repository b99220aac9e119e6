/** Transfers as a way in: a receiving account, a reference, and a QR code where the scheme has one. */
import { MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import { RECEIVING_LINES, TRANSFER_KINDS, type TransferLine } from '@fairlot/contract/kinds/recharge-ways'
import type { Executor, Statement } from '../../../platform/db.ts'
import type { Random } from '../../../platform/random.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import type { DirectWay, Instructions } from '../recharge/ways.ts'
import { walletSettings } from '../wallet.settings.ts'
import { qrOf } from './qr-payloads.ts'
import {
  accountByCode,
  accountsById,
  offeredAccounts,
  type ReceivingRow,
} from './receiving-accounts.queries.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { newReference } from './reference.ts'

/** Name of the provider of transfers: payments are references, notices are lines of statements. */
export const MANUAL = 'manual'

const ATTEMPTS = 8

const KNOWN: Statement = {
  name: 'transfer.reference_known',
  text: 'select 1 from provider_payment where provider = $1 and payment_id = $2',
}

async function freeReference(db: Executor, random: Random): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const reference = newReference(random)
    if ((await db.query(KNOWN, [MANUAL, reference])).length === 0) return reference
  }
  throw new Error('no reference of a transfer is free')
}

/** Two decimals, as banking apps take them: an entered amount has no more. */
function bankAmount(minor: bigint): string {
  const hundredths = minor / (MINOR_PER_UNIT / 100n)
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

export function transferWay(deps: {
  readonly random: Random
  readonly settings: Values
  /** ISO code of the wallet's currency */
  readonly currency: string
}): DirectWay {
  const { random, settings, currency } = deps
  return {
    provider: MANUAL,
    kinds: TRANSFER_KINDS,
    async offers(db) {
      const accounts = await offeredAccounts(db, currency)
      return accounts.map(({ code, kind, label }) => ({ id: code, kind, name: label, rate: null }))
    },
    expiryMinutes: () => walletSettings(settings).transferExpiryHours * 60,
    async allocate(tx, { offer }) {
      // read again: another operator may have disabled it since the methods were listed
      const account = await accountByCode(tx, offer.id)
      if (!account || account.disabled_ms !== null) throw new Refusal('METHOD_UNAVAILABLE')
      return { paymentId: await freeReference(tx, random), receivingAccount: account.account_id }
    },
    async instructions(db, rows) {
      const accounts = await accountsById(
        db,
        rows.flatMap(({ receiving_account: id }) => (id === null ? [] : [id])),
      )
      const all = new Map<string, Instructions>()
      for (const { recharge_id, receiving_account, payment_id: reference, amount } of rows) {
        const account = receiving_account === null ? undefined : accounts.get(receiving_account)
        if (!account || reference === null) throw new Error(`the recharge ${recharge_id} has no account`)
        all.set(recharge_id, instructionsOf(account, { reference, amount: bankAmount(amount) }))
      }
      return all
    },
  }
}

function instructionsOf(account: ReceivingRow, payable: { reference: string; amount: string }): Instructions {
  const order: readonly TransferLine[] = RECEIVING_LINES[account.kind]
  const lines = order.flatMap((label) => {
    const value = account.lines[label]
    return value === undefined ? [] : [{ label, value }]
  })
  return { kind: 'transfer', lines, reference: payable.reference, qr: qrOf(account, payable) }
}
