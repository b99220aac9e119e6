import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { ListDetail } from '../../ui/layout/list-detail.tsx'
import { PayoutCards } from './payout-cards.tsx'

/** From 768 px, the accounts beside what is open: the form, or how payout accounts work. */
export function PayoutPanels({ children }: { children: ReactNode }) {
  const { t } = useTranslation('payout')
  return (
    <ListDetail
      label={t('title')}
      list={
        <div className="p-4">
          <PayoutCards outlined />
        </div>
      }
      detail={children}
    />
  )
}
