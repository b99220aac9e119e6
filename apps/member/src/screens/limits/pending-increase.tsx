import { limitCancel, limitConfirm } from '@fairlot/contract/endpoints/guard'
import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import type { Limit } from './limit-math.ts'
import { useCeilingText } from './use-ceiling-text.ts'
import { useGuardAct, useReached } from '../../parts/guard/use-guard.ts'

type PendingProps = {
  limit: Limit
  cap: string
  pendingIncrease: NonNullable<Limit['pendingIncrease']>
  /** called when it is confirmed or cancelled and disappears: the focus needs another place */
  onDone: () => void
}

/** A pending pendingIncrease: the ceiling, and the times between which it can be confirmed. Until then the limit stays. */
export function PendingIncrease({ limit: { kind, period }, cap, pendingIncrease, onDone }: PendingProps) {
  const { t } = useTranslation('limits')
  const ceilingText = useCeilingText()
  const online = useOnline()
  const due = useReached(pendingIncrease.confirmFrom)
  const [asking, setAsking] = useState(false)
  const confirm = useGuardAct(limitConfirm, {
    onSuccess: () => {
      toast.ok(t('confirmed'))
      onDone()
    },
    onError: () => setAsking(false),
  })
  const cancel = useGuardAct(limitCancel, {
    onSuccess: () => {
      toast.ok(t('cancelled'))
      onDone()
    },
  })
  const language = activeLanguage()
  const wanted = pendingIncrease.cap === null ? null : ceilingText(kind, pendingIncrease.cap)
  const why = online ? undefined : t('offline')
  const mine = t('of', { limit: t(`kind.${kind}.title`), period: t(`per.${period}`) })
  return (
    <div className="bg-sunken rounded-tile me-4 mb-3.5 px-3.5 py-3">
      <div className="flex items-start gap-2.5">
        <Hourglass size={19} strokeWidth={1.8} className="text-ink-2 mt-0.5 shrink-0" aria-hidden="true" />
        <div className="min-w-0 flex-1 tabular-nums">
          <p className="font-semibold">
            {wanted === null ? t('pending.none') : t('pending.to', { ceiling: wanted })}
          </p>
          <p className="text-cap text-ink-2 mt-0.5">
            {due
              ? t('pending.due', { until: formatDayTime(pendingIncrease.confirmUntil, language) })
              : t('pending.waits', {
                  from: formatDayTime(pendingIncrease.confirmFrom, language),
                  until: formatDayTime(pendingIncrease.confirmUntil, language),
                })}
          </p>
          <p className="text-cap text-ink-2">{t('pending.unchanged', { ceiling: ceilingText(kind, cap) })}</p>
        </div>
      </div>
      <div className="mt-2.5 flex flex-wrap items-start gap-2">
        <Button
          tone="outline"
          size="sm"
          aria-label={`${t('pending.cancel')}: ${mine}`}
          sending={cancel.isPending}
          why={why}
          onClick={() => cancel.mutate({ kind, period })}
        >
          {t('pending.cancel')}
        </Button>
        {due && online && (
          <Button size="sm" aria-label={`${t('pending.confirm')}: ${mine}`} onClick={() => setAsking(true)}>
            {t('pending.confirm')}
          </Button>
        )}
      </div>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={wanted === null ? t('confirm.titleNone') : t('confirm.title', { ceiling: wanted })}
        keep={t('confirm.keep')}
        act={t('pending.confirm')}
        onAct={() => confirm.mutate({ kind, period })}
        acting={confirm.isPending}
        tone="brand"
      >
        <p className="text-ink font-medium">{mine}</p>
        <p className="mt-1">
          {t(wanted === null ? 'confirm.textNone' : 'confirm.text', { ceiling: ceilingText(kind, cap) })}
        </p>
      </Dialog>
    </div>
  )
}
