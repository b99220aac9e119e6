import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { DEBOUNCE_MS } from '../../timing.ts'

/** The contract's maximum length of a search term. */
const MOST = 60

type SearchFieldProps = {
  /** the current search term */
  value: string
  /** called when typing pauses, and at once on Enter */
  onSearch: (term: string) => void
}

/** The search field in the nav bar. */
export function SearchField({ value, onSearch }: SearchFieldProps) {
  const { t } = useTranslation('mall')
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  // The term was changed elsewhere (the back button, "clear search").
  if (shown !== value) {
    setShown(value)
    if (draft.trim() !== value) setDraft(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (term: string) => {
    clearTimeout(timer.current)
    if (term.trim() !== value) onSearch(term.trim())
  }
  const type = (term: string) => {
    setDraft(term)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(term), DEBOUNCE_MS)
  }
  return (
    <search className="min-w-0 flex-1">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(draft)
          input.current?.blur()
        }}
        className="bg-surface ring-control focus-within:ring-brand flex h-11 items-center gap-2 rounded-full ps-4 pe-1 ring-1 ring-inset focus-within:ring-2"
      >
        <Search size={20} strokeWidth={1.8} className="text-ink-3 shrink-0" aria-hidden="true" />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={MOST}
          aria-label={t('search.label')}
          placeholder={t('search.example')}
          value={draft}
          onChange={(event) => type(event.target.value)}
          className="text-body min-w-0 flex-1 appearance-none bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {draft !== '' && (
          <button
            type="button"
            aria-label={t('search.clear')}
            onClick={() => {
              setDraft('')
              search('')
              input.current?.focus()
            }}
            className="press text-ink-2 relative grid size-9 shrink-0 place-items-center rounded-full"
          >
            <span aria-hidden="true" className="absolute -inset-1" />
            <X size={18} aria-hidden="true" />
          </button>
        )}
      </form>
    </search>
  )
}
