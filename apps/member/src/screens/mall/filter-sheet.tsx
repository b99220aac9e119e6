import { useTranslation } from '../../i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { FilterGroups } from './filter-groups.tsx'
import type { FilterSheetProps } from './filter-button.tsx'

/** The filters in a sheet. A choice applies at once. */
export function FilterSheet({
  open,
  onOpenChange,
  filter,
  choices,
  onChange,
}: FilterSheetProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation('mall')
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('filter.title')}
      foot={
        <Button tone="gold" size="lg" wide onClick={() => onOpenChange(false)}>
          {t('filter.show', { count: choices?.total ?? 0 })}
        </Button>
      }
    >
      {choices && <FilterGroups filter={filter} choices={choices} onChange={onChange} />}
    </Sheet>
  )
}
