import { addressList } from '@fairlot/contract/endpoints/address'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { Unsaved } from '../../parts/account/unsaved.tsx'
import type { Address } from '../../parts/address/address-lines.tsx'
import { useRead } from '../../queries/queries.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { CheckboxRow } from '../../ui/fields/checkbox-row.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { AddressFields } from './address-fields.tsx'
import { AddressPanels } from './address-panels.tsx'
import { useAddressForm } from './use-address-form.ts'

/** Adds a delivery address, or changes one. From 768 px, beside the list of addresses. */
export default function AddressFormScreen(): ReactNode {
  const { t } = useTranslation('address')
  const { id, next } = useSearch({ from: '/pages/address/add' })
  const query = useRead(addressList, {})
  const isWide = useWide('tab')
  const title = t(id === undefined ? 'form.title' : 'form.change')
  const form = (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <Bone className="rounded-tile h-13" />
          <Bone className="rounded-tile mt-5 h-13" />
          <Bone className="rounded-tile mt-5 h-13" />
        </Skeleton>
      }
    >
      {({ items, maximum }) => {
        const address = items.find((one) => one.id === id)
        if (id !== undefined && address === undefined) return <NotFound />
        if (id === undefined && items.length >= maximum)
          return <Notice tone="warn">{t('full', { max: maximum })}</Notice>
        return <Form key={id} address={address} isFirst={items.length === 0} next={next} />
      }}
    </QueryState>
  )
  return (
    <AccountPage
      entry="addresses"
      title={title}
      nav={<NavBar title={isWide ? t('title') : title} />}
      dataAt={query.dataUpdatedAt || undefined}
    >
      <div className="tab:pt-4 desk:pt-2 pt-1">
        {isWide ? (
          <AddressPanels open={id}>
            <div className="desk:p-6 p-5">
              <h2 className="text-title mb-4">{title}</h2>
              {form}
            </div>
          </AddressPanels>
        ) : (
          form
        )}
      </div>
    </AccountPage>
  )
}

type FormProps = { address: Address | undefined; isFirst: boolean; next: string | undefined }

function Form({ address, isFirst, next }: FormProps) {
  const { t } = useTranslation(['address', 'ui'])
  const online = useOnline()
  const { element, propose, ...form } = useAddressForm({ address, isFirst, next })
  // the default address stays so until another one is chosen
  const isFixed = isFirst || address?.isDefault === true
  return (
    <form ref={element} noValidate onSubmit={form.submit} className="flex max-w-140 flex-col gap-5">
      <AddressFields form={form} propose={propose} />
      {isFixed ? (
        <p className="text-ink-2">{t(isFirst ? 'form.first' : 'form.isDefault')}</p>
      ) : (
        <CheckboxRow checked={form.isDefault} onChange={(event) => form.chooseDefault(event.target.checked)}>
          {t('form.default')}
        </CheckboxRow>
      )}
      <Button
        type="submit"
        tone="gold"
        size="lg"
        wide
        sending={form.sending}
        why={online ? undefined : t('ui:offline.money')}
      >
        {t('form.save')}
      </Button>
      <Unsaved changed={form.changed} />
    </form>
  )
}
