import { useMember } from '../../stores/session.ts'
import { Page } from '../../ui/layout/page.tsx'
import type { PageProps } from '../../ui/layout/page.tsx'
import { AccountChips, AccountRail } from './account-rail.tsx'
import type { AccountEntry } from './entries.ts'

type AccountPageProps = Omit<PageProps, 'rail'> & {
  /** the entry of the rail that is open */
  entry?: AccountEntry
}

/** A page of the account: beside the rail from 1024 px, below a row of chips on a tablet. */
export function AccountPage({ entry, children, ...page }: AccountPageProps) {
  const isMember = useMember() !== null
  return (
    <Page {...page} rail={isMember ? <AccountRail entry={entry} /> : undefined}>
      {isMember && <AccountChips entry={entry} />}
      {children}
    </Page>
  )
}
