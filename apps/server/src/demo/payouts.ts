/**
 * The first demo member's money on its way out: two payout accounts, a paid, a failed and a waiting withdrawal, and a piggy bank with
 * a lock. Every step looks for what an interrupted start has done.
 */
import { createHash } from 'node:crypto'
import { MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import type { PayoutKind } from '@fairlot/contract/life/payout-life'
import type { Context } from '../context.ts'
import { addPayout, lockApplications, movePiggy, openWithdrawal } from '../modules/wallet/index.ts'
import { DAY_MS, HOUR_MS } from '../platform/durations.ts'
import { uuidv7, uuidv8 } from '../platform/random.ts'

/** What the member recharges for it. */
export const PAYOUT_MONEY = 700n * MINOR_PER_UNIT

/** The operator of the demo world, who has no account. */
const OPERATOR = uuidv8('fairlot/demo/operator')
const idOf = (name: string) => uuidv8(`fairlot/demo/${name}`)

const ACCOUNTS: readonly { kind: PayoutKind; details: Record<string, string> }[] = [
  {
    kind: 'bank',
    details: {
      bankName: 'Demo Bank',
      bankCode: 'DEMO0123456',
      number: '004410028863',
      holder: 'Nusrat Jahan',
      phone: '+8801700000001',
      email: 'nusrat@example.com',
    },
  },
  { kind: 'upi', details: { number: 'demo.nusrat@okbank', holder: 'Nusrat Jahan' } },
]

/** Adds the accounts at the arrival of the member, so that they have rested when money goes to them. */
export async function demoAccounts({ db, wallet }: Context, memberId: string): Promise<void> {
  for (const { kind, details } of ACCOUNTS) {
    const requestId = idOf(`payout/${kind}`)
    const known = 'select 1 from payout_account where member_id = $1 and request_id = $2'
    if ((await db.query(known, [memberId, requestId])).length > 0) continue
    const inputHash = createHash('sha256').update(kind).digest()
    const added = { memberId, kind, details, requestId, inputHash, replaces: null, restHours: 24 }
    await db.tx((tx) => addPayout(wallet.payouts, tx, added))
  }
}

type Row = { withdrawal_id: string; number: string; state: string; stage: string | null }

async function withdrawal(
  { db, wallet, clock, random }: Context,
  memberId: string,
  { name, kind, units }: { name: string; kind: PayoutKind; units: bigint },
): Promise<Row> {
  const requestId = idOf(`withdrawal/${name}`)
  const find = `select withdrawal_id, number, state, stage from withdrawal where member_id = $1 and request_id = $2`
  const [known] = await db.query<Row>(find, [memberId, requestId])
  if (known) return known
  const [account] = await db.query<{ account_id: string }>(
    'select account_id from payout_account where member_id = $1 and kind = $2',
    [memberId, kind],
  )
  const inputHash = createHash('sha256').update(name).digest()
  const opened = {
    memberId,
    id: uuidv7(clock.now(), random),
    requestId,
    inputHash,
    accountId: account!.account_id,
  }
  await db.tx(async (tx) => {
    await lockApplications(tx, memberId)
    await openWithdrawal(wallet.withdrawals, tx, { ...opened, amount: units * MINOR_PER_UNIT })
  })
  const [made] = await db.query<Row>(find, [memberId, requestId])
  return made!
}

async function decide({ db, wallet }: Context, row: Row, result: 'paid' | 'failed'): Promise<void> {
  const { desk } = wallet
  const { number } = row
  if (row.state !== 'processing') return
  if (row.stage === 'waiting') await db.tx((tx) => desk.approve(tx, number, OPERATOR))
  await db.tx((tx) =>
    result === 'paid'
      ? desk.pay(tx, number, { reference: `DEMO ${number}`, operatorId: OPERATOR })
      : desk.reject(tx, number, {
          reason: 'bank_refused',
          note: 'Demo: the bank was closed. Please apply again.',
          operatorId: OPERATOR,
        }),
  )
}

/** What happens, in order; `at` is relative to the present. */
export const PAYOUT_EVENTS: readonly {
  at: number
  run: (context: Context, memberId: string) => Promise<unknown>
}[] = [
  { at: -2 * DAY_MS, run: (context, member) => withdrawal(context, member, PAID) },
  {
    at: -2 * DAY_MS + HOUR_MS,
    run: async (context, member) => decide(context, await withdrawal(context, member, PAID), 'paid'),
  },
  { at: -DAY_MS, run: (context, member) => withdrawal(context, member, FAILED) },
  {
    at: -DAY_MS + 2 * HOUR_MS,
    run: async (context, member) => decide(context, await withdrawal(context, member, FAILED), 'failed'),
  },
  {
    at: -DAY_MS + 3 * HOUR_MS,
    run: ({ db, clock, random }, memberId) =>
      movePiggy({ db, clock, random }, memberId, {
        direction: 'in',
        amount: '250',
        lock: '30d',
        requestId: idOf('piggy'),
      }),
  },
  { at: 0, run: (context, member) => withdrawal(context, member, WAITING) },
]

const PAID = { name: 'paid', kind: 'bank', units: 300n } as const
const FAILED = { name: 'failed', kind: 'upi', units: 200n } as const
const WAITING = { name: 'waiting', kind: 'upi', units: 150n } as const
