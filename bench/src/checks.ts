/** Checks the doctor's invariants after every round. */
import type { Db } from '@fairlot/server/platform/db'
import { ledgerChecks } from '@fairlot/server/modules/ledger/index'
import { mallChecks } from '@fairlot/server/modules/mall/index'

/** @throws Error that lists every broken invariant */
export async function checkInvariants(db: Db): Promise<void> {
  const broken: string[] = []
  for (const { id, title, sql } of [...ledgerChecks, ...mallChecks]) {
    const [row] = await db.query<{ breaches: bigint; figure: string }>(sql)
    if (row?.breaches !== 0n) broken.push(`${id} ${title}: ${row?.breaches} (${row?.figure})`)
  }
  if (broken.length > 0) throw new Error(`invariants are broken:\n  ${broken.join('\n  ')}`)
}
