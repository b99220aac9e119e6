import { payoutList } from '@fairlot/contract/endpoints/payout'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { useRead } from '../../queries/queries.ts'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { PayoutCards, PayoutIntro } from './payout-cards.tsx'
import { PayoutPanels } from './payout-panels.tsx'
import { WhatNext } from './what-next.tsx'

/** The member's payout accounts. From 768 px, the list stays beside the form. */
export default function PayoutsScreen(): ReactNode {
  const { t } = useTranslation('payout')
  const query = useRead(payoutList, {})
  const isWide = useWide('tab')
  const hours = query.data?.restHours
  return (
    <AccountPage
      entry="payouts"
      title={t('title')}
      nav={<NavBar title={t('title')} />}
      dataAt={query.dataUpdatedAt || undefined}
    >
      <div className="tab:pt-4 desk:pt-2 pt-1">
        {isWide ? (
          <PayoutPanels>
            {hours !== undefined && (
              <div className="desk:p-6 flex flex-col gap-5 p-5">
                <PayoutIntro hours={hours} />
                <WhatNext hours={hours} />
              </div>
            )}
          </PayoutPanels>
        ) : (
          <div className="flex flex-col gap-3">
            {hours !== undefined && <PayoutIntro hours={hours} />}
            <PayoutCards />
          </div>
        )}
      </div>
    </AccountPage>
  )
}
