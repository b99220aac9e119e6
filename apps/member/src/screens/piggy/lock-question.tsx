import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { formatDay } from './lock-day.ts'
import { lockEnd } from './use-piggy-form.ts'
import type { PiggyForm } from './use-piggy-form.ts'

/** Asks before a lock of 7 or 30 days, which nobody can end before its time. */
export function LockQuestion({ form }: { form: PiggyForm }) {
  const { t } = useTranslation('piggy')
  const money = useMoneyText()
  const amount = money(form.amount ?? '0')
  const end = lockEnd(form.lock)
  return (
    <Dialog
      open={form.asks}
      onOpenChange={form.setAsks}
      title={t('confirm.title', { amount, date: end === null ? '' : formatDay(end, activeLanguage()) })}
      keep={t('confirm.keep')}
      act={t(`go.${form.lock}`, { amount })}
      onAct={form.confirm}
      tone="brand"
    >
      {t('confirm.text')}
    </Dialog>
  )
}
