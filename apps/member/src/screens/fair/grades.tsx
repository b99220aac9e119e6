import { useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { cx } from '../../ui/cx.ts'
import { gradesOf } from '../goods/grade/grades.ts'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { About } from './who-could-cheat.tsx'

/** What each grade leaves on trust, and the grade of new issues here. */
export function Grades({ about }: { about: About | undefined }) {
  const { t } = useTranslation(['fair', 'goods'])
  const [witnessed, beacon, ...weaker] = gradesOf(about?.beacon.local === true)
  const here = about && (about.witnesses.length > 0 ? witnessed : beacon)
  return (
    <Card>
      <h2 className="text-title">{t('grades.title')}</h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('grades.text')}</p>
      <ul className="mt-3 flex flex-col gap-3">
        {[witnessed, beacon, ...weaker].map((grade) => (
          <li
            key={grade}
            className={cx(
              'rounded-tile p-3.5',
              grade === here ? 'ring-brand bg-brand-soft ring-2 ring-inset' : 'bg-sunken',
            )}
          >
            <h3 className="text-lead flex flex-wrap items-center justify-between gap-2">
              {t(`goods:grade.${grade}.name`)}
              {grade === here && <StatusPill tone="won">{t('grades.here')}</StatusPill>}
            </h3>
            <p className="mt-1">{t(`goods:grade.${grade}.what`)}</p>
            <p className="text-ink-2 mt-1.5">
              <span className="text-ink font-semibold">{t('goods:grade.who')}</span>{' '}
              {t(`goods:grade.${grade}.who`)}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
