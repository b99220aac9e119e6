import { selfExclude } from '@fairlot/contract/endpoints/guard'
import type { SelfExclusionDuration, ExclusionDuration } from '@fairlot/contract/kinds/guard-kinds'
import { SELF_EXCLUSION_DURATIONS } from '@fairlot/contract/kinds/guard-kinds'
import { useState } from 'react'
import { serverNow } from '../../api/api.ts'
import { useSystem } from '../../queries/system.ts'
import { formatDateTime, formatLongDate } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { endOf } from './break-math.ts'
import { useGuardAct } from '../../parts/guard/use-guard.ts'

type ExclusionDialogProps = { duration: ExclusionDuration | null; onClose: () => void; onStarted: () => void }

const isSelfExclusion = (duration: ExclusionDuration): duration is SelfExclusionDuration =>
  SELF_EXCLUSION_DURATIONS.some((one) => one === duration)

/** Asks once before a break and twice before a self-exclusion, with the day on which it ends. */
export function ExclusionDialog({ duration, onClose, onStarted }: ExclusionDialogProps) {
  const { t } = useTranslation(['break', 'ui'])
  const offset = useSystem()?.utcOffsetMinutes ?? 0
  // The text stays while the dialog fades out. Each opening starts with the first question.
  const [isOpen, setIsOpen] = useState(false)
  const [shown, setShown] = useState<{ duration: ExclusionDuration; at: number; last: boolean } | null>(null)
  if ((duration !== null) !== isOpen) {
    setIsOpen(duration !== null)
    if (duration !== null) setShown({ duration, at: serverNow(), last: false })
  }
  const exclude = useGuardAct(selfExclude, {
    onSuccess: () => {
      onStarted()
      onClose()
    },
    onError: onClose,
  })
  if (shown === null) return null
  const { last } = shown
  const language = activeLanguage()
  const end = endOf(shown.duration, shown.at, offset)
  const long = isSelfExclusion(shown.duration)
  const until = long ? formatLongDate(end, language) : formatDateTime(end, language)
  const send = () => exclude.mutate({ duration: shown.duration })
  return (
    <Dialog
      open={duration !== null}
      onOpenChange={(open) => {
        if (!open && !exclude.isPending) onClose()
      }}
      title={
        long
          ? t(last ? 'ask.lastTitle' : 'ask.exclusionTitle', { duration: t(`duration.${shown.duration}`) })
          : t('ask.title', { duration: t(`duration.${shown.duration}`) })
      }
      keep={t('ask.keep')}
      act={long ? t(last ? 'exclusion.act' : 'ask.next') : t('break.act')}
      onAct={long && !last ? () => setShown({ ...shown, last: true }) : send}
      acting={exclude.isPending}
      tone={last ? 'bad' : 'brand'}
    >
      <p className="text-ink font-semibold">{t('ask.until', { until })}</p>
      <p className="mt-1.5">{t(long ? (last ? 'ask.last' : 'ask.exclusion') : 'ask.break')}</p>
    </Dialog>
  )
}
