import { useTranslation } from '../../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { useFinanceWords } from '../../../parts/finance/use-finance-words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { BUY_ID } from './buy-button.tsx'
import { QuoteLines } from './buy-fields.tsx'
import { BuyTrouble } from './buy-trouble.tsx'
import type { BuyForm } from './use-buy-form.ts'

/** The confirmation before money moves: what is paid, what comes back and when, and what ends early. */
export default function ConfirmSheet({ form }: { form: BuyForm }) {
  const { t } = useTranslation(['finance', 'ui'])
  const words = useFinanceWords()
  const money = useMoneyText()
  const online = useOnline()
  const { product, quote, purchase } = form
  return (
    <Sheet
      open={form.asks}
      onOpenChange={form.setAsks}
      returnsTo={BUY_ID}
      title={t('buy.title', { units: words.units(quote.units) })}
      subtitle={
        <>
          <bdi>{product.name}</bdi> · <Code>{words.rate(product.dailyRatePpm)}</Code> {t('perDay')}
        </>
      }
      summary={<QuoteLines form={form} whole />}
      foot={
        <>
          <BuyTrouble form={form} className="mb-3" />
          <Button
            tone="gold"
            size="lg"
            wide
            sending={purchase.sending}
            why={online ? undefined : t('ui:offline.money')}
            onClick={form.pay}
          >
            {form.isOpen ? t('buy.again') : t('buy.pay', { amount: money(quote.principal) })}
          </Button>
          <div className="mt-2 flex justify-end empty:hidden">
            <PlayMoneyBadge />
          </div>
        </>
      }
    >
      <ul className="flex flex-col gap-2">
        <li className="font-semibold">{t('promise')}</li>
        <li>{t(product.payout === 'daily' ? 'quote.dailyPaid' : 'quote.atMaturity')}</li>
        <li>{t(product.earlyExit ? 'exit.rule' : 'exit.none')}</li>
      </ul>
    </Sheet>
  )
}
