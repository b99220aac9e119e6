import type { Executor } from '../platform/db.ts'

/** Whether the demo world is complete. */
export async function isDemoFinished(db: Executor): Promise<boolean> {
  const [row] = await db.query<{ finished: boolean }>(
    'select exists (select from demo_world where finished_at is not null) as finished',
  )
  return row?.finished ?? false
}

/** `34 members, 1034 purchases, 10 draws` */
export async function demoFigures(db: Executor): Promise<string> {
  const [row] = await db.query<{ members: bigint; purchases: bigint; draws: bigint }>(
    `select (select count(*) from member) as members, (select count(*) from issue_sale) as purchases,
            (select count(*) from issue_draw) as draws`,
  )
  return `${row?.members ?? 0n} members, ${row?.purchases ?? 0n} purchases, ${row?.draws ?? 0n} draws`
}
