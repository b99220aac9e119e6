import { X } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { chosenOf, keyOf, NO_CHOICE, rangesOf, toggled } from './filters.ts'
import type { Filter } from './filters.ts'
import { useRangeText } from './range-text.ts'

type ChosenFiltersProps = {
  filter: Filter
  /** the search term has no field of its own on this page */
  withSearch: boolean
  onChange: (part: Filter) => void
}

/** The chosen filters as chips, each of which removes its own. */
export function ChosenFilters({ filter, withSearch, onChange }: ChosenFiltersProps) {
  const { t } = useTranslation('mall')
  const text = useRangeText()
  const { price, size, mine, saved } = chosenOf(filter)
  const chips = [
    ...(withSearch && filter.search !== undefined
      ? [{ name: filter.search, without: { search: undefined, exact: undefined } }]
      : []),
    ...rangesOf(price).map((range) => ({
      name: text.price(range),
      without: { price: toggled(price, keyOf(range)) },
    })),
    ...rangesOf(size).map((range) => ({
      name: t('filter.shares', { range: text.size(range) }),
      without: { size: toggled(size, keyOf(range)) },
    })),
    ...(mine === undefined ? [] : [{ name: t('filter.mine'), without: { mine: undefined } }]),
    ...(saved === undefined ? [] : [{ name: t('filter.favourites'), without: { saved: undefined } }]),
  ]
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('filter.chosen')} className="flex flex-wrap items-center gap-2">
      {chips.map(({ name, without }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={t('filter.remove', { name })}
            onClick={() => onChange(without)}
            className="press bg-brand-soft text-brand ring-brand inline-flex min-h-11 items-center gap-2 rounded-full ps-4 pe-3 font-semibold ring-2 ring-inset"
          >
            <bdi>{name}</bdi>
            <X size={17} strokeWidth={2} aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() =>
            onChange(withSearch ? { ...NO_CHOICE, search: undefined, exact: undefined } : NO_CHOICE)
          }
          className="text-brand min-h-11 rounded-full px-3 font-semibold"
        >
          {t('filter.clear')}
        </button>
      </li>
    </ul>
  )
}
