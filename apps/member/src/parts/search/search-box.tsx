import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'

/** The key that leads to the search field from anywhere on the page. */
const KEY = '/'
/** The contract's maximum length of a search term. */
const MOST = 60

const QUIET = { plain: 'text-ink-3', stage: 'text-on-brand-2' } as const

/** Whether a key belongs to what the member is writing. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The search field of a wide bar: Enter leads to the mall with the term. */
export function SearchBox({ look = 'plain' }: { look?: 'plain' | 'stage' }) {
  const { t } = useTranslation('frame')
  const navigate = useNavigate()
  const { search = '' } = useSearch({ strict: false })
  const input = useRef<HTMLInputElement>(null)
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
  }, [])
  return (
    <search className="min-w-0 flex-1">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const term = input.current?.value.trim() ?? ''
          void navigate(paths.mall(term === '' ? {} : { search: term }))
        }}
        className={cx(
          'flex h-11 items-center gap-2.5 rounded-full ps-4 pe-2 focus-within:ring-2',
          look === 'stage'
            ? 'bg-stage-raised text-on-stage focus-within:ring-focus'
            : 'bg-sunken focus-within:ring-brand',
        )}
      >
        <Search size={20} strokeWidth={1.8} className={cx('shrink-0', QUIET[look])} aria-hidden="true" />
        <input
          // A search that was changed elsewhere replaces the text.
          key={search}
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={MOST}
          aria-label={t('search')}
          aria-keyshortcuts={KEY}
          placeholder={t('search')}
          defaultValue={search}
          className={cx(
            'text-body min-w-0 flex-1 appearance-none bg-transparent outline-none',
            look === 'stage' && 'placeholder:text-on-brand-2',
          )}
        />
        <kbd
          aria-hidden="true"
          className={cx(
            'text-cap rounded-tiny border px-2 font-sans max-[1150px]:hidden',
            look === 'plain' && 'border-line-strong',
            QUIET[look],
          )}
        >
          {KEY}
        </kbd>
      </form>
    </search>
  )
}
