import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { ListDetail } from '../../ui/layout/list-detail.tsx'
import { AddressCards } from './address-cards.tsx'

type AddressPanelsProps = {
  /** the address whose form is the detail */
  open?: string | undefined
  children: ReactNode
}

/** From 768 px, the addresses beside what is open: the form, or what addresses are for. */
export function AddressPanels({ open, children }: AddressPanelsProps) {
  const { t } = useTranslation('address')
  return (
    <ListDetail
      label={t('title')}
      list={
        <div className="p-4">
          <AddressCards outlined open={open} />
        </div>
      }
      detail={children}
    />
  )
}
