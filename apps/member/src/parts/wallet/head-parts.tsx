/** The parts of the head of a page on a tablet. */
import { useMember } from '../../stores/session.ts'
import { BalancePill as Pill } from './balance-pill.tsx'

export { SearchBox } from '../search/search-box.tsx'

/** The balance. Empty for a visitor. */
export function BalancePill({ look = 'plain' }: { look?: 'plain' | 'stage' }) {
  return useMember() === null ? null : <Pill look={look} />
}
