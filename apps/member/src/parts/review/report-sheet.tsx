import { goodsTalk, reviewReport, winnerPosts } from '@fairlot/contract/endpoints/mall/reviews'
import type { ReviewReason } from '@fairlot/contract/life/review-life'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useAction } from '../../queries/actions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { reviewReasons } from './reasons.ts'

type ReportSheetProps = { review: string; open: boolean; onOpenChange: (open: boolean) => void }

/** Why a member thinks that a review should not be shown. A moderator reads it. */
export function ReportSheet({ review, open, onOpenChange }: ReportSheetProps) {
  const { t } = useTranslation(['review', 'ui'])
  const online = useOnline()
  const [reason, setReason] = useState<ReviewReason | null>(null)
  const report = useAction(reviewReport, {
    touches: [goodsTalk, winnerPosts],
    onSuccess: () => {
      toast.ok(t('report.done'))
      onOpenChange(false)
    },
  })
  const why = online ? (reason === null ? t('report.choose') : undefined) : t('ui:offline.money')
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('report.title')}
      foot={
        <Button
          size="lg"
          wide
          sending={report.isPending}
          why={why}
          onClick={() => reason !== null && report.mutate({ review, reason })}
        >
          {t('report.act')}
        </Button>
      }
    >
      <fieldset>
        <legend className="text-ink-2 mb-3">{t('report.text')}</legend>
        {reviewReasons.map((one) => (
          <label
            key={one}
            className="border-line flex min-h-13 cursor-pointer items-center gap-3 border-b py-2 last:border-transparent"
          >
            <input
              type="radio"
              name="reason"
              checked={reason === one}
              onChange={() => setReason(one)}
              className="accent-brand size-5 shrink-0"
            />
            {t(`reason.${one}`)}
          </label>
        ))}
      </fieldset>
    </Sheet>
  )
}
