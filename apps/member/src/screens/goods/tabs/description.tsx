import { LANGUAGE_NAMES } from '@fairlot/contract/languages'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { direction } from '../../../i18n/languages.ts'
import { RichTextView } from '../../../parts/rich-text.tsx'
import type { Issue } from '../use-issue.ts'

/** The description, and in which language it is when the product has none in the member's. */
export function Description({ issue: { text, textLanguage } }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const isForeign = textLanguage !== null && textLanguage !== activeLanguage()
  return (
    <>
      {isForeign && (
        <p className="text-cap text-ink-2 mt-1">
          {t('facts.otherLanguage', { language: LANGUAGE_NAMES[textLanguage] })}
        </p>
      )}
      <div
        className="text-ink-2 mt-2 flex flex-col gap-3 break-words"
        {...(isForeign && { lang: textLanguage, dir: direction(textLanguage) })}
      >
        <RichTextView blocks={text} />
      </div>
    </>
  )
}
