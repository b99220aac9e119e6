import { ReceiptText } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'

/** Explains what receipts are for. */
export function Receipts() {
  const { t } = useTranslation('fair')
  const member = useMember()
  return (
    <Card>
      <h2 className="text-title flex items-center gap-2.5">
        <ReceiptText size={22} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('receipts.title')}
      </h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('receipts.text')}</p>
      {member !== null && (
        <ButtonLink {...paths.orders()} tone="outline" wide className="mt-3">
          {t('receipts.orders')}
        </ButtonLink>
      )}
    </Card>
  )
}
