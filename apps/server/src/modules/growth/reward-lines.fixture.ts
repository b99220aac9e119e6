/** What the wallet statement says of a member's rewards. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { Db } from '../../platform/db.ts'
import { statementHandlers } from '../wallet/statement/wallet-statement.ts'
import { rewardsOf } from './reward-lines.ts'

/** The lines of rewards of a member, oldest first, as `kind amount: title (detail)`. */
export async function rewardLines(
  db: Db,
  memberId: string,
  language: OfferedLanguage = 'en-us',
): Promise<string[]> {
  const { walletStatement } = statementHandlers({
    db,
    utcOffsetMinutes: 0,
    titlesOf: () => Promise.resolve(new Map()),
    topicsOf: () => Promise.resolve(new Map()),
    find: () => Promise.resolve({ purchases: [], topics: [] }),
    rewardsOf: (member, lines, wanted) => rewardsOf(db, member, lines, wanted),
    providerNames: () => [],
    offer: () => ({ url: '', expiresAt: 0 }),
  })
  const call = { member: { memberId }, input: { limit: 50 }, language } as unknown as Parameters<
    typeof walletStatement
  >[0]
  const { items } = await walletStatement(call)
  return items
    .filter(({ detail }) => detail !== null)
    .map(({ kind, amount, title, detail }) => `${kind} ${amount}: ${title} (${detail})`)
    .toReversed()
}
