import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'

type IdentityFrameProps = {
  /** the main action: at the foot below 1024 px, under the content from there */
  bar?: ReactNode
  /** beside the content from 1024 px, below it on smaller windows */
  aside?: ReactNode
  dataAt?: number | undefined
  children: ReactNode
  /** what follows the main action */
  after?: ReactNode
}

/** One column in the middle of a tablet. */
const COLUMN = 'mx-auto w-full max-w-160'

/** The page of the identity check. */
export function IdentityFrame({ bar, aside, dataAt, children, after }: IdentityFrameProps) {
  const { t } = useTranslation('identity')
  const isDesk = useWide('desk')
  return (
    <AccountPage
      entry="identity"
      title={t('title')}
      nav={<NavBar title={t('title')} />}
      bar={isDesk || bar === undefined ? undefined : <div className={COLUMN}>{bar}</div>}
      barLabel={t('go.label')}
      dataAt={dataAt}
    >
      <div className="tab:pt-4 desk:pt-2 desk:grid desk:grid-cols-[minmax(0,1fr)_minmax(0,320px)] desk:items-start desk:gap-6 flex flex-col gap-5 pt-2 max-desk:mx-auto max-desk:w-full max-desk:max-w-160">
        <div className="flex min-w-0 flex-col gap-5">
          {children}
          {isDesk && bar}
          {after}
        </div>
        {aside !== undefined && <div className="flex min-w-0 flex-col gap-5">{aside}</div>}
      </div>
    </AccountPage>
  )
}
