import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { Num } from '../../ui/values/num.tsx'
import { FilterGroups } from './filter-groups.tsx'
import type { Choices, Filter } from './filters.ts'

type FilterRailProps = {
  filter: Filter
  choices: Choices
  onChange: (part: Filter) => void
}

/** The column beside the grid from 1024 px. Drawn issues are filtered by category only, and are not counted. */
export function FilterRail({ filter, choices, onChange }: FilterRailProps) {
  const { t } = useTranslation('mall')
  const isSelling = filter.status !== 'drawn'
  const all = choices.categories.reduce((sum, { count }) => sum + count, 0)
  const entries = [
    { id: undefined, title: t('filter.allProducts'), count: all },
    ...choices.categories.map(({ id, title, count }) => ({ id, title, count })),
  ]
  return (
    <div className="flex flex-col gap-4">
      <section aria-label={t('filter.category')}>
        <h2 className="text-cap text-ink-2 px-3 pb-1.5 font-semibold">{t('filter.category')}</h2>
        <ul>
          {entries.map(({ id, title, count }) => {
            const isChosen = filter.category === id
            return (
              <li key={id ?? ''}>
                <button
                  type="button"
                  aria-pressed={isChosen}
                  onClick={() => onChange({ category: id })}
                  className={cx(
                    'press flex min-h-11 w-full items-center justify-between gap-3 rounded-tile px-3 text-start',
                    isChosen ? 'bg-brand-soft text-brand font-semibold' : 'hover:bg-sunken',
                  )}
                >
                  <span className="min-w-0">{title}</span>
                  {isSelling && (
                    <span className={cx('text-cap', !isChosen && 'text-ink-2')}>
                      <Num value={count} />
                    </span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
      </section>
      {isSelling && (
        <div className="border-line border-t px-3 pt-4">
          <FilterGroups filter={filter} choices={choices} onChange={onChange} />
        </div>
      )}
    </div>
  )
}
