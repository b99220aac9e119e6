import type { notices } from '@fairlot/contract/endpoints/mall/wishes'
import type { Output } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { useMoneyText } from '../../ui/values/money.tsx'

export type Notice = Output<typeof notices>['items'][number]

/** The two lines of a notice: what it is about, and what happened. */
export function useNoticeText(): (notice: Notice) => { title: string; text: string } {
  const { t } = useTranslation('notices')
  const money = useMoneyText()
  return ({ kind, title, level, amount }) => ({
    title: title ?? (level === null ? t('account') : t('ui:vip', { level })),
    text: t(`kind.${kind}`, { amount: amount === null ? '' : money(amount, 'price') }),
  })
}
