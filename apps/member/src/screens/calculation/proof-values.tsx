import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Code } from '../../ui/values/num.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'

/** A long value in full, with a copy button. */
export function HexValue({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation('calculation')
  const copy = useCopy()
  return (
    <div className="border-line grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 border-b py-2.5 last:border-transparent last:pb-0">
      <dt className="font-medium">{name}</dt>
      <dd className="row-span-2">
        <IconButton label={t('values.copy', { name })} onClick={() => void copy(value)}>
          <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      </dd>
      <dd className="text-cap text-ink-2 break-all">
        <Code className="inline!">{value}</Code>
      </dd>
    </div>
  )
}

/** A name with a short value. */
export function PlainValue({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line flex flex-wrap items-baseline justify-between gap-x-3 border-b py-2.5 last:border-transparent last:pb-0">
      <dt className="font-medium">{name}</dt>
      <dd className="text-ink-2">{children}</dd>
    </div>
  )
}
