import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Num } from '../../ui/values/num.tsx'
import { countChosen } from './filters.ts'
import type { Choices, Filter } from './filters.ts'

const FilterSheet = lazy(() =>
  import('./filter-sheet.tsx').then((module) => ({ default: module.FilterSheet })),
)

export type FilterSheetProps = {
  filter: Filter
  choices: Choices | undefined
  onChange: (part: Filter) => void
}

/** Below 1024 px: a button that counts the chosen filters and opens them in a sheet. */
export function FilterButton({ filter, choices, onChange }: FilterSheetProps) {
  const { t } = useTranslation('mall')
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const chosen = countChosen(filter)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
        className="press bg-surface ring-line inline-flex min-h-11 items-center gap-2 rounded-full px-4 font-semibold ring-1 ring-inset"
      >
        <SlidersHorizontal size={18} strokeWidth={1.9} aria-hidden="true" />
        {t('filter.title')}
        {chosen > 0 && (
          <span className="bg-gold text-on-gold text-cap grid min-h-5.5 min-w-5.5 place-items-center rounded-full px-1 font-bold">
            <Num value={chosen} />
          </span>
        )}
      </button>
      {wanted && (
        <Suspense>
          <FilterSheet
            open={open}
            onOpenChange={setOpen}
            filter={filter}
            choices={choices}
            onChange={onChange}
          />
        </Suspense>
      )}
    </>
  )
}
