import { useState } from 'react'
import type { FormEvent } from 'react'
import { formatDayTime } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { DurationField } from './duration-field.tsx'
import { isOutrun } from './limit-math.ts'
import type { Limit } from './limit-math.ts'
import { useCeilingText } from './use-ceiling-text.ts'
import { useLimitForm } from './use-limit-form.ts'
import type { LimitForm } from './use-limit-form.ts'

const FORM_ID = 'limit'

type LimitSheetProps = { limit: Limit | null; waitHours: number; onClose: () => void }

/** Sets one limit. Before it is sent, the sheet says whether it applies at once or waits. */
export function LimitSheet({ limit, waitHours, onClose }: LimitSheetProps) {
  // The sheet keeps its content while it closes, and starts fresh when it is opened again.
  const [shown, setShown] = useState({ limit, opening: 0 })
  if (limit !== null && limit !== shown.limit) setShown({ limit, opening: shown.opening + 1 })
  if (shown.limit === null) return null
  return (
    <LimitForm
      key={shown.opening}
      open={limit !== null}
      limit={shown.limit}
      waitHours={waitHours}
      onClose={onClose}
    />
  )
}

function LimitForm({
  open,
  limit,
  waitHours,
  onClose,
}: {
  open: boolean
  limit: Limit
  waitHours: number
  onClose: () => void
}) {
  const { t } = useTranslation('limits')
  const ceilingText = useCeilingText()
  const online = useOnline()
  const [removing, setRemoving] = useState(false)
  const form = useLimitForm(limit, (change) => {
    setRemoving(false)
    onClose()
    toast.ok(t(change === 'looser' ? 'asked' : 'saved'))
  })
  const { kind, period, cap } = limit
  const looser = form.change === 'looser'
  const offline = online ? undefined : t('offline')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (online && form.change !== 'same') form.submit()
  }
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t(`kind.${kind}.title`)}
      subtitle={t(`per.${period}`)}
      foot={
        <>
          <Button
            type="submit"
            form={FORM_ID}
            tone={looser ? 'brand' : 'gold'}
            size="lg"
            wide
            sending={form.sending && !removing}
            why={offline ?? (form.change === 'same' ? t('sheet.same') : undefined)}
          >
            {t(looser ? 'sheet.ask' : 'sheet.set')}
          </Button>
          {cap !== null && online && (
            <Button tone="sunken" wide className="mt-2.5" onClick={() => setRemoving(true)}>
              {t('sheet.remove')}
            </Button>
          )}
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <div>
          <p className="text-ink-2">{t(`kind.${kind}.text`)}</p>
          <p className="mt-1 font-medium tabular-nums">
            {cap === null ? t('sheet.nowNone') : t('sheet.now', { ceiling: ceilingText(kind, cap) })}
          </p>
        </div>
        <CapField limit={limit} form={form} />
        <div role="status">
          <Meaning limit={limit} form={form} waitHours={waitHours} />
        </div>
      </form>
      <Dialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('remove.title')}
        keep={t('confirm.keep')}
        act={t('sheet.ask')}
        onAct={form.remove}
        acting={form.sending}
        tone="brand"
      >
        {t('sheet.waits', { count: waitHours, ceiling: cap === null ? '' : ceilingText(kind, cap) })}
      </Dialog>
    </Sheet>
  )
}

function CapField({ limit: { kind }, form }: { limit: Limit; form: LimitForm }) {
  const { t } = useTranslation('limits')
  const { typed, enter, error } = form
  if (kind === 'time') {
    return (
      <DurationField
        label={t('sheet.most')}
        hours={typed.hours}
        minutes={typed.minutes}
        onChange={(hours, minutes) => enter({ hours, minutes })}
        error={error}
      />
    )
  }
  return (
    <AmountField
      label={t('sheet.most')}
      value={typed.amount}
      onChange={(amount) => enter({ amount })}
      error={error}
    />
  )
}

/** What the typed limit would mean. */
function Meaning({ limit, form, waitHours }: { limit: Limit; form: LimitForm; waitHours: number }) {
  const { t } = useTranslation('limits')
  const ceilingText = useCeilingText()
  const { kind, cap, used, resetsAt } = limit
  // The typed limit is refused, so it has no effect.
  if (form.error !== undefined) return null
  if (form.change === 'looser') {
    return (
      <Notice>
        {t('sheet.waits', { count: waitHours, ceiling: cap === null ? '' : ceilingText(kind, cap) })}
      </Notice>
    )
  }
  if (form.change === 'first' || form.change === 'stricter') {
    const outrun = form.cap !== null && used !== null && isOutrun(form.cap, used)
    const time = formatDayTime(resetsAt, activeLanguage())
    return (
      <Notice tone="ok">
        {outrun
          ? t('sheet.outrun', { used: ceilingText(kind, used), time })
          : form.cap !== null && /^0*(\.0*)?$/.test(form.cap)
            ? t('sheet.nothing')
            : t('sheet.atOnce')}
      </Notice>
    )
  }
  return <Notice>{t('sheet.rule', { count: waitHours })}</Notice>
}
