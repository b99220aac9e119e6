import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** From which VIP level on members can buy. For a member below it, the main button of the page leads to the VIP levels. */
export function VipNote({ level, isLow }: { level: number; isLow: boolean }) {
  const { t } = useTranslation('voucher')
  return (
    <Notice tone={isLow ? 'warn' : 'info'}>
      <p className={isLow ? 'font-semibold' : undefined}>
        {t('vip.from', { level: t('ui:vip', { level }) })}
      </p>
      {isLow ? (
        <p>{t('vip.low')}</p>
      ) : (
        <Link
          {...paths.vip()}
          className="text-brand inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('vip.rules')}
        </Link>
      )}
    </Notice>
  )
}
