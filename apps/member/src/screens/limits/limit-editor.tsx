import { useId, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { DurationField } from './duration-field.tsx'
import { isOutrun } from './limit-math.ts'
import type { Limit } from './limit-math.ts'
import { useCeilingText } from './use-ceiling-text.ts'
import { useLimitForm } from './use-limit-form.ts'
import type { LimitForm } from './use-limit-form.ts'

type LimitFormParts = {
  /** the typed limit differs from the current one */
  changed: boolean
  /** the fields, and what the typed limit would mean */
  fields: ReactNode
  /** the buttons that send it */
  actions: ReactNode
}

type LimitEditorProps = {
  limit: Limit
  waitHours: number
  onDone: () => void
  /** puts the parts in their places: a sheet on a phone, a card beside the list */
  children: (parts: LimitFormParts) => ReactNode
}

/** Sets one limit. Before it is sent, the form says whether it applies at once or waits. */
export function LimitEditor({ limit, waitHours, onDone, children }: LimitEditorProps) {
  const { t } = useTranslation('limits')
  const ceilingText = useCeilingText()
  const online = useOnline()
  const id = useId()
  const [removing, setRemoving] = useState(false)
  const form = useLimitForm(limit, (change) => {
    setRemoving(false)
    onDone()
    toast.ok(t(change === 'looser' ? 'asked' : 'saved'))
  })
  const { kind, cap } = limit
  const looser = form.change === 'looser'
  const offline = online ? undefined : t('offline')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (online && form.change !== 'same') form.submit()
  }
  const fields = (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p className="font-medium tabular-nums">
        {cap === null ? t('sheet.nowNone') : t('sheet.now', { ceiling: ceilingText(kind, cap) })}
      </p>
      <CapField limit={limit} form={form} />
      <div role="status">
        <Meaning limit={limit} form={form} waitHours={waitHours} />
      </div>
    </form>
  )
  const actions = (
    <>
      <Button
        type="submit"
        form={id}
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
    </>
  )
  return children({ changed: form.changed, fields, actions })
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
