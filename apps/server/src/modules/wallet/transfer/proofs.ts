/** What members send to prove a transfer. It helps the operator who looks for the transfer; it never credits anything. */
import type { ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { rechargeById, type RechargeRow } from '../recharge/recharge.queries.ts'
import * as queries from './proofs.queries.ts'

/** Pictures of slips, which members have uploaded. */
export type Slips = {
  /** Marks an upload as used. @throws Refusal UPLOAD_GONE when it is not the member's, was used, or is no slip */
  use(tx: Tx, memberId: string, uploadId: string, usedBy: string): Promise<void>
  /** Undefined: erased */
  open(at: Executor, memberId: string, uploadId: string): Promise<{ bytes: Uint8Array } | undefined>
}

/** How often a member can send proof of one transfer. */
const MAX_PROOFS = 10

type ProofInput = ParsedInput<Endpoints['rechargeProof']>

/**
 * Stores proof of a transfer. Until an operator or a statement answers it, the recharge does not expire. The same proof again
 * changes nothing.
 * @throws Refusal NO_SUCH_DATA, INPUT_INVALID, PROOF_CLOSED, UPLOAD_GONE
 */
export async function sendProof(
  { db, slips }: { db: Db; slips: Slips },
  memberId: string,
  { id, reference, slip }: ProofInput,
): Promise<RechargeRow> {
  const given = reference?.normalize('NFC').replace(/\s+/g, ' ').trim() ?? ''
  if (given === '' && slip === undefined)
    throw new Refusal('INPUT_INVALID', { fields: { reference: 'PROOF_REQUIRED' } })
  return db.tx(async (tx) => {
    const row = await queries.lockForProof(tx, memberId, id)
    if (!row) throw new Refusal('NO_SUCH_DATA')
    const proof = { reference: given === '' ? null : given, slipId: slip ?? null }
    const isSame = row.last_reference === proof.reference && row.last_slip === proof.slipId
    if (row.proofs === 0 || !isSame) {
      if (!row.open || row.proofs >= MAX_PROOFS) throw new Refusal('PROOF_CLOSED')
      // the slip of an earlier proof can be sent again with another number
      if (slip !== undefined && !row.slips.includes(slip))
        await slips.use(tx, memberId, slip, `recharge:${id}`)
      await queries.insertProof(tx, memberId, id, { seq: row.proofs + 1, ...proof })
    }
    return (await rechargeById(tx, memberId, id))!
  })
}
