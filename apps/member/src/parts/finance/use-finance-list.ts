import { financeList } from '@fairlot/contract/endpoints/finance'
import { useLive } from '../../live/live.ts'
import { financeTopic } from '../../live/topics.ts'
import type { LiveTopic } from '../../live/topics.ts'
import { useRead } from '../../queries/queries.ts'

/** Without a stream, the products are asked for this often. */
const EVERY_MS = 20_000
const NONE: readonly LiveTopic[] = []

/** All finance products; what is left of each is live. */
export function useFinanceList() {
  const query = useRead(financeList, {}, { everyMs: EVERY_MS })
  useLive(query.data?.items.map(({ code }) => financeTopic(code)) ?? NONE)
  return query
}
