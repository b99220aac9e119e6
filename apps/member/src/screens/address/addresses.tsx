import { addressList } from '@fairlot/contract/endpoints/address'
import { Lock, PackageCheck, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { useRead } from '../../queries/queries.ts'
import { useWide } from '../../ui/layout/use-wide.ts'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { AddressCards } from './address-cards.tsx'
import { AddressPanels } from './address-panels.tsx'

/** The member's delivery addresses. From 768 px, the list stays beside the form. */
export default function AddressesScreen(): ReactNode {
  const { t } = useTranslation('address')
  const query = useRead(addressList, {})
  const isWide = useWide('tab')
  return (
    <AccountPage
      entry="addresses"
      title={t('title')}
      nav={<NavBar title={t('title')} />}
      dataAt={query.dataUpdatedAt || undefined}
    >
      <div className="tab:pt-4 desk:pt-2 pt-1">
        {isWide ? (
          <AddressPanels>
            <div className="desk:p-6 p-5">
              <WhatFor />
            </div>
          </AddressPanels>
        ) : (
          <div className="flex flex-col gap-5">
            <AddressCards />
            <WhatFor />
          </div>
        )}
      </div>
    </AccountPage>
  )
}

/** What addresses are for, and who sees them. */
function WhatFor() {
  const { t } = useTranslation('address')
  const facts = [
    [Trophy, t('about.win')],
    [PackageCheck, t('about.change')],
    [Lock, t('about.seen')],
  ] as const
  return (
    <section aria-labelledby="address-about" className="max-tab:px-1">
      <h2 id="address-about" className="text-lead">
        {t('about.title')}
      </h2>
      <ul className="mt-3 flex flex-col gap-3.5">
        {facts.map(([Icon, text]) => (
          <li key={text} className="flex items-start gap-3.5">
            <span className="bg-brand-soft text-brand grid size-9 shrink-0 place-items-center rounded-full">
              <Icon size={19} strokeWidth={1.9} aria-hidden="true" />
            </span>
            <p className="min-w-0 flex-1 self-center">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
