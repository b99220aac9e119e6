import { Link } from '@tanstack/react-router'
import { ArrowUpLeft, History } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { forgetSearches, keepSearch, useRecentSearches } from '../../parts/search/recent.ts'
import { SuggestionLine } from '../../parts/search/suggestion-list.tsx'
import { Understanding } from '../../parts/search/understanding.tsx'
import { useSuggestions } from '../../parts/search/use-suggestions.ts'
import type { Suggestion } from '../../parts/search/use-suggestions.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

type SearchViewProps = {
  /** what is in the search field */
  text: string
  onText: (text: string) => void
  onClose: () => void
}

/** Below 1024 px, while the search field has the focus: what matches so far, then the recent searches. */
export function SearchView({ text, onText, onClose }: SearchViewProps) {
  const { t } = useTranslation('search')
  const { answer, lines } = useSuggestions(text)
  const { texts } = useRecentSearches()
  const term = text.trim()
  const chosen = (line: Suggestion) => {
    if (line.kind !== 'recent') keepSearch(text)
    onClose()
  }
  const issues = lines.filter(({ kind }) => kind === 'issue')
  const places = lines.filter(({ kind }) => kind !== 'issue')
  return (
    <div className="px-page flex flex-col gap-3 pt-3">
      {answer && lines.length > 0 && (
        <Understanding understood={answer} filter={{ search: term }} onExact={onClose} />
      )}
      {[issues, places].map(
        (group, at) =>
          group.length > 0 && (
            <ul
              key={at === 0 ? 'issues' : 'places'}
              aria-label={t('suggestions')}
              className="bg-surface rounded-card shadow-card divide-line divide-y overflow-hidden"
            >
              {group.map((line) => (
                <li key={line.key}>
                  <SuggestionLine line={line} onChosen={chosen} />
                </li>
              ))}
            </ul>
          ),
      )}
      {answer && lines.length === 0 && (
        <EmptyState title={t('none', { search: term })} text={t('noneText')} />
      )}
      {texts.length > 0 ? (
        <section aria-labelledby="recent-searches">
          <div className="flex items-center justify-between gap-4 pt-2">
            <h2 id="recent-searches" className="text-lead font-bold">
              {t('recent')}
            </h2>
            <button type="button" onClick={forgetSearches} className="text-brand min-h-11 font-semibold">
              {t('clear')}
            </button>
          </div>
          <ul className="divide-line divide-y">
            {texts.map((one) => (
              <li key={one} className="flex items-center">
                <Recent text={one} onClose={onClose} />
                <button
                  type="button"
                  aria-label={t('fill', { text: one })}
                  onClick={() => onText(one)}
                  className="press text-ink-2 grid size-11 shrink-0 place-items-center rounded-full"
                >
                  <ArrowUpLeft size={20} strokeWidth={1.8} className="mirror" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        term === '' && <p className="text-ink-2 pt-2">{t('start')}</p>
      )}
    </div>
  )
}

function Recent({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Link
      {...paths.mall({ search: text })}
      onClick={onClose}
      className="flex min-h-13 min-w-0 flex-1 items-center gap-4"
    >
      <History size={20} strokeWidth={1.8} aria-hidden="true" className="text-ink-3 shrink-0" />
      <bdi className="truncate">{text}</bdi>
    </Link>
  )
}
