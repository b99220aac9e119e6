/**
 * Recharges by transfer in the demo world: one account of each kind, whose numbers do not exist, a transfer that a statement
 * credited, one whose proof waits, and a line that nobody has matched. Every step looks for what an interrupted start has done.
 */
import { gzipSync } from 'node:zlib'
import type { TransferKind } from '@fairlot/contract/kinds/recharge-ways'
import type { Context } from '../context.ts'
import { openRecharge, type ReceivingLines } from '../modules/wallet/index.ts'
import { uuidv8 } from '../platform/random.ts'

const OPERATOR = uuidv8('fairlot/demo/operator')
const HOLDER = 'Fairlot play money'

const ACCOUNTS: readonly { code: string; kind: TransferKind; label: string; lines: ReceivingLines }[] = [
  {
    code: 'demo-bank',
    kind: 'bank',
    label: 'Demo Bank',
    lines: { holder: HOLDER, bank: 'Demo Bank', bankCode: 'DEMO0000000', number: '000000000000' },
  },
  {
    code: 'demo-upi',
    kind: 'upi',
    label: 'UPI',
    lines: { holder: HOLDER, upi: 'play.money@invalid' },
  },
  {
    code: 'demo-wallet',
    kind: 'ewallet',
    label: 'Demo Pay',
    lines: { holder: HOLDER, wallet: 'Demo Pay', number: '00000000000' },
  },
  {
    code: 'demo-pix',
    kind: 'pix',
    label: 'PIX',
    lines: { holder: HOLDER, pix: 'play.money@fairlot.invalid' },
  },
]

/** Offers the accounts before anybody recharges. */
export async function demoReceiving({ db, wallet }: Context): Promise<void> {
  const known = new Set((await wallet.transfers.accounts(db, true)).map(({ code }) => code))
  for (const account of ACCOUNTS)
    if (!known.has(account.code)) await db.tx((tx) => wallet.transfers.addAccount(tx, account))
}

/** Opens a transfer of a member once. @returns its id and reference */
async function opened({ wallet }: Context, memberId: string, name: string, units: number) {
  const row = await openRecharge(wallet.recharges, memberId, {
    method: 'demo-bank',
    amount: String(units),
    payer: { name: 'Demo Member' },
    requestId: uuidv8(`fairlot/demo/transfer/${name}`),
  })
  if (row.payment_id === null) throw new Error('a transfer of the demo world has no reference')
  return { id: row.recharge_id, reference: row.payment_id }
}

/** What happens at the end of the demo world's past. */
export async function demoTransfers(context: Context, [first, second]: readonly string[]): Promise<void> {
  const { db, wallet } = context
  if (first === undefined || second === undefined) throw new Error('the demo world has two members')
  const { transfers } = wallet
  const paid = await opened(context, second, 'paid', 300)
  const csv = [
    'Date,Amount,Description,Transaction ID',
    `2026-01-05,300.00,Transfer ${paid.reference},DEMO-1`,
    '2026-01-05,120.00,Transfer without a reference,DEMO-2',
    '2026-01-05,-2.50,Account fee,DEMO-3',
    '',
  ].join('\n')
  await db.tx(async (tx) => {
    const account = await transfers.account(tx, 'demo-bank')
    const content = gzipSync(csv).toString('base64')
    await transfers.import(tx, { account, content, name: 'demo-statement.csv', operatorId: OPERATOR })
  })
  await transfers.matchNew()
  const proven = await opened(context, first, 'proven', 500)
  const proof = { id: proven.id, reference: 'DEMO-4' }
  await wallet.sendProof(first, proof)
}
