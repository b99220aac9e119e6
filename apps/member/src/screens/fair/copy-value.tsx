import { Copy } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Code } from '../../ui/values/num.tsx'
import { useCopy } from '../../ui/buttons/use-copy.ts'

type CopyValueProps = {
  name: string
  value: string
  /** an explanation of the value */
  text?: string
}

/** A long value in full, with its explanation and a copy button; inside a `<dl>`. */
export function CopyValue({ name, value, text }: CopyValueProps) {
  const { t } = useTranslation('fair')
  const copy = useCopy()
  return (
    <div className="border-line border-b py-3 last:border-transparent last:pb-0">
      <dt className="font-semibold">{name}</dt>
      {text !== undefined && <dd className="text-cap text-ink-2">{text}</dd>}
      <dd className="bg-sunken rounded-tile mt-1.5 flex items-center gap-2 py-1 ps-3 pe-1">
        <span className="text-cap min-w-0 flex-1 py-1 break-all">
          <Code className="inline!">{value}</Code>
        </span>
        <IconButton label={t('copy', { name })} onClick={() => void copy(value)}>
          <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      </dd>
    </div>
  )
}
