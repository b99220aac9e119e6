import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Code } from '../../ui/values/num.tsx'
import type { Issue } from '../goods/use-issue.ts'

/** The issue of this draw, with a link. */
export function IssueLine({ card }: { card: Issue['card'] }) {
  const { t } = useTranslation('calculation')
  return (
    <p className="text-on-brand-2 flex flex-wrap items-baseline justify-center gap-x-2">
      <bdi className="text-on-stage font-semibold">{card.product.title}</bdi>
      <Link {...paths.goods(card.issue)} className="inline-block py-0.5 underline underline-offset-4">
        {t('issue')} <Code className="underline underline-offset-4">{card.issue}</Code>
      </Link>
    </p>
  )
}
