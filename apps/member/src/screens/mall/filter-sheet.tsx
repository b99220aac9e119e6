import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { Num } from '../../ui/values/num.tsx'
import { FilterGroups } from './filter-groups.tsx'
import { countChosen } from './filters.ts'
import type { Choices, Filter } from './filters.ts'

type FilterSheetProps = {
  filter: Filter
  choices: Choices | undefined
  onChange: (part: Filter) => void
}

/** Below 1024 px: the filters in a sheet, behind a button that counts the chosen ones. A choice applies at once. */
export function FilterSheet({ filter, choices, onChange }: FilterSheetProps) {
  const { t } = useTranslation('mall')
  const [open, setOpen] = useState(false)
  const chosen = countChosen(filter)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
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
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={t('filter.title')}
        foot={
          <Button tone="gold" size="lg" wide onClick={() => setOpen(false)}>
            {t('filter.show', { count: choices?.total ?? 0 })}
          </Button>
        }
      >
        {choices && <FilterGroups filter={filter} choices={choices} onChange={onChange} />}
      </Sheet>
    </>
  )
}
