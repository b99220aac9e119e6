/** Helpers for tests of the steps of an issue. */
import type { Db, Statement } from '../../../platform/db.ts'
import type { DrawMall } from '../draws/draws.fixture.ts'

export { DAY_MS } from '../../../platform/durations.ts'

/** Reads wallets, house accounts, issues and products for assertions. */
export function createReader({ mall: { db } }: DrawMall) {
  const one = async <Row>(sql: string, values: unknown[]) => (await db.query<Row>(sql, values))[0]!
  return {
    /** the first row of a query */
    one,
    statusOf: async (issueId: string) =>
      (await one<{ status: string }>('select status from issue where issue_id = $1', [issueId])).status,
    poolOf: async (issueId: string) =>
      (await one<{ pool: bigint }>('select pool from issue where issue_id = $1', [issueId])).pool,
    house: async (name: string) =>
      (await one<{ balance: bigint }>('select balance from house_account where name = $1', [name])).balance,
    eventsOf: async (issueId: string) =>
      (
        await db.query<{ event: string }>('select event from issue_event where issue_id = $1 order by at', [
          issueId,
        ])
      ).map(({ event }) => event),
    product: async (code: string) =>
      one<{ state: string; reason: string | null; need: bigint | null; issued: number }>(
        'select state, pause_reason as reason, pause_need as need, issued from product where code = $1',
        [code],
      ),
    /** lowest and highest balance of the members, and the sum of their open orders */
    wallets: async (members: readonly string[]) =>
      one<{ low: bigint; high: bigint; open: number }>(
        `select min(balance) as low, max(balance) as high, sum(open_orders)::int as open
         from wallet where member_id = any($1)`,
        [members],
      ),
  }
}

/** The statements after which a test stops a chunk of a refund. */
export const REFUND_POINTS = {
  'the wallets are locked': /from wallet[^;]* order by member_id for update/,
  'the chunk is claimed': /update issue_refund/,
  'the escrow has paid': /update issue set pool/,
  'the lines of the escrow are written': /insert into ledger[^;]*join ledger paid/,
  'the orders are refunded and the wallets credited': /update purchase p set state = 'refunded'/,
  'the issue is refunded': /set status = 'refunded'/,
} as const
export type RefundPoint = keyof typeof REFUND_POINTS

/**
 * A database that fails at a point: `connection` cuts the connection, as when PostgreSQL is killed; `process` throws, as
 * when the server is killed. The point is passed `skip` times before. `ended()` says whether the failure happened.
 */
export function createFailingDb(db: Db, point: RefundPoint, how: 'connection' | 'process', skip = 0) {
  let passed = 0
  let ended = false
  const matches = (statement: string | Statement) =>
    REFUND_POINTS[point].test(typeof statement === 'string' ? statement : statement.text)
  const ending: Db = {
    ...db,
    tx: (work) =>
      db.tx((tx) =>
        work({
          ...tx,
          async query<Row>(statement: string | Statement, values?: readonly unknown[]) {
            const rows = await tx.query<Row>(statement, values)
            if (!ended && matches(statement) && passed++ === skip) {
              ended = true
              if (how === 'process') throw new Error(`ended when ${point}`)
              await tx.query('select pg_terminate_backend(pg_backend_pid())')
            }
            return rows
          },
        }),
      ),
  }
  return { db: ending, ended: () => ended }
}
