import { Link } from '@tanstack/react-router'
import { Copy, Tag } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'

/** The member's tag in the calculation of this issue. */
export function TagCard({ tag, issue, drawn }: { tag: string; issue: string; drawn: boolean }) {
  const { t } = useTranslation('order')
  const copy = useCopy()
  return (
    <Card>
      <h2 className="text-lead flex items-center gap-2.5">
        <Tag size={20} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('tag.title')}
      </h2>
      <p className="bg-sunken rounded-tile mt-2.5 flex items-center gap-2 py-1 ps-3.5 pe-1">
        <Code className="text-lead min-w-0 flex-1 break-all">{tag}</Code>
        <IconButton label={t('tag.copy')} onClick={() => void copy(tag)}>
          <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      </p>
      <p className="text-ink-2 mt-2">{t('tag.text')}</p>
      <Link
        {...paths.calculation(issue)}
        className="text-brand mt-1 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t(drawn ? 'tag.find' : 'tag.before')}
      </Link>
    </Card>
  )
}
