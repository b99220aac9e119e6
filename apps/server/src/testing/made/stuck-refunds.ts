/** Refunds that a payment company does not end. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { returnRecharge } from '../../modules/wallet/back/recharge-return.ts'
import { handOver } from '../../modules/wallet/back/refunds.ts'
import type { TestMember } from '../factories.ts'
import { paidMembers } from '../fuzz-world.ts'
import type { TestOperator } from '../operators.ts'
import type { TestServer } from '../server.ts'

export type StuckRefund = { member: TestMember; id: string; number: string; paymentId: string }

/** Sends 200.00 of a recharge back and approves it; the company has not been asked yet. */
export async function makeRefund(server: TestServer, { client }: TestOperator): Promise<StuckRefund> {
  const { db, wallet } = server.context
  const [member] = (await paidMembers(server, 1, '500.00')) as [TestMember]
  const [recharge] = await db.query<{ recharge_id: string; payment_id: string }>(
    'select recharge_id, payment_id from recharge where member_id = $1',
    [member.memberId],
  )
  const codes = { ...wallet.payouts.codes, check: async () => undefined, use: async () => undefined }
  const { providers } = wallet.recharges
  const { fingerprintKey } = wallet.payouts
  const input = { id: recharge!.recharge_id, amount: '200.00', code: '123456', requestId: randomUUID() }
  const deps = { ...wallet.withdrawals, codes, providers, fingerprintKey }
  const { number, withdrawal_id: id } = await returnRecharge(deps, member.memberId, input)
  await client.call(ENDPOINTS.withdrawalApprove, { number })
  return { member, id, number, paymentId: recharge!.payment_id }
}

/** Lets the company refuse every try of a refund, so that its job is a dead letter. */
export async function refuseRefund(server: TestServer, { member, id }: StuckRefund): Promise<void> {
  const { db, wallet } = server.context
  const { log, providers } = wallet.recharges
  const refuses = { ...providers.get('sandbox')!, refund: () => Promise.reject(new Error('account closed')) }
  const asked = handOver({ db, log, providers: new Map([['sandbox', refuses]]) }, member.memberId, id)
  await asked.catch((error: unknown) => error)
  await server.owner.query(
    `update job set attempts = 20, dead_at = now(), last_error = 'Error: account closed' where name = 'wallet.refund' and key = $1`,
    [id],
  )
}

/** A refund that its company refused for good. @returns it with its number */
export async function makeStuckRefund(server: TestServer, operator: TestOperator): Promise<StuckRefund> {
  const refund = await makeRefund(server, operator)
  await refuseRefund(server, refund)
  return refund
}
