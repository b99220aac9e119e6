import { kinds, system } from '@fairlot/contract/endpoints/home'
import { goodsFilters, goodsList } from '@fairlot/contract/endpoints/mall/goods'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { firstPage, usePages } from '../../queries/pages.ts'
import { useRead } from '../../queries/queries.ts'
import { paths } from '../../paths.ts'
import { firstRead } from '../../router/first-answers.ts'
import type { FirstReads } from '../../router/first-answers.ts'
import { Segments } from '../../ui/fields/choice.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { Num } from '../../ui/values/num.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { ScrollTabs } from '../../ui/navigation/scroll-tabs.tsx'
import { CardBone } from '../../ui/feedback/skeleton.tsx'
import { GoodsCard } from '../../parts/goods-card/goods-card.tsx'
import type { CardData } from '../../parts/goods-card/goods-card.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { FilterRail } from './filter-rail.tsx'
import { FilterButton } from './filter-button.tsx'
import { countChosen, inputOf, NO_CHOICE } from './filters.ts'
import type { Choices, Filter } from './filters.ts'
import { useFilling } from './use-filling.ts'
import { NoResults, SearchNote } from './search-results.tsx'
import { MallSearch } from './mall-search.tsx'
import { SortMenu } from './sort-menu.tsx'

// Fetched when the member first searches.
const SearchView = lazy(() => import('./search-view.tsx').then((module) => ({ default: module.SearchView })))
const PkCard = lazy(() => import('../../parts/pk/pk-card.tsx'))
const PkIntro = lazy(() => import('../../parts/pk/pk-intro.tsx'))

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

/** What the list asks for: a search is sorted by the best match at first. */
function listInput(filter: Filter) {
  const { status = 'selling', search, sort = search === undefined ? 'closing' : 'relevance' } = filter
  return { ...inputOf(filter), sort, status }
}

/** @public the router reads it (router/screen.tsx) */
export const firstReads: FirstReads = (filter: Filter) => {
  return [
    firstPage(goodsList, listInput(filter)),
    firstRead(goodsFilters, inputOf(filter)),
    firstRead(kinds, {}),
    firstRead(system, {}),
  ]
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
  // The text of the search field while the member searches on a narrow screen.
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <Page
      title={t('title')}
      nav={
        isDesk ? undefined : (
          <NavBar back={false} tall>
            <MallSearch
              value={filter.search ?? ''}
              draft={draft}
              onDraft={setDraft}
              onSearch={(search) => change({ search: search === '' ? undefined : search, exact: undefined })}
            />
          </NavBar>
        )
      }
      tabs
      bleed
    >
      {isDesk && <WideMall {...props} />}
      {!isDesk && draft === null && <NarrowMall {...props} />}
      {!isDesk && draft !== null && (
        <>
          <h1 className="sr-only">{t('title')}</h1>
          <Suspense>
            <SearchView text={draft} onText={setDraft} onClose={() => setDraft(null)} />
          </Suspense>
        </>
      )}
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
          <Status filter={filter} choices={choices} onChange={onChange} className="w-72" />
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
              {isSelling && (
                <SortMenu value={filter.sort} isSearch={filter.search !== undefined} onChange={onChange} />
              )}
            </div>
          )}
          <SearchNote filter={filter} choices={choices} />
          <Issues filter={filter} choices={choices} />
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
        rowClass="stuck-row bg-bg sticky top-14 tab:top-16 z-10"
      >
        <div className="px-page flex flex-col gap-3 pt-3">
          <Modes filter={filter} onChange={onChange} />
          <div className="tab:flex-row tab:items-center tab:justify-between flex flex-col gap-3">
            <Status filter={filter} choices={choices} onChange={onChange} className="tab:w-72" />
            {filter.status !== 'drawn' && (
              <div className="flex flex-wrap items-center justify-between gap-2">
                <FilterButton filter={filter} choices={choices} onChange={onChange} />
                <SortMenu value={filter.sort} isSearch={filter.search !== undefined} onChange={onChange} />
              </div>
            )}
          </div>
          <ChosenFilters filter={filter} withSearch={false} onChange={onChange} />
          <SearchNote filter={filter} choices={choices} />
          <Issues filter={filter} choices={choices} />
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

function Status({ filter, choices, onChange, className }: PartProps & Pick<MallProps, 'choices'>) {
  const { t } = useTranslation('mall')
  const counts = { selling: choices?.total, drawn: choices?.search?.drawn }
  // a search says how much it finds in the other tab
  const label = (status: keyof typeof counts) =>
    choices?.search && counts[status] !== undefined ? (
      <>
        {t(`status.${status}`)}{' '}
        <span className="text-cap text-ink-2">
          <Num value={counts[status]} />
        </span>
      </>
    ) : (
      t(`status.${status}`)
    )
  return (
    <Segments
      label={t('status.label')}
      choices={[
        { value: 'selling', label: label('selling') },
        { value: 'drawn', label: label('drawn') },
      ]}
      value={filter.status ?? 'selling'}
      onChange={(next) => onChange({ status: next === 'selling' ? undefined : next })}
      {...(className === undefined ? {} : { className })}
    />
  )
}

function Issues({ filter, choices }: Pick<MallProps, 'filter' | 'choices'>) {
  const { t } = useTranslation('mall')
  const { status = 'selling' } = filter
  const pages = usePages(goodsList, listInput(filter))
  useFilling(pages, filter)
  return (
    <>
      <h2 className="sr-only">{t(`status.${status}`)}</h2>
      {filter.mode === 'pk' && status === 'selling' && (
        <Suspense>
          <PkIntro />
        </Suspense>
      )}
      <InfiniteList
        pages={pages}
        keyOf={(card) => card.issue}
        label={t(`status.${status}`)}
        row={(card, index) => <MallCard card={card} eager={index < EAGER} />}
        empty={<NothingHere filter={filter} choices={choices} />}
        bone={<CardBone />}
        className={
          filter.mode === 'pk'
            ? 'tab:grid-cols-2 tab:gap-4 desk:gap-5 grid grid-cols-1 gap-3'
            : 'narrow:grid-cols-2 tab:grid-cols-3 tab:gap-4 desk:gap-5 grid grid-cols-1 gap-3'
        }
      />
    </>
  )
}

/** A card of the list. The tickets of Double PK load when the first one is shown. */
function MallCard({ card, eager }: { card: CardData; eager: boolean }) {
  const { seats } = card
  if (seats === null) return <GoodsCard card={card} eager={eager} />
  return (
    <Suspense fallback={<CardBone />}>
      <PkCard card={{ ...card, seats }} eager={eager} />
    </Suspense>
  )
}

function NothingHere({ filter, choices }: Pick<MallProps, 'filter' | 'choices'>) {
  const { t } = useTranslation('mall')
  if (filter.search !== undefined) return <NoResults filter={filter} choices={choices} />
  if (filter.saved !== undefined && countChosen(filter) === 1) {
    return (
      <EmptyState
        title={t('empty.saved')}
        text={t('empty.savedText')}
        action={
          <ButtonLink {...paths.mall({ ...filter, saved: undefined })} replace>
            {t('empty.clearFilters')}
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
