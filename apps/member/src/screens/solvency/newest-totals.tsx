import type { fairSolvency } from '@fairlot/contract/endpoints/fair'
import { formatMoney as wireAmount, parseMoney } from '@fairlot/contract/money/money'
import type { ReactNode } from 'react'
import type { Output } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Stage } from '../../ui/layout/stage.tsx'
import { Strip } from '../../ui/strip.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'

export type Stated = Output<typeof fairSolvency>['items'][number]

const STUBS = 24
const RINGS = { at: { end: 24, bottom: -24 }, sun: 0, first: 60, step: 24, rings: 9 } as const

/** The newest statement: both totals, and what the one leaves of the other. */
export function NewestTotals({ newest }: { newest: Stated | undefined }) {
  const { t } = useTranslation('solvency')
  if (!newest) return <Notice>{t('none')}</Notice>
  return <Totals stated={newest} />
}

function Totals({ stated }: { stated: Stated }) {
  const { t } = useTranslation('solvency')
  const money = useMoneyText()
  const [total, assets] = [parseMoney(stated.total), parseMoney(stated.assets)]
  const isShort = assets < total
  const part = isShort ? 1 : assets === 0n ? 0 : Number((total * 10_000n) / assets) / 10_000
  return (
    <>
      <Stage label={t('newest.label')} sunrise={RINGS} className="desk:px-8 desk:py-7 px-5 pt-5 pb-6">
        <p className="text-on-brand-2">
          {t('newest.at', { time: formatDateTime(stated.at, activeLanguage()) })}
        </p>
        <dl className="tab:flex-row tab:gap-12 mt-3 flex flex-col gap-3">
          <Figure name={t('newest.own')}>
            <Money amount={stated.total} />
          </Figure>
          <Figure name={t('newest.has')}>
            <Money amount={stated.assets} />
          </Figure>
        </dl>
        <Strip
          stubs={STUBS}
          fills={[{ part, className: 'bg-on-brand-2' }]}
          empty="bg-stage-raised"
          height="h-2.5"
          className="mt-5"
        />
        {!isShort && (
          <p className="text-on-brand-2 mt-2.5 max-w-140 text-pretty">
            {t('newest.more', { amount: money(wireAmount(assets - total)) })}
          </p>
        )}
      </Stage>
      {isShort && (
        <Notice tone="bad">
          <p className="font-semibold">{t('short.title', { amount: money(wireAmount(total - assets)) })}</p>
          <p className="mt-0.5">{t('short.text')}</p>
        </Notice>
      )}
    </>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-on-brand-2">{name}</dt>
      <dd className="text-head">{children}</dd>
    </div>
  )
}
