import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { usePart } from '../../router/use-part.ts'
import { fullSheet } from '../../start/sheets.ts'
import { cx } from '../../ui/cx.ts'
import { keepSearch } from './recent.ts'

/** The key that leads to the search field from anywhere on the page. */
const KEY = '/'
/** The contract's maximum length of a search term. */
const MOST = 60

type Look = 'plain' | 'stage'

const QUIET: Record<Look, string> = { plain: 'text-ink-3', stage: 'text-on-brand-2' }

const loadPanel = () => Promise.all([import('./search-panel.tsx'), fullSheet()]).then(([panel]) => panel)
const PANEL_MESSAGES = ['search', 'mall'] as const

/** Whether a key belongs to what the member is writing. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The search field of a wide bar: suggestions hang below it while it has the focus, Enter leads to the mall with the term. */
export function SearchBox({ look = 'plain' }: { look?: Look }) {
  const { t } = useTranslation('frame')
  const navigate = useNavigate()
  const { search = '' } = useSearch({ strict: false })
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(search)
  const [shown, setShown] = useState(search)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState<string>()
  const id = useId()
  const panel = usePart(open, loadPanel, PANEL_MESSAGES)
  // A search that was changed elsewhere replaces the text.
  if (shown !== search) {
    setShown(search)
    setDraft(search)
  }
  useFocusKey(input)
  const close = () => {
    setOpen(false)
    input.current?.blur()
  }
  return (
    <search
      className="relative min-w-0 flex-1"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const term = draft.trim()
          keepSearch(term)
          close()
          void navigate(paths.mall(term === '' ? {} : { search: term }))
        }}
        className={cx(
          'relative z-10 flex h-11 items-center gap-2.5 rounded-full ps-4 pe-1 focus-within:ring-2',
          look === 'stage'
            ? 'bg-stage-raised text-on-stage focus-within:ring-focus'
            : 'bg-sunken focus-within:bg-surface focus-within:ring-brand',
        )}
      >
        <Search size={20} strokeWidth={1.8} className={cx('shrink-0', QUIET[look])} aria-hidden="true" />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-expanded={panel !== undefined}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={panel === undefined ? undefined : active}
          enterKeyHint="search"
          autoComplete="off"
          maxLength={MOST}
          aria-label={t('search')}
          aria-keyshortcuts={KEY}
          placeholder={t('search')}
          value={draft}
          onChange={(event) => {
            setDraft(event.target.value)
            setOpen(true)
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            setDraft(search)
            close()
          }}
          className={cx(
            'text-body min-w-0 flex-1 appearance-none bg-transparent text-ellipsis outline-none [&::-webkit-search-cancel-button]:hidden',
            look === 'stage' && 'placeholder:text-on-brand-2',
          )}
        />
        {draft === '' ? (
          <KeyHint look={look} />
        ) : (
          <ClearButton
            onClick={() => {
              setDraft('')
              input.current?.focus()
            }}
          />
        )}
      </form>
      {panel && <panel.SearchPanel id={id} text={draft} input={input} onActive={setActive} onClose={close} />}
    </search>
  )
}

function KeyHint({ look }: { look: Look }) {
  return (
    <kbd
      aria-hidden="true"
      className={cx(
        'text-cap rounded-tiny me-1 border px-2 font-sans max-[1150px]:hidden',
        look === 'plain' && 'border-line-strong',
        QUIET[look],
      )}
    >
      {KEY}
    </kbd>
  )
}

function ClearButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('frame')
  return (
    <button
      type="button"
      aria-label={t('clearSearch')}
      onClick={onClick}
      className="press relative grid size-9 shrink-0 place-items-center rounded-full"
    >
      <span aria-hidden="true" className="absolute -inset-1" />
      <X size={18} aria-hidden="true" />
    </button>
  )
}

/** The key leads to the field, unless the member writes somewhere or a dialog is open. */
function useFocusKey(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== KEY || event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target))
        return
      // An open dialog keeps the focus.
      if (document.querySelector('[role=dialog], [role=alertdialog]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [input])
}
