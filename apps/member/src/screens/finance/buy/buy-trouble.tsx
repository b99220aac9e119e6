import { useTranslation } from '../../../i18n/i18n.ts'
import { isGuardRefusal } from '../../../parts/guard/guard-refusal.ts'
import { GuardLink, MoneyBlockText } from '../../../parts/guard/money-block-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { BuyForm } from './use-buy-form.ts'

/** Why nothing was bought, or that the outcome is open; and a break or a closing account. It stays until it is resolved. */
export function BuyTrouble({ form, className }: { form: BuyForm; className?: string }) {
  const { t } = useTranslation('finance')
  const { problem, interrupted } = form.purchase
  const look = className === undefined ? {} : { className }
  if (form.block !== null && problem?.kind !== 'open') return <MoneyBlockText block={form.block} {...look} />
  const isAtField = form.errors.units !== undefined || form.errors.address !== undefined
  return (
    <div role="status">
      {interrupted !== null && (
        <Notice tone="info" {...look}>
          <p>{t(`interrupted.${interrupted}`)}</p>
        </Notice>
      )}
      {problem?.kind === 'open' && (
        <Notice {...look}>
          <p className="font-semibold">{t('open.title')}</p>
          <p>{problem.message ?? t('open.text')}</p>
          <p>{t('open.safe')}</p>
        </Notice>
      )}
      {problem?.kind === 'refused' && !isAtField && (
        <Notice tone={isGuardRefusal(problem.code) ? 'info' : 'warn'} {...look}>
          <p>{problem.message}</p>
          <GuardLink code={problem.code} />
        </Notice>
      )}
    </div>
  )
}
