import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber, formatClock } from '../../i18n/format.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Clock } from '../../ui/values/countdown.tsx'
import { cx } from '../../ui/cx.ts'
import type { Pages } from '../../ui/lists/infinite-list.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { Code, Num } from '../../ui/values/num.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { OwnRow } from '../../parts/proof/check.ts'
import { countedOrders } from './formula.ts'
import { zoneName } from '../../ui/values/zone-name.ts'
import type { CalculationHead, CountedOrder } from './use-calculation.ts'
import type { Check } from '../../parts/proof/use-check.ts'

type CountedOrdersProps = { head: CalculationHead; rows: Pages<CountedOrder>; check: Check | null }

/** Every order that the draw counts, by member tag, with its time as a clock and as a number. */
export function CountedOrders({ head, rows, check }: CountedOrdersProps) {
  const { t } = useTranslation('calculation')
  const { orders, timesCounted, tag, utcOffsetMinutes } = head
  const own = check?.state === 'done' ? check.checked : null
  return (
    <section aria-labelledby="orders-title">
      <h2 id="orders-title" className="text-title flex items-baseline justify-between gap-3">
        {t('orders.title')}
        <Num value={countedOrders(orders, timesCounted)} className="text-lead text-ink-2 font-semibold" />
      </h2>
      <p className="text-ink-2 mt-1">{t('orders.text', { zone: zoneName(utcOffsetMinutes) })}</p>
      {tag !== null && (
        <OwnOrders tag={tag} rows={own?.own ?? null} count={own?.ownCount ?? 0} offset={utcOffsetMinutes} />
      )}
      <div className="mt-3">
        <InfiniteList
          pages={rows}
          keyOf={(row) => String(row.seq)}
          label={t('orders.title')}
          rowClass="border-line border-b last:border-transparent"
          empty={null}
          row={(row) => (
            <OrderRow
              row={row}
              offset={utcOffsetMinutes}
              mine={row.tag === tag}
              counted={timesCounted === 'all' || row.seq < orders}
            />
          )}
        />
      </div>
    </section>
  )
}

type OwnOrdersProps = { tag: string; rows: readonly OwnRow[] | null; count: number; offset: number }

/** The member's tag, and the orders that carry it. */
function OwnOrders({ tag, rows, count, offset }: OwnOrdersProps) {
  const { t } = useTranslation('calculation')
  const more = rows === null ? 0 : count - rows.length
  return (
    <Card className="mt-3">
      <h3 className="text-lead flex flex-wrap items-baseline justify-between gap-x-3">
        {t('own.title')}
        <Code className="text-gold-ink bg-gold-soft rounded-chip text-body px-2 font-semibold">{tag}</Code>
      </h3>
      <p className="text-ink-2 mt-1">{t(count > 0 || rows === null ? 'own.text' : 'own.none')}</p>
      {rows !== null && rows.length > 0 && (
        <ul className="mt-2" aria-label={t('own.title')}>
          {rows.map((row) => (
            <li key={row.seq} className="flex flex-wrap items-baseline justify-between gap-x-3 py-1">
              <span>{t('own.order', { seq: formatNumber(row.seq) })}</span>
              <span className="num font-semibold">
                {formatClock(row.ms, offset)} = {row.time}
              </span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p className="text-cap text-ink-2 mt-1">{t('own.more', { count: more })}</p>}
    </Card>
  )
}

type OrderRowProps = { row: CountedOrder; offset: number; mine: boolean; counted: boolean }

function OrderRow({ row: { seq, tag, quantity, first, ms, time }, offset, mine, counted }: OrderRowProps) {
  const { t } = useTranslation('calculation')
  const last = first + quantity - 1
  return (
    <div className={cx('flex items-center gap-3 py-2.5', mine && 'bg-gold-soft rounded-tile -mx-2 px-2')}>
      <span className="bg-sunken text-cap text-ink-2 grid h-8 min-w-8 shrink-0 place-items-center rounded-full px-1.5 font-semibold">
        <Num value={seq} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          <Code className="truncate">{tag}</Code>
          {mine && <StatusPill tone="won">{t('orders.you')}</StatusPill>}
          {!counted && <StatusPill tone="quiet">{t('orders.notCounted')}</StatusPill>}
        </p>
        <p className="text-cap text-ink-2 flex flex-wrap gap-x-2">
          <span>{t('orders.shares', { count: quantity })}</span>
          <Code>{quantity === 1 ? first : `${first}–${last}`}</Code>
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end">
        <Clock at={ms} offsetMinutes={offset} className="font-semibold" />
        <Code className={cx('text-cap', counted ? 'text-ink-2' : 'text-ink-3 line-through')}>{time}</Code>
      </div>
    </div>
  )
}
