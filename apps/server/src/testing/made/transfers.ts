/** Receiving accounts, recharges by transfer and statements in tests. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TransferKind } from '@fairlot/contract/kinds/recharge-ways'
import type { Wallet } from '../../modules/wallet/index.ts'
import type { Db } from '../../platform/db.ts'
import type { TestClient } from '../client.ts'

type Place = { db: Db; wallet: Pick<Wallet, 'transfers'> }

/** Each account has a number of its own, as at a bank. @param name unique */
const linesOf = (name: string) => ({
  bank: { holder: 'Fairlot Ltd', bank: 'Test Bank', bankCode: 'TEST0000001', number: digitsOf(name) },
  upi: { holder: 'Fairlot Ltd', upi: `${name}@okbank` },
  ewallet: { holder: 'Fairlot Ltd', wallet: 'Test Pay', number: digitsOf(name) },
  pix: { holder: 'Fairlot Ltda', pix: `${name}@fairlot.invalid` },
})

/** Twelve digits, the same for the same name. */
const digitsOf = (name: string) =>
  createHash('sha256').update(name).digest().readUIntBE(0, 6).toString().padStart(15, '0').slice(-12)

/** An account that members can pay to, without its approval. @returns its code */
export async function makeReceiving(
  { db, wallet }: Place,
  kind: TransferKind = 'bank',
  code: string = `${kind}-${randomBytes(4).toString('hex')}`,
): Promise<string> {
  const account = { code, kind, label: `Test ${kind}`, lines: linesOf(code)[kind] }
  await db.tx((tx) => wallet.transfers.addAccount(tx, account))
  return code
}

/** What a member says about the payer, by the kind of the method. */
export const PAYER = {
  bank: { name: 'Asha Rao' },
  upi: { name: 'Asha Rao' },
  ewallet: { name: 'Asha Rao' },
  pix: { name: 'Asha Rao', taxId: '529.982.247-25' },
} as const

/** Opens a recharge by transfer. @returns it as the member sees it, with its reference */
export async function openTransfer(
  { client }: { client: Pick<TestClient, 'call'> },
  method: string,
  amount = '500.00',
  kind: TransferKind = 'bank',
) {
  const input = { method, amount, payer: PAYER[kind], requestId: randomUUID() }
  const recharge = await client.call(ENDPOINTS.openRecharge, input)
  if (recharge.instructions?.kind !== 'transfer') throw new Error('the recharge is no transfer')
  return { ...recharge, reference: recharge.instructions.reference }
}

/** A file as the import takes it. */
export const packed = (csv: string): string => gzipSync(Buffer.from(csv)).toString('base64')

/** The CSV file of a statement. */
export const statementOf = (
  lines: readonly { amount: string; text: string; id?: string; on?: string; currency?: string }[],
): string =>
  [
    'Date,Amount,Currency,Description,Transaction ID',
    ...lines.map(({ amount, text, id = '', on = '2026-11-20', currency = '' }) =>
      [on, amount, currency, `"${text}"`, id].join(','),
    ),
    '',
  ].join('\n')
