import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import type { Badge } from './grade-badge.tsx'
import { gradesOf } from './grades.ts'

type GradeSheetProps = { open: boolean; onOpenChange: (open: boolean) => void; badge: Badge }

/** The grades side by side: what is added to the sum, and who could still cheat. */
export function GradeSheet({ open, onOpenChange, badge }: GradeSheetProps) {
  const { t } = useTranslation('goods')
  const ordered = [badge, ...gradesOf(badge.endsWith('-local')).filter((other) => other !== badge)]
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('grade.title')} subtitle={t('grade.subtitle')}>
      <p className="text-ink-2">{t('grade.always')}</p>
      <Link
        {...paths.fair()}
        className="text-brand mb-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('how.more')}
      </Link>
      <ul className="flex flex-col gap-3">
        {ordered.map((grade) => (
          <li
            key={grade}
            className={cx(
              'rounded-tile p-4',
              grade === badge ? 'ring-brand bg-brand-soft ring-2 ring-inset' : 'bg-sunken',
            )}
          >
            <h3 className="text-lead flex flex-wrap items-center justify-between gap-2">
              {t(`grade.${grade}.name`)}
              {grade === badge && <StatusPill tone="won">{t('grade.this')}</StatusPill>}
            </h3>
            <p className="mt-1">{t(`grade.${grade}.what`)}</p>
            <p className="text-ink-2 mt-2">
              <span className="text-ink font-semibold">{t('grade.who')}</span> {t(`grade.${grade}.who`)}
            </p>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
