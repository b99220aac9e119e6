import { useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'

/** What pays the interest: the fixed sentence of the mall, and below it what the operator says. */
export function SourceCard({ funding }: { funding: string }) {
  const { t } = useTranslation('finance')
  return (
    <Card>
      <h2 className="text-title">{t('operator.title')}</h2>
      <p className="mt-2 font-semibold text-pretty">{t('promise')}</p>
      <figure className="border-line-strong mt-3 border-s-3 ps-3.5">
        <figcaption className="text-cap text-ink-2">{t('operator.says')}</figcaption>
        <blockquote className="mt-0.5 whitespace-pre-line">
          <bdi>{funding}</bdi>
        </blockquote>
      </figure>
    </Card>
  )
}
