import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { hrefOf, paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { useHours } from './hours.ts'
import { FORM_ID } from './use-withdraw-form.ts'
import type { Info, WithdrawForm } from './use-withdraw-form.ts'

/** The main button names the amount. Without an account it leads to adding one; when closed, it says when it opens. */
export function WithdrawButton({ info, form }: { info: Info; form: WithdrawForm }) {
  const { t } = useTranslation('withdraw')
  const money = useMoneyText()
  const { needsCheck, identity } = form
  const isInReview = identity.state === 'waiting'
  const why = useWhyNot(info, form)
  if (form.target === undefined)
    return (
      <ButtonLink {...paths.payoutForm({ next: hrefOf(paths.withdraw()) })} tone="gold" size="lg" wide>
        {t('to.add')}
      </ButtonLink>
    )
  if (needsCheck && !isInReview)
    return (
      <div className="grid gap-2">
        <ButtonLink {...form.checkLink} tone="gold" size="lg" wide>
          {t('check.act')}
        </ButtonLink>
        <p className="text-cap text-ink-2 text-center">
          {t('check.needed', { threshold: money(identity.threshold, 'price') })}
        </p>
      </div>
    )
  return (
    <div className="grid gap-2">
      <Button tone="gold" size="lg" wide type="submit" form={FORM_ID} why={why}>
        {form.amount === null ? t('go.label') : t('go.amount', { amount: money(form.amount) })}
      </Button>
      {why === undefined && <p className="text-cap text-ink-2 text-center">{t('go.note')}</p>}
    </div>
  )
}

/** Why the member cannot withdraw now, whatever the amount. */
function useWhyNot(
  { window, open, maxOpen }: Info,
  { target, needsCheck }: WithdrawForm,
): string | undefined {
  const { t } = useTranslation(['withdraw', 'ui'])
  const online = useOnline()
  const hours = useHours(window)
  if (!online) return t('ui:offline.money')
  if (!window.open) return t('go.closed', { time: hours.time })
  if (open >= maxOpen) return t('go.open', { max: open })
  if (target?.state === 'refused') return t('go.refused')
  if (target?.state === 'rests')
    return t('go.rests', { time: formatDayTime(target.usableFrom, activeLanguage()) })
  if (needsCheck) return t('check.inReview')
  return undefined
}
