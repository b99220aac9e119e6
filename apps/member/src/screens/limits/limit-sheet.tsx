import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { LimitEditor } from './limit-editor.tsx'
import type { Limit } from './limit-math.ts'

type LimitSheetProps = { limit: Limit | null; waitHours: number; onClose: () => void }

/** The form of one limit on a phone. */
export function LimitSheet({ limit, waitHours, onClose }: LimitSheetProps) {
  const { t } = useTranslation('limits')
  // The sheet keeps its content while it closes, and starts fresh when it is opened again.
  const [shown, setShown] = useState({ limit, opening: 0 })
  if (limit !== null && limit !== shown.limit) setShown({ limit, opening: shown.opening + 1 })
  if (shown.limit === null) return null
  const { kind, period } = shown.limit
  return (
    <LimitEditor key={shown.opening} limit={shown.limit} waitHours={waitHours} onDone={onClose}>
      {({ fields, actions }) => (
        <Sheet
          open={limit !== null}
          onOpenChange={(next) => {
            if (!next) onClose()
          }}
          title={t(`kind.${kind}.title`)}
          subtitle={t(`per.${period}`)}
          foot={actions}
        >
          <p className="text-ink-2 mb-1">{t(`kind.${kind}.text`)}</p>
          {fields}
        </Sheet>
      )}
    </LimitEditor>
  )
}
