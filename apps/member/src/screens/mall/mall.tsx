import { kinds } from '@fairlot/contract/endpoints/home'
import { goodsList } from '@fairlot/contract/endpoints/mall'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { usePages } from '../../queries/pages.ts'
import { useRead } from '../../queries/queries.ts'
import { paths } from '../../paths.ts'
import { Chips, Segments } from '../../ui/fields/choice.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ScrollTabs } from '../../ui/navigation/scroll-tabs.tsx'
import { CardBone } from '../../ui/feedback/skeleton.tsx'
import { GoodsCard } from '../../parts/goods-card/goods-card.tsx'
import { SearchField } from './search-field.tsx'

const ALL = 'all'
/** The number of cards in view before scrolling. */
const EAGER = 4

type Filter = Parameters<typeof paths.mall>[0] & object

/** The mall: search, categories, sorting, issues on sale and drawn issues. Every filter is in the address. */
export default function MallScreen() {
  const { t } = useTranslation('mall')
  const filter: Filter = useSearch({ from: '/pages/mall/mall' })
  const navigate = useNavigate()
  const { data: catalogue } = useRead(kinds, {}, { staleMs: 5 * 60_000 })
  const status = filter.status ?? 'selling'
  const sort = filter.sort ?? 'closing'
  const pages = usePages(goodsList, {
    mode: filter.mode ?? 'goods',
    sort,
    status,
    ...(filter.category === undefined ? {} : { category: filter.category }),
    ...(filter.search === undefined ? {} : { search: filter.search }),
  })
  // All filters share one history entry.
  const change = (part: Filter) =>
    void navigate({ ...paths.mall({ ...filter, ...part }), replace: true, resetScroll: false })

  const tabs = [
    { value: ALL, label: t('all') },
    ...(catalogue?.categories ?? []).map(({ id, title }) => ({ value: id, label: title })),
  ]
  return (
    <Page
      title={t('title')}
      nav={
        <NavBar back={false} tall>
          <SearchField
            value={filter.search ?? ''}
            onSearch={(search) => change({ search: search === '' ? undefined : search })}
          />
        </NavBar>
      }
      tabs
      bleed
    >
      <h1 className="sr-only">{t('title')}</h1>
      <ScrollTabs
        label={t('categories')}
        tabs={tabs}
        value={tabs.some(({ value }) => value === filter.category) ? (filter.category ?? ALL) : ALL}
        onChange={(next) => change({ category: next === ALL ? undefined : next })}
        rowClass="bg-bg sticky top-14 z-10"
      >
        <div className="flex flex-col px-page gap-3 pt-3">
          <div className="desk:flex-row desk:items-center flex flex-col gap-3">
            <Segments
              label={t('status.label')}
              choices={[
                { value: 'selling', label: t('status.selling') },
                { value: 'drawn', label: t('status.drawn') },
              ]}
              value={status}
              onChange={(next) => change({ status: next === 'selling' ? undefined : next })}
              className="desk:w-72"
            />
            {status === 'selling' && (
              <Chips
                label={t('sort.label')}
                choices={[
                  { value: 'closing', label: t('sort.closing') },
                  { value: 'newest', label: t('sort.newest') },
                  { value: 'price', label: t('sort.price') },
                ]}
                value={sort}
                onChange={(next) => change({ sort: next === 'closing' ? undefined : next })}
              />
            )}
          </div>
          <h2 className="sr-only">{t(`status.${status}`)}</h2>
          <InfiniteList
            pages={pages}
            keyOf={(card) => card.issue}
            label={t(`status.${status}`)}
            row={(card, index) => <GoodsCard card={card} eager={index < EAGER} />}
            empty={<NothingHere filter={filter} />}
            bone={<CardBone />}
            className="narrow:grid-cols-2 desk:grid-cols-4 grid grid-cols-1 gap-3"
          />
        </div>
      </ScrollTabs>
    </Page>
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
