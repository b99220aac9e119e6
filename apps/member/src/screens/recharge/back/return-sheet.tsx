import { useTranslation } from '../../../i18n/i18n.ts'
import { StepUpField } from '../../../parts/auth/step-up-field.tsx'
import { useWayName, WayTile } from '../../../parts/recharge/recharge-way.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { useReturn } from './use-return.ts'
import type { Returnable } from './use-return.ts'

const FORM = 'recharge-return'

type ReturnSheetProps = { item: Returnable; open: boolean; onOpenChange: (open: boolean) => void }

/** Sends a recharge back: the amount, where it goes, and the code by SMS. */
export function ReturnSheet({ item, open, onOpenChange }: ReturnSheetProps) {
  return open ? <OpenSheet item={item} onOpenChange={onOpenChange} /> : null
}

function OpenSheet({ item, onOpenChange }: Omit<ReturnSheetProps, 'open'>) {
  const { t } = useTranslation(['back', 'ui'])
  const money = useMoneyText()
  const online = useOnline()
  const nameOf = useWayName()
  const form = useReturn(item)
  const { kind, number, to } = item
  return (
    <Sheet
      open
      onOpenChange={onOpenChange}
      title={t('sheet.title')}
      foot={
        <Button
          type="submit"
          form={FORM}
          tone="gold"
          size="lg"
          wide
          sending={form.sending}
          why={online ? undefined : t('ui:offline.money')}
        >
          {t('sheet.act')}
        </Button>
      }
    >
      <form
        id={FORM}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <div className="bg-sunken rounded-tile flex items-center gap-3 px-3 py-2.5">
          <WayTile kind={kind} className="size-10" />
          <p className="min-w-0 flex-1">
            <span className="text-cap text-ink-2 block">{t('sheet.to')}</span>
            <span className="flex flex-wrap gap-x-2 font-medium">
              <bdi>{nameOf(item)}</bdi>
              <Code>{to?.masked ?? number}</Code>
            </span>
          </p>
        </div>
        <AmountField
          label={t('sheet.amount')}
          value={form.text}
          onChange={form.enter}
          error={form.error}
          hint={t('sheet.most', { amount: money(form.all) })}
          all={form.all}
        />
        <p className="text-cap text-ink-2">{t('sheet.free')}</p>
        <StepUpField step={form.step} />
      </form>
    </Sheet>
  )
}
