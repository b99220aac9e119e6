import { PROOF_DAYS } from '@fairlot/contract/kinds/recharge-ways'
import type { Statement, Tx } from '../../../platform/db.ts'

export type ProofState = {
  /** whether the member can send proof now */
  open: boolean
  proofs: number
  last_reference: string | null
  last_slip: string | null
  /** uploads of all proofs */
  slips: string[]
}

const LOCK: Statement = {
  name: 'proof.lock',
  text: `
    select recharge.receiving_account is not null and recharge.state <> 'success'
      and recharge.expires_at + ${PROOF_DAYS} * interval '1 day' > clock.at as open
    from recharge cross join business_clock clock
    where recharge.member_id = $1 and recharge.recharge_id = $2 for update of recharge`,
}
const PROOFS: Statement = {
  name: 'proof.all',
  text: `select reference, slip_id from recharge_proof where member_id = $1 and recharge_id = $2 order by seq`,
}

/** Locks a recharge of the member until the transaction ends. */
export async function lockForProof(tx: Tx, memberId: string, id: string): Promise<ProofState | undefined> {
  const [row] = await tx.query<{ open: boolean }>(LOCK, [memberId, id])
  if (!row) return undefined
  const proofs = await tx.query<{ reference: string | null; slip_id: string | null }>(PROOFS, [memberId, id])
  const last = proofs.at(-1)
  return {
    open: row.open,
    proofs: proofs.length,
    last_reference: last?.reference ?? null,
    last_slip: last?.slip_id ?? null,
    slips: proofs.flatMap(({ slip_id: slip }) => (slip === null ? [] : [slip])),
  }
}

const INSERT: Statement = {
  name: 'proof.insert',
  text: `
    with sent as (
      insert into recharge_proof (member_id, recharge_id, seq, reference, slip_id, at)
      select $1, $2, $3, $4, $5, at from business_clock returning at)
    update recharge set proof_at = sent.at from sent where member_id = $1 and recharge_id = $2`,
}

export async function insertProof(
  tx: Tx,
  memberId: string,
  id: string,
  proof: { seq: number; reference: string | null; slipId: string | null },
): Promise<void> {
  await tx.query(INSERT, [memberId, id, proof.seq, proof.reference, proof.slipId])
}
