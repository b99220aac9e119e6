import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { forgetSearches, keepSearch, useRecentSearches } from './recent.ts'
import { SuggestionLine } from './suggestion-list.tsx'
import { Understanding } from './understanding.tsx'
import { useSuggestions } from './use-suggestions.ts'
import type { Suggestion } from './use-suggestions.ts'

type SearchPanelProps = {
  id: string
  text: string
  /** the search field, which keeps the focus while arrow keys choose a line */
  input: RefObject<HTMLInputElement | null>
  /** the id of the line that is chosen by the arrow keys */
  onActive: (id: string | undefined) => void
  onClose: () => void
}

/** The panel under the search field of a wide bar: suggestions while typing, before that the recent searches. */
export function SearchPanel({ id, text, input, onActive, onClose }: SearchPanelProps) {
  const { t } = useTranslation('search')
  const { answer, lines } = useSuggestions(text)
  const { texts } = useRecentSearches()
  const shown = text.trim() === '' ? texts.map(recent) : lines
  const [active, setActive] = useState(-1)
  const chosen = shown[active]
  const idOf = (at: number) => `${id}-${at}`
  const activeId = chosen ? idOf(active) : undefined
  useEffect(() => onActive(activeId), [activeId, onActive])
  const close = (line: Suggestion) => {
    if (line.kind !== 'recent') keepSearch(text)
    onClose()
  }
  useKeys(input, shown, active, setActive, close)
  const filter = { search: text.trim() }
  const isEmpty = answer !== undefined && lines.length === 0
  return (
    <>
      <div
        aria-hidden="true"
        onPointerDown={onClose}
        className="bg-scrim fixed inset-x-0 top-(--top-bar) bottom-0"
      />
      <div className="bg-surface rounded-card shadow-float absolute start-0 top-full mt-6 max-h-[75dvh] w-130 max-w-[90vw] overflow-y-auto p-4">
        {answer && !isEmpty && (
          <div className="px-3 pb-3 empty:hidden">
            <Understanding understood={answer} filter={filter} onExact={onClose} />
          </div>
        )}
        {shown.length > 0 && text.trim() === '' && (
          <div className="flex items-center justify-between px-3">
            <p className="text-cap text-ink-2 font-semibold">{t('recent')}</p>
            <button type="button" onClick={forgetSearches} className="text-brand min-h-11 font-semibold">
              {t('clear')}
            </button>
          </div>
        )}
        <div role="listbox" id={id} aria-label={t('suggestions')} className="flex flex-col">
          {shown.map((line, at) => (
            <SuggestionLine
              key={line.key}
              line={line}
              option={{ id: idOf(at), isActive: at === active }}
              onChosen={close}
            />
          ))}
        </div>
        {isEmpty && (
          <p role="status" className="px-3 py-2">
            <span className="font-semibold">{t('none', { search: text.trim() })}</span>{' '}
            <span className="text-ink-2">{t('noneText')}</span>
          </p>
        )}
        {shown.length === 0 && answer === undefined && <p className="text-ink-2 px-3 py-2">{t('start')}</p>}
        <p aria-hidden="true" className="text-cap text-ink-2 border-line mt-3 flex gap-4 border-t px-3 pt-3">
          <Key name="↑ ↓">{t('keys.choose')}</Key>
          <Key name="Enter">{t('keys.open')}</Key>
          <Key name="Esc">{t('keys.close')}</Key>
        </p>
      </div>
    </>
  )
}

const Key = ({ name, children }: { name: string; children: ReactNode }) => (
  <span>
    <b className="text-ink">{name}</b> {children}
  </span>
)

const recent = (text: string): Suggestion => ({
  kind: 'recent',
  key: `recent ${text}`,
  link: paths.mall({ search: text }),
  text,
})

/** Arrow keys move through the lines, Enter opens the chosen one. */
function useKeys(
  input: SearchPanelProps['input'],
  lines: readonly Suggestion[],
  active: number,
  setActive: (at: number) => void,
  close: (line: Suggestion) => void,
): void {
  const navigate = useNavigate()
  useEffect(() => {
    const field = input.current
    if (!field) return
    const press = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const line = lines[active]
      if (step !== undefined && lines.length > 0) {
        // one place before the first line is the field itself
        setActive(((active + 1 + step + lines.length + 1) % (lines.length + 1)) - 1)
      } else if (event.key === 'Enter' && line) {
        close(line)
        void navigate(line.link)
      } else return
      event.preventDefault()
    }
    field.addEventListener('keydown', press)
    return () => field.removeEventListener('keydown', press)
  })
}
