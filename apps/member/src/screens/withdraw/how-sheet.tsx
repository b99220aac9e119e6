import { CircleCheck, CirclePause, Gift, Hourglass, Percent } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'

const LINES = [
  ['topUp', Percent],
  ['counts', CircleCheck],
  ['not', Hourglass],
  ['prize', Gift],
  ['waived', CirclePause],
] as const

/** What play-through means: what counts, what does not, and when it is waived. */
export function HowSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('withdraw')
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('how.title')}
    >
      <ul className="flex flex-col gap-3.5 pb-2">
        {LINES.map(([line, Icon]) => (
          <li key={line} className="flex items-start gap-3.5">
            <span className="bg-brand-soft text-brand grid size-9 shrink-0 place-items-center rounded-full">
              <Icon size={19} strokeWidth={1.9} aria-hidden="true" />
            </span>
            <p className="min-w-0 flex-1 self-center">{t(`how.${line}`)}</p>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
