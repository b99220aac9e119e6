import { Check, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { AddressLines } from '../../parts/address/address-lines.tsx'
import type { Address } from '../../parts/address/address-lines.tsx'
import { paths } from '../../paths.ts'
import { IconButton, IconLink } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { Code } from '../../ui/values/num.tsx'

type AddressCardProps = {
  address: Address
  /** an outline in place of the shadow, where the card stands on a card */
  outlined: boolean
  /** its form is open beside the list */
  isOpen: boolean
  /** it is being made the first one */
  isChoosing: boolean
  onFirst: () => void
  onDelete: () => void
}

/** An address, and what the member can do with it: use it first, edit, delete. */
export function AddressCard(props: AddressCardProps) {
  const { address, outlined, isOpen, isChoosing, onFirst, onDelete } = props
  const { t } = useTranslation('address')
  const online = useOnline()
  const { id, name, street, phone, isDefault } = address
  const named = { address: `${name}, ${street}` }
  return (
    <article
      className={cx(
        'bg-surface rounded-card ps-4 pt-4 pe-4',
        isOpen ? 'ring-brand ring-2 ring-inset' : outlined ? 'ring-line ring-1 ring-inset' : 'shadow-card',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-lead min-w-0 break-words">
          <bdi>{name}</bdi>
        </h2>
        <Code className="text-ink-2">{phone}</Code>
      </div>
      <p className="text-ink-2 mt-1">
        <AddressLines address={address} />
      </p>
      <div className="border-line mt-3 flex min-h-13 items-center justify-between gap-3 border-t">
        {isDefault ? (
          <span className="text-ok inline-flex min-w-0 items-center gap-1.5 font-semibold">
            <Check size={18} strokeWidth={2.4} className="shrink-0" aria-hidden="true" />
            {t('first.is')}
          </span>
        ) : (
          <button
            type="button"
            disabled={!online || isChoosing}
            onClick={onFirst}
            className="press text-brand hover:bg-brand-soft disabled:text-ink-3 -ms-3 min-h-11 min-w-0 rounded-full px-3 text-start font-semibold"
          >
            {t('first.use')}
          </button>
        )}
        <span className="-me-2 flex shrink-0 items-center gap-1.5">
          <IconLink {...paths.addressForm({ id })} label={t('edit.named', named)}>
            <Pencil size={20} strokeWidth={1.8} aria-hidden="true" />
          </IconLink>
          <IconButton label={t('delete.named', named)} onClick={onDelete}>
            <Trash2 size={20} strokeWidth={1.8} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
    </article>
  )
}
