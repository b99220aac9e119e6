/** Creates sessions for members: inserts the server's rows and returns the tokens and keys of the clients. */
import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Db } from '@fairlot/server/platform/db'
import { signKey } from '@fairlot/fairness/signatures/sign'

export type BenchSession = { token: string; signKey: string }

/** @param signMaster the server's master key of the wire signature, hex */
export async function openSessions(
  owner: Db,
  members: readonly string[],
  signMaster: string,
): Promise<BenchSession[]> {
  const rows = members.map((member) => ({
    member,
    session: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }))
  await owner.query(
    `insert into session (session_id, member_id, token_hash, device, created_at, seen_at, active_since, expires_at)
     select id, member, decode(token, 'hex'), 'benchmark', at, at, at, at + interval '1 day'
     from business_clock, unnest($1::uuid[], $2::uuid[], $3::text[]) as s(id, member, token)`,
    [
      rows.map((row) => row.session),
      rows.map((row) => row.member),
      rows.map((row) => hash('sha256', row.token, 'hex')),
    ],
  )
  return rows.map(({ session, token }) => ({ token, signKey: signKey(signMaster, session) }))
}
