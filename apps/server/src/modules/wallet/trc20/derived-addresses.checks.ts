/** What SQL alone cannot ask: whether the stored addresses are those of the key. */
import type { Executor } from '../../../platform/db.ts'
import { readKey } from './trc20-setup.ts'
import { addressesFrom, boundKey } from './trc20.queries.ts'

/** @param xpub as in TRC20_XPUB; undefined: it is not configured here */
export async function checkDerivedAddresses(snapshot: Executor, xpub: string | undefined) {
  const bound = await boundKey(snapshot)
  if (!bound) return { figure: 'none', breaches: 0 }
  if (xpub === undefined) return { figure: 'not derived: TRC20_XPUB is not set here', breaches: 0 }
  const key = await readKey(xpub)
  if (key.fingerprint !== bound.fingerprint) return { figure: 'TRC20_XPUB is another key', breaches: 1 }
  let checked = 0
  const foreign: bigint[] = []
  for (let next = 0n; ;) {
    const rows = await addressesFrom(snapshot, next)
    for (const { index, address } of rows) if (key.address(Number(index)) !== address) foreign.push(index)
    checked += rows.length
    if (rows.length === 0) break
    next = rows.at(-1)!.index + 1n
  }
  const which = foreign.length > 0 ? `, not so the indexes ${foreign.slice(0, 5).join(', ')}` : ''
  return { figure: `${checked} addresses${which}`, breaches: foreign.length }
}
