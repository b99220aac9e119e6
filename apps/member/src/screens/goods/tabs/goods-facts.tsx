import { PackageCheck, Recycle, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { share, formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { useIsSandbox } from '../../../queries/system.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Code, Num } from '../../../ui/values/num.tsx'
import { Description } from './description.tsx'
import { FIRST_CODE } from '../purchase/purchase-math.ts'
import type { Issue } from '../use-issue.ts'

/** Description, prize and delivery, and the terms fixed when the issue opened. */
export function GoodsFacts({ issue }: { issue: Issue }) {
  const { t } = useTranslation(['goods', 'tiers'])
  const money = useMoneyText()
  const isSandbox = useIsSandbox()
  const { card, recyclePercent } = issue
  const cash = formatMoney(share(parseMoney(card.prizeValue), BigInt(recyclePercent), 100n))
  return (
    <div className="flex flex-col gap-3">
      {issue.text.length > 0 && (
        <Card>
          <h3 className="text-lead">{t('facts.about')}</h3>
          <Description issue={issue} />
        </Card>
      )}
      <Card className="flex flex-col gap-4">
        <h3 className="text-lead">{t('facts.ifYouWin')}</h3>
        {isSandbox && <Notice>{t('facts.sandbox')}</Notice>}
        {card.tiers.length > 0 ? (
          <Way icon={Wallet} title={t('tiers:atDraw')}>
            {t('tiers:atDrawText')}
          </Way>
        ) : (
          <Way icon={PackageCheck} title={t('facts.delivery')}>
            {t('facts.deliveryText')}
          </Way>
        )}
        {recyclePercent > 0 && (
          <Way icon={Recycle} title={t('facts.recycle')}>
            {t('facts.recycleText', { rate: recyclePercent, amount: money(cash) })}
          </Way>
        )}
      </Card>
      <Terms issue={issue} />
    </div>
  )
}

function Way({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <Icon size={22} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <h4 className="font-semibold">{title}</h4>
        <p className="text-ink-2">{children}</p>
      </div>
    </div>
  )
}

function Terms({ issue }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const { card, timesCounted, utcOffsetMinutes, maxPerMember, delay } = issue
  return (
    <Card>
      <h3 className="text-lead">{t('facts.terms')}</h3>
      <dl className="mt-2">
        <Term name={t('issueLabel')}>
          <Code>{card.issue}</Code>
        </Term>
        <Term name={t('facts.shares')}>
          <Num value={card.shares} />
        </Term>
        <Term name={t('facts.price')}>
          <Money amount={card.price} form="price" />
        </Term>
        <Term name={t('facts.codes')}>
          <Code>{`${FIRST_CODE} – ${FIRST_CODE + card.shares - 1}`}</Code>
        </Term>
        <Term name={t('facts.max')}>
          {maxPerMember === 0 ? t('facts.noLimit') : <Num value={maxPerMember} />}
        </Term>
        <Term name={t('facts.timesCounted')}>{t(`facts.times.${timesCounted}`)}</Term>
        <Term name={t('grade.label')}>{t(`grade.${card.badge}.name`)}</Term>
        {delay !== null && <Term name={t('facts.delay')}>{t('facts.seconds', { count: delay })}</Term>}
        <Term name={t('facts.clock')}>
          <Code>{offsetText(utcOffsetMinutes)}</Code>
        </Term>
        {card.openedAt !== null && (
          <Term name={t('facts.opened')}>{formatDateTime(card.openedAt, activeLanguage())}</Term>
        )}
        {card.closesAt !== null && (
          <Term name={t('facts.deadline')}>{formatDateTime(card.closesAt, activeLanguage())}</Term>
        )}
      </dl>
      <p className="text-cap text-ink-2 mt-2">{t('facts.refundRule')}</p>
    </Card>
  )
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-b py-2.5 last:border-transparent">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-end font-medium">{children}</dd>
    </div>
  )
}

/** `UTC+06:00` */
function offsetText(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const absolute = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(absolute / 60))}:${two(absolute % 60)}`
}
