import type { Statement, Tx } from '../db.ts'

const DELETE: Statement = {
  name: 'jobs.delete',
  text: `delete from job where name = $1 and data ->> $2 = $3`,
}

/**
 * Deletes the jobs of one kind, waiting or dead, whose data has this text in this field. Used to erase personal data.
 */
export async function deleteJobs(
  tx: Tx,
  job: { readonly name: string },
  field: string,
  text: string,
): Promise<void> {
  await tx.query(DELETE, [job.name, field, text])
}
