import { Link } from '@tanstack/react-router'
import { Check, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { AddressLines } from '../../../parts/address/address-lines.tsx'
import type { Address } from '../../../parts/address/address-lines.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { Code } from '../../../ui/values/num.tsx'
import type { PrizeSteps } from './use-prize-steps.ts'

type AddressSheetProps = {
  steps: PrizeSteps
  open: boolean
  onOpenChange: (open: boolean) => void
  /** an address is confirmed already: choosing another one sends it there */
  isSent: boolean
}

/** Where the prize goes: one of the member's addresses, or a new one. */
export function AddressSheet({ steps, open, onOpenChange, isSent }: AddressSheetProps) {
  const { t } = useTranslation(['prize', 'ui'])
  const online = useOnline()
  const name = useId()
  const { addresses, address } = steps
  const [picked, setPicked] = useState<string | null>(null)
  const current = addresses.find(({ id }) => id === picked) ?? address
  const use = () => {
    if (current === null) return
    if (isSent) steps.send(current)
    else {
      steps.choose(current.id)
      onOpenChange(false)
    }
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t(isSent ? 'address.otherTitle' : 'address.title')}
      size="form"
      foot={
        <Button
          size="lg"
          wide
          sending={steps.sending}
          why={current === null ? t('address.pick') : online ? undefined : t('ui:offline.money')}
          onClick={use}
        >
          {t(isSent ? 'act.send' : 'address.use')}
        </Button>
      }
    >
      <fieldset className="min-w-0">
        <legend className="sr-only">{t('address.title')}</legend>
        <div className="flex flex-col gap-2.5">
          {addresses.map((one) => (
            <AddressOption
              key={one.id}
              name={name}
              address={one}
              isChosen={one.id === current?.id}
              onChoose={() => setPicked(one.id)}
            />
          ))}
        </div>
      </fieldset>
      <Link
        {...paths.addressForm(steps.formLink())}
        className="text-brand press mt-2 inline-flex min-h-11 items-center gap-2 font-semibold"
      >
        <Plus size={20} strokeWidth={2} aria-hidden="true" />
        {t('address.add')}
      </Link>
    </Sheet>
  )
}

type AddressOptionProps = { name: string; address: Address; isChosen: boolean; onChoose: () => void }

function AddressOption({ name, address, isChosen, onChoose }: AddressOptionProps) {
  return (
    <label
      className={cx(
        'rounded-card has-focus-visible:outline-focus relative flex cursor-pointer items-start gap-3.5 px-4 py-3 has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
        isChosen ? 'bg-brand-soft ring-brand ring-2 ring-inset' : 'bg-surface ring-control ring-1 ring-inset',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
      />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap gap-x-2 font-semibold">
          <bdi className="break-words">{address.name}</bdi>
          <Code className="font-medium">{address.phone}</Code>
        </span>
        <span className="text-ink-2 block">
          <AddressLines address={address} />
        </span>
      </span>
      <span
        aria-hidden="true"
        className={cx(
          'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full',
          isChosen ? 'bg-brand text-on-brand' : 'border-control border-2',
        )}
      >
        {isChosen && <Check size={15} strokeWidth={3} />}
      </span>
    </label>
  )
}
