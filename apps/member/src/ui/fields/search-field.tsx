import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DEBOUNCE_MS } from '../../timing.ts'

type SearchFieldProps = {
  /** the current search term */
  value: string
  /** called when typing pauses, and at once on Enter */
  onSearch: (term: string) => void
  /** the accessible name, what can be searched for, and the name of the button that clears */
  label: string
  example: string
  clear: string
  /** the contract's maximum length of a term */
  most: number
  /** called with every letter; the search then begins only on Enter, and when the field is cleared */
  onDraft?: (draft: string) => void
  onFocus?: () => void
  className?: string
}

/** A search that begins when typing pauses. */
export function SearchField({
  value,
  onSearch,
  label,
  example,
  clear,
  most,
  onDraft,
  onFocus,
  className = 'min-w-0 flex-1',
}: SearchFieldProps) {
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
    onDraft?.(term)
    if (!onDraft) timer.current = setTimeout(() => search(term), DEBOUNCE_MS)
  }
  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (onDraft) onSearch(draft.trim())
          else search(draft)
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
          maxLength={most}
          aria-label={label}
          placeholder={example}
          value={draft}
          onChange={(event) => type(event.target.value)}
          {...(onFocus && { onFocus })}
          className="text-body min-w-0 flex-1 appearance-none bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        {draft !== '' && (
          <button
            type="button"
            aria-label={clear}
            onClick={() => {
              setDraft('')
              if (onDraft) onDraft('')
              else search('')
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
