/** The stored lines of witnesses are signatures of their checkpoints. Run by the doctor. */
import { parseKey, type NoteKey } from '@fairlot/fairness/note'
import { verifyCosignature } from '@fairlot/fairness/witness'
import type { Executor } from '../../../platform/db.ts'

type Row = {
  log: number
  size: bigint
  witness: string
  line: string
  note: string
  seconds: bigint
  rests: boolean
}

const NAMED = `
  select distinct unnest(witnesses) as key from issue_terms where witnesses is not null
  union select unnest(witnesses) from game_chain where witnesses is not null`

/** Ed25519 is slow here: besides the lines on which a draw or a chain may rest, the newest ones. */
const MOST_LINES = 2_000
const LINES = `
  select s.log, s.size, s.witness, s.line, k.note, extract(epoch from s.signed_at)::bigint as seconds,
    exists (select from issue_cosignature c where c.size = s.size and split_part(c.witness, '+', 1) = s.witness)
      or exists (select from game_chain_cosignature c where c.size = s.size and split_part(c.witness, '+', 1) = s.witness) as rests
  from log_cosignature s left join log_checkpoint k using (log, size)
  order by rests desc, s.log desc, s.size desc, s.witness, s.signed_at limit $1`

/** @param configured keys of the installation's witnesses, which no opening may have named yet */
export async function checkCosignatures(
  db: Executor,
  configured: readonly NoteKey[],
): Promise<{ figure: string; breaches: number }> {
  const named = (await db.query<{ key: string }>(NAMED)).flatMap(({ key }) => parseKey(key) ?? [])
  const keysOf = Map.groupBy([...configured, ...named], ({ name }) => name)
  const wrong: string[] = []
  let [checked, unknown] = [0, 0]
  for (const { log, size, witness, line, note, seconds } of await db.query<Row>(LINES, [MOST_LINES])) {
    const keys = keysOf.get(witness)
    if (!keys) {
      // of a witness that was configured once and that no issue names: its key is not here
      unknown++
      continue
    }
    checked++
    const isSigned = keys.some((key) => verifyCosignature(note, line, key) === Number(seconds))
    if (!isSigned) wrong.push(`${witness} of size ${size} in log ${log}`)
  }
  return {
    figure:
      wrong.length > 0
        ? wrong.slice(0, 20).join(', ')
        : `${checked} lines${unknown > 0 ? `, and ${unknown} of witnesses that are not known any more` : ''}`,
    breaches: wrong.length,
  }
}
