/** Who receives a payout of profit. */
import type { Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { operatorByName } from '../staff/operators.queries.ts'

/** `to`: the login name; `recipient`: the operator who had the name at the request */
type Receiver = { to: string; recipient: string }

/** Profit goes to an owner of the house who can log in. @throws Refusal NO_SUCH_DATA */
export async function requireOwner(db: Executor, { to, recipient }: Receiver): Promise<void> {
  const owner = await operatorByName(db, to)
  if (owner?.operator_id !== recipient || owner.status !== 'active' || !owner.roles.includes('owner'))
    throw new Refusal('NO_SUCH_DATA')
}

/** At the approval: somebody else than the receiver approves. @throws Refusal OWN_PAYOUT, NO_SUCH_DATA */
export async function requireOtherApprover(
  tx: Tx,
  receiver: Receiver,
  approvedBy: string | null,
): Promise<void> {
  if (approvedBy === receiver.recipient) throw new Refusal('OWN_PAYOUT')
  await requireOwner(tx, receiver)
}
