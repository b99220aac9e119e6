import { Fragment } from 'react'
import { LANGUAGE_NAMES } from '@fairlot/contract/languages'
import type { Block, Run } from '@fairlot/contract/media/rich-text'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { direction } from '../../../i18n/languages.ts'
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
        {text.map((block, index) => (
          <BlockView key={index} block={block} />
        ))}
      </div>
    </>
  )
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h4 className="text-ink font-semibold">{runs(block.text)}</h4>
  if (block.kind === 'paragraph') return <p>{runs(block.text)}</p>
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List className={block.ordered ? 'list-decimal ps-6' : 'list-disc ps-6'}>
      {block.items.map((item, index) => (
        <li key={index} className="mt-1 first:mt-0">
          {runs(item)}
        </li>
      ))}
    </List>
  )
}

const runs = (line: readonly Run[]) =>
  line.map((run, index) => <Fragment key={index}>{styled(run)}</Fragment>)

function styled({ text, strong, emphasis }: Run) {
  const inner = emphasis ? <em>{text}</em> : text
  return strong ? <strong className="text-ink font-semibold">{inner}</strong> : inner
}
