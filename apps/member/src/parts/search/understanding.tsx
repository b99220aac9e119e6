import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Rich } from '../../ui/values/rich.tsx'

/** How the server understood a text. */
type Understood = {
  text: string
  corrected: boolean
  unknown: readonly string[]
  some: boolean
  more: boolean
}

type UnderstandingProps = {
  understood: Understood
  /** the address of the results, to which the search for the words as typed is added */
  filter: Parameters<typeof paths.mall>[0] & { search: string }
  onExact?: () => void
}

/** What was corrected or left out of a search, and the way to search for the words as typed. Nothing when all was plain. */
export function Understanding({ understood, filter, onExact }: UnderstandingProps) {
  const { t } = useTranslation('search')
  const { text, corrected, unknown, some, more } = understood
  if (text === '') return null
  const isOther = corrected || unknown.length > 0
  if (!isOther && !some && !more) return null
  return (
    <p className="text-ink-2">
      {isOther && (
        <>
          {unknown.length > 0 && `${t('without', { words: unknown.join(', ') })} `}
          <Rich text={t('showing', { text })} parts={{ b: <b className="text-ink" /> }} />{' '}
          {corrected && (
            <Link
              {...paths.mall({ ...filter, exact: '1' })}
              replace
              {...(onExact && { onClick: onExact })}
              className="text-brand max-tab:block max-tab:mt-1 font-semibold"
            >
              {t('instead', { text: filter.search })}
            </Link>
          )}{' '}
        </>
      )}
      {some && `${t('some')} `}
      {more && t('more')}
    </p>
  )
}
