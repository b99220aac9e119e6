/** The parts of the head of a page on a tablet. */
import { useMember } from '../../stores/session.ts'
import { NoticeBell } from '../notices/notice-bell.tsx'
import { BalancePill as Pill } from './balance-pill.tsx'

export { SearchBox } from '../search/search-box.tsx'

/** The balance; on the stage of home also the notices. Empty for a visitor. */
export function BalancePill({ look = 'plain' }: { look?: 'plain' | 'stage' }) {
  const member = useMember()
  if (member === null) return null
  return (
    <>
      <Pill look={look} />
      {look === 'stage' && <NoticeBell look="stage" />}
    </>
  )
}
