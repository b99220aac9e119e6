import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Filter } from './filters.ts'

const SORTS = ['closing', 'newest', 'price'] as const
const OF_SEARCH = ['relevance', ...SORTS] as const
type Sort = (typeof OF_SEARCH)[number]

type SortMenuProps = {
  value: Sort | undefined
  /** a search is sorted by the best match at first */
  isSearch: boolean
  onChange: (part: Filter) => void
}

/** The order of the list, as one menu of the device. */
export function SortMenu({ value, isSearch, onChange }: SortMenuProps) {
  const sorts: readonly Sort[] = isSearch ? OF_SEARCH : SORTS
  const [first] = sorts
  const { t } = useTranslation('mall')
  const id = useId()
  return (
    <div className="flex max-w-full shrink-0 items-center gap-2.5">
      <label htmlFor={id} className="text-ink-2 max-narrow:sr-only shrink-0">
        {t('sort.label')}
      </label>
      <span className="relative inline-flex min-w-0 items-center">
        <select
          id={id}
          value={value !== undefined && sorts.includes(value) ? value : first}
          onChange={(event) => {
            const sort = sorts.find((one) => one === event.target.value)
            onChange({ sort: sort === first ? undefined : sort })
          }}
          className="bg-surface ring-line min-h-11 min-w-0 cursor-pointer appearance-none truncate rounded-full ps-4 pe-10 font-semibold ring-1 ring-inset"
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {t(`sort.${sort}`)}
            </option>
          ))}
        </select>
        <ChevronDown
          size={18}
          strokeWidth={2}
          aria-hidden="true"
          className="pointer-events-none absolute end-3.5"
        />
      </span>
    </div>
  )
}
