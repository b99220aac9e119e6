import { ChevronLeft } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { keepSearch } from '../../parts/search/recent.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { SearchField } from '../../ui/fields/search-field.tsx'

/** The contract's maximum length of a search term. */
const MOST_LETTERS = 60

type MallSearchProps = {
  /** the search of the address */
  value: string
  /** the text while the member searches; null: the member looks at the mall */
  draft: string | null
  onDraft: (draft: string | null) => void
  onSearch: (term: string) => void
}

/** The search field of the mall below 1024 px. With the focus, the page shows suggestions, and a button leads back. */
export function MallSearch({ value, draft, onDraft, onSearch }: MallSearchProps) {
  const { t } = useTranslation(['mall', 'ui'])
  return (
    <>
      {draft !== null && (
        <IconButton label={t('ui:back')} onClick={() => onDraft(null)} className="-ms-2">
          <ChevronLeft size={24} strokeWidth={1.9} className="mirror" aria-hidden="true" />
        </IconButton>
      )}
      <SearchField
        label={t('mall:search.label')}
        example={t('mall:search.example')}
        clear={t('mall:search.clear')}
        most={MOST_LETTERS}
        // a recent search that is put into the field
        value={draft ?? value}
        onFocus={() => onDraft(draft ?? value)}
        onDraft={onDraft}
        onSearch={(term) => {
          keepSearch(term)
          onDraft(null)
          onSearch(term)
        }}
      />
    </>
  )
}
