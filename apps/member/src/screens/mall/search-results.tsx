import { Layers, LayoutGrid, Trophy } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Understanding } from '../../parts/search/understanding.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { List, ListLink } from '../../ui/lists/list-row.tsx'
import { Num } from '../../ui/values/num.tsx'
import { countChosen, NO_CHOICE } from './filters.ts'
import type { Choices, Filter } from './filters.ts'

type SearchProps = { filter: Filter; choices: Choices | undefined }

/** Above the results of a search: what was corrected or left out. */
export function SearchNote({ filter, choices }: SearchProps) {
  const { search } = filter
  if (search === undefined || !choices?.search) return null
  return <Understanding understood={choices.search} filter={{ ...filter, search }} />
}

const without = (filter: Filter) => ({ ...filter, search: undefined, exact: undefined })

/** In place of results: why there are none, and where there are some. */
export function NoResults({ filter, choices }: SearchProps) {
  const { t } = useTranslation(['search', 'mall'])
  const { search = '', status = 'selling', mode = 'goods' } = filter
  const found = choices?.search ?? null
  const others = found?.zones.filter(({ zone }) => zone !== mode) ?? []
  const drawn = status === 'selling' ? (found?.drawn ?? 0) : 0
  const selling = status === 'drawn' ? (choices?.total ?? 0) : 0
  const isNarrow = countChosen(filter) > 0 || filter.category !== undefined
  const elsewhere = { ...filter, ...NO_CHOICE, category: undefined }
  return (
    <div className="flex flex-col gap-4">
      <EmptyState
        title={t('search:none', { search })}
        text={t('search:noneText')}
        action={
          <ButtonLink {...paths.mall(without(filter))} replace>
            {t('mall:empty.clear')}
          </ButtonLink>
        }
      />
      {(drawn > 0 || selling > 0 || others.length > 0 || isNarrow) && (
        <section className="flex flex-col gap-2">
          <h2 className="text-lead font-bold">{t('search:tryElse')}</h2>
          <List>
            {isNarrow && (
              <ListLink {...paths.mall(elsewhere)} icon={LayoutGrid} label={t('mall:filter.allProducts')} />
            )}
            {selling > 0 && (
              <ListLink
                {...paths.mall({ ...filter, status: undefined })}
                icon={LayoutGrid}
                label={t('mall:status.selling')}
                value={<Num value={selling} />}
              />
            )}
            {drawn > 0 && (
              <ListLink
                {...paths.mall({ ...filter, status: 'drawn' })}
                icon={Trophy}
                label={t('mall:status.drawn')}
                value={<Num value={drawn} />}
              />
            )}
            {others.map(({ zone, count }) => (
              <ListLink
                key={zone}
                {...paths.mall({ ...elsewhere, mode: zone, status: undefined })}
                icon={Layers}
                label={t(`mall:mode.${zone}`)}
                value={<Num value={count} />}
              />
            ))}
          </List>
        </section>
      )}
    </div>
  )
}
