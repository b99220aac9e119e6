import { financeOrder } from '@fairlot/contract/endpoints/finance'
import type { ReactNode } from 'react'
import type { Output } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { useFinanceWords } from '../../../parts/finance/use-finance-words.ts'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, RowBone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stage } from '../../../ui/layout/stage.tsx'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { Rich } from '../../../ui/values/rich.tsx'
import { EarlyExit } from './early-exit.tsx'
import { OrderProgress } from './order-progress.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import { AccrualList } from './accrual-list.tsx'
import { isOneStep, ORDER_TONES, unpaidOf } from './order-words.ts'
import type { FinanceOrder } from './order-words.ts'

const UNITS = ['units'] as const
const EVERY_MS = 30_000
const SUN = { at: { end: 36, top: 8 }, sun: 30, first: 52, step: 24, rings: 9 } as const

/** One finance order. The stream reports its steps. @param isNew it was bought a moment ago */
export function OrderPane({ id, isNew }: { id: string; isNew: boolean }) {
  const { t } = useTranslation('ui')
  const query = useRead(financeOrder, { id }, { topics: UNITS, everyMs: EVERY_MS, staleMs: 1_000 })
  return (
    <QueryState
      query={query}
      data={query.data}
      missing={
        <EmptyState
          title={t('notFound.title')}
          text={t('notFound.text')}
          action={<ButtonLink {...paths.financeOrders()}>{t('back')}</ButtonLink>}
        />
      }
      pending={
        <Skeleton>
          <Bone className="rounded-card h-48" />
          <RowBone />
          <RowBone />
        </Skeleton>
      }
    >
      {(data) => <OrderView data={data} isNew={isNew} onDue={() => void query.refetch()} />}
    </QueryState>
  )
}

type OrderViewProps = { data: Output<typeof financeOrder>; isNew: boolean; onDue: () => void }

function OrderView({ data: { order, accruals }, isNew, onDue }: OrderViewProps) {
  const { t } = useTranslation('finance')
  const words = useFinanceWords()
  return (
    <div className="flex flex-col gap-4">
      {isNew && (
        <div role="status">
          <Notice tone="ok">
            <p className="font-semibold">{t('order.bought', { units: words.units(order.units) })}</p>
            <p>
              {isOneStep(order)
                ? t('order.atMaturity', { time: formatDateTime(order.maturesAt, activeLanguage()) })
                : t('order.boughtText')}
            </p>
          </Notice>
        </div>
      )}
      <OrderStage order={order} />
      {order.status === 'waiting' && (
        <Card className="flex flex-col gap-3">
          <OrderProgress order={order} />
          {order.nextAt !== null && (
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="text-ink-2">{t('order.nextIn')}</span>
              <Countdown until={order.nextAt} label={t('order.nextIn')} onEnd={onDue} />
            </p>
          )}
        </Card>
      )}
      <OrderFacts order={order} />
      <AccrualList order={order} accruals={accruals} />
      {order.status === 'waiting' && <EarlyExit order={order} />}
      <ButtonLink {...paths.financeProduct(order.code)} tone="sunken" wide>
        {t('order.seeProduct')}
      </ButtonLink>
    </div>
  )
}

/** The money of the order: what waits, or what came back. */
function OrderStage({ order }: { order: FinanceOrder }) {
  const { t } = useTranslation('finance')
  const words = useFinanceWords()
  const isWaiting = order.status === 'waiting'
  return (
    <Stage label={t('order.title')} sunrise={SUN} className="px-5 py-5">
      <StatusPill tone={ORDER_TONES[order.status]} dot={isWaiting}>
        {t(`order.status.${order.status}`)}
      </StatusPill>
      <h2 className="text-lead mt-3 max-w-[75%] break-words">
        <bdi>{order.name}</bdi>
      </h2>
      <p className="text-on-brand-2">
        {words.units(order.units)} · {words.term(order)} · <Code>{words.rate(order.dailyRatePpm)}</Code>{' '}
        {t('perDay')}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Money amount={order.principal} className="text-head" />
        <PlayMoneyBadge onStage />
      </p>
      <p className="text-on-brand-2 mt-1">{t('quote.principal')}</p>
    </Stage>
  )
}

function OrderFacts({ order }: { order: FinanceOrder }) {
  const { t } = useTranslation('finance')
  const time = (at: number) => (
    <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, activeLanguage())}</time>
  )
  return (
    <Card>
      <dl className="flex flex-col gap-2">
        <Row name={t('order.accrued')}>
          <Money amount={order.accrued} className="text-lead font-bold" />{' '}
          <span className="text-ink-2">
            <Rich text={t('order.accruedOf')} parts={{ amount: <Money amount={order.interest} /> }} />
          </span>
        </Row>
        {order.payout === 'daily' && (
          <Row name={t('order.paid')}>
            <Money amount={order.paid} />
          </Row>
        )}
        {order.status === 'exited' && (
          <Row name={t('order.forfeited')}>
            <Money amount={unpaidOf(order)} />
          </Row>
        )}
        <Row name={t('order.boughtAt')}>{time(order.boughtAt)}</Row>
        <Row name={t('quote.matures')}>{time(order.maturesAt)}</Row>
        {order.endedAt !== null && <Row name={t('order.back')}>{time(order.endedAt)}</Row>}
      </dl>
    </Card>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  )
}
