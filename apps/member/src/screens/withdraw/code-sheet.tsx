import { useTranslation } from '../../i18n/i18n.ts'
import { StepUpField } from '../../parts/auth/step-up-field.tsx'
import { KindTile, useAccountName } from '../../parts/payout/payout-kind.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import type { WithdrawForm } from './use-withdraw-form.ts'

const CODE_FORM = 'withdraw-code'

/** The last step: amount, arrival and account once more, and the code by SMS. */
export function CodeSheet({ form }: { form: WithdrawForm }) {
  const { t } = useTranslation(['withdraw', 'ui'])
  const money = useMoneyText()
  const online = useOnline()
  const name = useAccountName()
  const { amount, quote, target } = form
  return (
    <Sheet
      open={form.sheet === 'code' && amount !== null && target !== undefined}
      onOpenChange={(open) => form.show(open ? 'code' : null)}
      title={t('confirm.title', { amount: money(amount ?? '0') })}
      foot={
        <Button
          type="submit"
          form={CODE_FORM}
          tone="gold"
          size="lg"
          wide
          sending={form.sending}
          why={online ? undefined : t('ui:offline.money')}
        >
          {t('confirm.act')}
        </Button>
      }
    >
      <form
        id={CODE_FORM}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          form.confirm()
        }}
      >
        {target !== undefined && (
          <div className="bg-sunken rounded-tile flex items-center gap-3 px-3 py-2.5">
            <KindTile kind={target.kind} className="size-10" />
            <p className="min-w-0 flex-1">
              <span className="sr-only">{t('confirm.to')} </span>
              <span className="flex flex-wrap gap-x-2 font-medium">
                <bdi>{name(target)}</bdi>
                <Code>{target.masked}</Code>
              </span>
              {quote !== null && (
                <span className="text-cap text-ink-2 flex flex-wrap gap-x-1.5">
                  {t('quote.arrives')}
                  <Money amount={quote.net} className="text-ink font-semibold" />
                </span>
              )}
            </p>
          </div>
        )}
        <StepUpField step={form.step} />
      </form>
    </Sheet>
  )
}
