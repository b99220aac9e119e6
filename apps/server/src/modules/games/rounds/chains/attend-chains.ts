/** Keeps the lines of witnesses over the chains of version 3, which count when they are older than the first round of the chain. */
import { FLOOR_MS, type Db } from '../../../../platform/db.ts'
import { DAY_MS } from '../../../../platform/durations.ts'
import { chainIndex, linesOver } from '../../../fair/index.ts'

type Waiting = {
  chainId: string
  /** those whose lines are missing */
  witnesses: readonly string[]
  firstMs: number
}

/**
 * Until a chain begins, all lines over it are kept. Then the newest one of a game still counts lines that turn up late; a dead one that
 * another follows does not come back.
 */
const WAITING = {
  name: 'chain.waiting',
  text: `
select c.chain_id as "chainId", c.first_ms::float8 as "firstMs",
  array(select w from unnest(c.witnesses) w
    where not exists (select from game_chain_cosignature s where (s.chain_id, s.witness) = (c.chain_id, w))) as witnesses
from game_chain c join game_chain_use u using (chain_id)
where c.quorum is not null and u.retired_at is null and c.first_ms > ${FLOOR_MS('business_now()')} - ${DAY_MS}
  and (select count(*) from game_chain_cosignature s where s.chain_id = c.chain_id) <
    case when c.first_ms > ${FLOOR_MS('business_now()')} then cardinality(c.witnesses)
      when exists (select from game_chain later where later.game = c.game and later.number > c.number) then 0
      else c.quorum end`,
}

const KEEP = {
  name: 'chain.signatures',
  text: `
insert into game_chain_cosignature (chain_id, witness, size, signed_ms, first_ms)
select $1, found.witness, found.size, found.signed_ms, $5
from unnest($2::text[], $3::bigint[], $4::bigint[]) as found(witness, size, signed_ms)
on conflict (chain_id, witness) do nothing
returning witness`,
}

/** @returns whether a line was kept */
export async function attendChains(db: Db): Promise<boolean> {
  let isKept = false
  for (const { chainId, witnesses, firstMs } of await db.query<Waiting>(WAITING)) {
    const index = await chainIndex(db, chainId)
    if (index === null) continue
    const { signed } = await linesOver(db, { index, beforeMs: firstMs }, witnesses)
    if (signed.length === 0) continue
    const values = [
      chainId,
      signed.map(({ witness }) => witness),
      signed.map(({ size }) => size),
      signed.map(({ signedAtMs }) => signedAtMs),
      firstMs,
    ]
    if ((await db.query(KEEP, values)).length > 0) isKept = true
  }
  return isKept
}
