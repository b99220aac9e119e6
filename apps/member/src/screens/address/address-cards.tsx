import { addressList } from '@fairlot/contract/endpoints/address'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { AddressLines } from '../../parts/address/address-lines.tsx'
import type { Address } from '../../parts/address/address-lines.tsx'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { AddressCard } from './address-card.tsx'
import { useDeleteAddress, useFirstAddress } from './use-addresses.ts'

type AddressCardsProps = {
  outlined?: boolean
  /** the address whose form is open beside the list */
  open?: string | undefined
}

/** A card for each address, the one that is offered first at the top, then the way to add one. */
export function AddressCards({ outlined = false, open }: AddressCardsProps) {
  const { t } = useTranslation('address')
  const query = useRead(addressList, {})
  const [deleting, setDeleting] = useState<Address | null>(null)
  const first = useFirstAddress()
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <div className="flex flex-col gap-3">
            <Bone className="rounded-card h-42" />
            <Bone className="rounded-card h-42" />
          </div>
        </Skeleton>
      }
    >
      {({ items, maximum }) => (
        <div className="flex flex-col gap-3">
          {items.length === 0 && <EmptyState title={t('empty.title')} text={t('empty.text')} />}
          {items.length > 0 && (
            <ul aria-label={t('title')} className="flex flex-col gap-3">
              {items.map((address) => (
                <li key={address.id}>
                  <AddressCard
                    address={address}
                    outlined={outlined}
                    isOpen={address.id === open}
                    isChoosing={first.choosing === address.id}
                    onFirst={() => first.choose(address)}
                    onDelete={() => setDeleting(address)}
                  />
                </li>
              ))}
            </ul>
          )}
          {items.length < maximum ? (
            <Link
              {...paths.addressForm()}
              className="border-line-strong rounded-card text-brand hover:bg-sunken press flex min-h-16 items-center justify-center gap-3 border-2 border-dashed px-4 font-semibold"
            >
              <Plus size={21} strokeWidth={2} aria-hidden="true" />
              {t('add')}
            </Link>
          ) : (
            <p className="text-cap text-ink-2 text-center">{t('full', { max: maximum })}</p>
          )}
          <DeleteDialog address={deleting} onClose={() => setDeleting(null)} />
        </div>
      )}
    </QueryState>
  )
}

function DeleteDialog({ address, onClose }: { address: Address | null; onClose: () => void }) {
  const { t } = useTranslation(['address', 'ui'])
  // the content stays while the dialog closes
  const [shown, setShown] = useState(address)
  if (address !== null && address !== shown) setShown(address)
  const remove = useDeleteAddress(onClose)
  if (shown === null) return null
  return (
    <Dialog
      open={address !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('delete.title')}
      keep={t('delete.keep')}
      act={t('delete.act')}
      onAct={() => remove.mutate({ id: shown.id })}
      acting={remove.isPending}
      tone="bad"
    >
      <p className="text-ink font-semibold">
        <bdi>{shown.name}</bdi>
      </p>
      <p>
        <AddressLines address={shown} />
      </p>
      <p className="mt-2">{t('delete.text')}</p>
    </Dialog>
  )
}
