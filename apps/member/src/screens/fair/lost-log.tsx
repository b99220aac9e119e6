import { formatNumber } from '../../i18n/format.ts'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useEvidence } from '../../stores/evidence.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Code } from '../../ui/values/num.tsx'
import type { About } from './who-could-cheat.tsx'

/** Says that the log continues a lost one: what was lost, and that nothing of it is drawn. */
export function LostLog({ about }: { about: About | undefined }) {
  const { t } = useTranslation('evidence')
  const seen = useEvidence((state) => state.log?.continued ?? null)
  const continues = about?.continues ?? null
  if (continues === null) return null
  const { size, lost, at, deployment } = continues
  const seenSize = seen?.from === deployment ? seen.seenSize : 0
  return (
    <Notice tone="warn">
      <h2 className="text-lead">{t('continued.title')}</h2>
      <p className="mt-1 text-pretty">
        {t('continued.text', { time: formatDateTime(at, activeLanguage()), size: formatNumber(size) })}
      </p>
      {seenSize > size && (
        <p className="mt-2 font-semibold text-pretty">
          {t('continued.gone', { seen: formatNumber(seenSize), size: formatNumber(size) })}
        </p>
      )}
      {lost.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-x-3">
          <span>{t('continued.lost')}:</span>
          {lost.map((issue) => (
            <Code key={issue}>{issue}</Code>
          ))}
        </p>
      )}
    </Notice>
  )
}
