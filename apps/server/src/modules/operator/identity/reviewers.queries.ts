import type { Executor, Statement } from '../../../platform/db.ts'

const NUMBER: Statement = {
  name: 'operator.number',
  text: `
    select count(*)::int as number from operator one join operator self on self.operator_id = $1
    where (one.created_at, one.operator_id) <= (self.created_at, self.operator_id)`,
}

/** The number by which members know an operator: the rank of the account, `07`. Members do not read operators' names. */
export async function reviewerNumber(db: Executor, operatorId: string): Promise<string> {
  const [row] = await db.query<{ number: number }>(NUMBER, [operatorId])
  return String(row!.number).padStart(2, '0')
}
