import { kinds } from '@fairlot/contract/endpoints/home'
import { goodsFilters, goodsList } from '@fairlot/contract/endpoints/mall'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { usePages } from '../../queries/pages.ts'
import { useRead } from '../../queries/queries.ts'
import { paths } from '../../paths.ts'
import { Segments } from '../../ui/fields/choice.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { ScrollTabs } from '../../ui/navigation/scroll-tabs.tsx'
import { CardBone } from '../../ui/feedback/skeleton.tsx'
import { GoodsCard } from '../../parts/goods-card/goods-card.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { FilterRail } from './filter-rail.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { countChosen, inputOf, NO_CHOICE } from './filters.ts'
import type { Choices, Filter } from './filters.ts'
import { SearchField } from './search-field.tsx'
import { SortMenu } from './sort-menu.tsx'

const ALL = 'all'
/** The number of cards in view before scrolling. */
const EAGER = 6
const CATALOGUE_STALE_MS = 5 * 60_000

type MallProps = {
  filter: Filter
  /** undefined until the server has answered */
  choices: Choices | undefined
  onChange: (part: Filter) => void
}

/** The mall: search, categories, filters, sorting, issues on sale and drawn issues. Every filter is in the address. */
export default function MallScreen() {
  const { t } = useTranslation('mall')
  const filter: Filter = useSearch({ from: '/pages/mall/mall' })
  const navigate = useNavigate()
  const isDesk = useWide('desk')
  const choices = useChoices(filter)
  // All filters share one history entry.
  const change = (part: Filter) =>
    void navigate({ ...paths.mall({ ...filter, ...part }), replace: true, resetScroll: false })
  const props = { filter, choices, onChange: change }
  return (
    <Page
      title={t('title')}
      nav={
        isDesk ? undefined : (
          <NavBar back={false} tall>
            <SearchField
              value={filter.search ?? ''}
              onSearch={(search) => change({ search: search === '' ? undefined : search })}
            />
          </NavBar>
        )
      }
      tabs
      bleed
    >
      {isDesk ? <WideMall {...props} /> : <NarrowMall {...props} />}
    </Page>
  )
}

/** The choices of the filters with their counts. The last ones stay while new ones are counted. */
function useChoices(filter: Filter): Choices | undefined {
  const { data } = useRead(goodsFilters, inputOf(filter))
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  return data ?? last
}

/** From 1024 px: the title row, then the filters as a column beside the grid. */
function WideMall({ filter, choices, onChange }: MallProps) {
  const { t } = useTranslation('mall')
  const isSelling = filter.status !== 'drawn'
  return (
    <div className="px-page">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-8 pb-6">
        <div>
          <h1 className="text-head">{t('title')}</h1>
          <p className="text-ink-2 min-h-6">
            {isSelling && choices !== undefined && t('open', { count: choices.total })}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Modes filter={filter} onChange={onChange} />
          <Status filter={filter} onChange={onChange} className="w-72" />
        </div>
      </div>
      <div className="grid grid-cols-[248px_minmax(0,1fr)] items-start gap-10">
        <aside aria-label={t('filter.title')} className="page-rail -mt-8">
          {choices && <FilterRail filter={filter} choices={choices} onChange={onChange} />}
        </aside>
        <div className="flex min-w-0 flex-col gap-5">
          {(isSelling || filter.search !== undefined) && (
            <div className="flex items-start justify-between gap-4">
              <div className="min-w-0">
                <ChosenFilters filter={filter} withSearch onChange={onChange} />
              </div>
              {isSelling && <SortMenu value={filter.sort ?? 'closing'} onChange={onChange} />}
            </div>
          )}
          <Issues filter={filter} />
        </div>
      </div>
    </div>
  )
}

/** Below 1024 px: categories as tabs, the filters in a sheet. */
function NarrowMall({ filter, choices, onChange }: MallProps) {
  const { t } = useTranslation('mall')
  const { data: catalogue } = useRead(kinds, {}, { staleMs: CATALOGUE_STALE_MS })
  const tabs = [
    { value: ALL, label: t('all') },
    ...(catalogue?.categories ?? []).map(({ id, title }) => ({ value: id, label: title })),
  ]
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      <ScrollTabs
        label={t('categories')}
        tabs={tabs}
        value={tabs.some(({ value }) => value === filter.category) ? (filter.category ?? ALL) : ALL}
        onChange={(next) => onChange({ category: next === ALL ? undefined : next })}
        rowClass="bg-bg sticky top-14 tab:top-16 z-10"
      >
        <div className="px-page flex flex-col gap-3 pt-3">
          <Modes filter={filter} onChange={onChange} />
          <div className="tab:flex-row tab:items-center tab:justify-between flex flex-col gap-3">
            <Status filter={filter} onChange={onChange} className="tab:w-72" />
            {filter.status !== 'drawn' && (
              <div className="flex flex-wrap items-center justify-between gap-2">
                <FilterSheet filter={filter} choices={choices} onChange={onChange} />
                <SortMenu value={filter.sort ?? 'closing'} onChange={onChange} />
              </div>
            )}
          </div>
          <ChosenFilters filter={filter} withSearch={false} onChange={onChange} />
          <Issues filter={filter} />
        </div>
      </ScrollTabs>
    </>
  )
}

type PartProps = { filter: Filter; onChange: (part: Filter) => void; className?: string }

/** The kinds of issues, where the deployment sells more than one. */
function Modes({ filter, onChange }: PartProps) {
  const { t } = useTranslation('mall')
  const { data: catalogue } = useRead(kinds, {}, { staleMs: CATALOGUE_STALE_MS })
  const modes = catalogue?.modes ?? []
  if (modes.length < 2) return null
  return (
    <Segments
      label={t('mode.label')}
      choices={modes.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
      value={filter.mode ?? 'goods'}
      onChange={(mode) => onChange({ mode: mode === 'goods' ? undefined : mode })}
    />
  )
}

function Status({ filter, onChange, className }: PartProps) {
  const { t } = useTranslation('mall')
  return (
    <Segments
      label={t('status.label')}
      choices={[
        { value: 'selling', label: t('status.selling') },
        { value: 'drawn', label: t('status.drawn') },
      ]}
      value={filter.status ?? 'selling'}
      onChange={(next) => onChange({ status: next === 'selling' ? undefined : next })}
      {...(className === undefined ? {} : { className })}
    />
  )
}

function Issues({ filter }: { filter: Filter }) {
  const { t } = useTranslation('mall')
  const { status = 'selling', sort = 'closing' } = filter
  const pages = usePages(goodsList, { ...inputOf(filter), sort, status })
  return (
    <>
      <h2 className="sr-only">{t(`status.${status}`)}</h2>
      <InfiniteList
        pages={pages}
        keyOf={(card) => card.issue}
        label={t(`status.${status}`)}
        row={(card, index) => <GoodsCard card={card} eager={index < EAGER} />}
        empty={<NothingHere filter={filter} />}
        bone={<CardBone />}
        className="narrow:grid-cols-2 tab:grid-cols-3 tab:gap-4 desk:gap-5 grid grid-cols-1 gap-3"
      />
    </>
  )
}

function NothingHere({ filter }: { filter: Filter }) {
  const { t } = useTranslation('mall')
  if (filter.search !== undefined) {
    return (
      <EmptyState
        title={t('empty.search', { search: filter.search })}
        text={t('empty.searchText')}
        action={
          <ButtonLink {...paths.mall({ ...filter, search: undefined })} replace>
            {t('empty.clear')}
          </ButtonLink>
        }
      />
    )
  }
  if (countChosen(filter) > 0) {
    return (
      <EmptyState
        title={t('empty.filters')}
        text={t('empty.filtersText')}
        action={
          <ButtonLink {...paths.mall({ ...filter, ...NO_CHOICE })} replace>
            {t('empty.clearFilters')}
          </ButtonLink>
        }
      />
    )
  }
  if (filter.status === 'drawn') {
    return (
      <EmptyState
        title={t('empty.drawn')}
        text={t('empty.drawnText')}
        action={
          <ButtonLink {...paths.mall({ ...filter, status: undefined })} replace>
            {t('empty.toSelling')}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      title={t('empty.selling')}
      text={t('empty.sellingText')}
      action={
        <ButtonLink {...paths.mall({ ...filter, status: 'drawn' })} replace>
          {t('empty.toDrawn')}
        </ButtonLink>
      }
    />
  )
}
