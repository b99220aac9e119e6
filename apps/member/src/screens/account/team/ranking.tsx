import { userInviteTop } from '@fairlot/contract/endpoints/growth/team'
import { RANKING_PERIODS } from '@fairlot/contract/life/growth-life'
import type { RankingPeriod } from '@fairlot/contract/life/growth-life'
import { useState } from 'react'
import type { Output } from '../../../api/api.ts'
import { formatDate } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { useRead } from '../../../queries/queries.ts'
import { cx } from '../../../ui/cx.ts'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Segments } from '../../../ui/fields/choice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code, Num } from '../../../ui/values/num.tsx'

type Top = Output<typeof userInviteTop>
type Item = Top['items'][number]

/** The large places. */
const LARGE = 3

/** The teams that spent most: three large places, the others as a list, and the member's own place. */
export function Ranking() {
  const { t } = useTranslation('team')
  const [period, setPeriod] = useState<RankingPeriod>('week')
  const query = useRead(userInviteTop, { period })
  return (
    <section aria-labelledby="ranking">
      <h2 id="ranking" className="text-title">
        {t('ranking.title')}
      </h2>
      <p className="text-ink-2 mt-1">{t('ranking.text')}</p>
      <Segments
        className="mt-2.5"
        label={t('ranking.period')}
        value={period}
        onChange={setPeriod}
        choices={RANKING_PERIODS.map((value) => ({ value, label: t(`ranking.${value}`) }))}
      />
      <div className="mt-3">
        <QueryState
          query={query}
          data={query.data}
          pending={
            <Skeleton>
              <Bone className="rounded-card h-72" />
            </Skeleton>
          }
        >
          {(top) => <Places top={top} />}
        </QueryState>
      </div>
    </section>
  )
}

function Places({ top }: { top: Top }) {
  const { t } = useTranslation('team')
  const { items, own, from } = top
  const rest = items.slice(LARGE)
  return (
    <Card pad="none" className="overflow-hidden">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-4">
        <span className="font-semibold">
          {own.place === null ? t('ranking.unplaced') : t('ranking.place', { place: own.place })}
        </span>
        <span className="text-ink-2">
          {t('spend')} <Money amount={own.spend} className="text-ink font-semibold" />
        </span>
      </p>
      {from !== null && (
        <p className="text-cap text-ink-2 px-4">
          {t('ranking.since', { date: formatDate(from, activeLanguage()) })}
        </p>
      )}
      {items.length === 0 ? (
        <p className="text-ink-2 px-4 pt-3 pb-4">{t('ranking.none')}</p>
      ) : (
        <>
          <ol className="grid grid-cols-3 gap-2 p-4">
            {items.slice(0, LARGE).map((item) => (
              <Large key={item.place} item={item} />
            ))}
          </ol>
          {rest.length > 0 && (
            <ol start={LARGE + 1} className="divide-line border-line divide-y border-t">
              {rest.map((item) => (
                <li
                  key={item.place}
                  className={cx('flex min-h-12 items-center gap-3 px-4', item.mine && 'bg-gold-soft')}
                >
                  <Num value={item.place} className="text-ink-2 min-w-6 font-semibold" />
                  <span className="min-w-0 flex-1 truncate">
                    <Who item={item} />
                  </span>
                  <Money amount={item.spend} form="price" className="font-semibold" />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </Card>
  )
}

function Who({ item }: { item: Item }) {
  const { t } = useTranslation('team')
  return item.mine ? <b className="font-bold">{t('ranking.you')}</b> : <Code>{item.phone}</Code>
}

function Large({ item }: { item: Item }) {
  return (
    <li
      className={cx(
        'rounded-tile flex min-w-0 flex-col items-center gap-1 px-0.5 py-3 narrow:px-1.5 text-center',
        item.mine ? 'bg-gold-soft' : 'bg-sunken',
      )}
    >
      <Num
        value={item.place}
        className="bg-brand text-on-brand text-title grid! size-11 place-items-center rounded-full"
      />
      <span className="text-cap mt-1 w-full [overflow-wrap:anywhere]">
        <Who item={item} />
      </span>
      <Money amount={item.spend} form="price" className="max-w-full truncate font-bold" />
    </li>
  )
}
