import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import type { Badge } from './grade-badge.tsx'
import { gradesOf, vouchingOf } from './grades.ts'
import type { BadgeVouching, Quorum } from './grades.ts'

type GradeSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  badge: Badge
  issue: Quorum | undefined
}

/** The grades side by side: what is added to the sum, and who could still cheat. */
export function GradeSheet({ open, onOpenChange, badge, issue }: GradeSheetProps) {
  const vouching = issue === undefined ? null : vouchingOf(issue)
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
            {grade === badge && vouching !== null ? (
              <OfQuorum isLocal={badge.endsWith('-local')} vouching={vouching} />
            ) : grade === badge && badge === 'witnessed' && issue !== undefined ? (
              <OfOne />
            ) : (
              <>
                <p className="mt-1">{t(`grade.${grade}.what`)}</p>
                <p className="text-ink-2 mt-2">
                  <span className="text-ink font-semibold">{t('grade.who')}</span> {t(`grade.${grade}.who`)}
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

/** What the quorum of this issue adds, and whom the house would need. */
function OfQuorum({ isLocal, vouching }: { isLocal: boolean; vouching: BadgeVouching }) {
  const { t } = useTranslation(['witness', 'goods'])
  const { quorum, together: needed, total } = vouching
  return (
    <>
      <p className="mt-1">{t(isLocal ? 'grade.whatLocal' : 'grade.what', { quorum, total })}</p>
      <p className="text-ink-2 mt-2">
        <span className="text-ink font-semibold">{t('goods:grade.who')}</span>{' '}
        {isLocal ? t('goods:grade.witnessed-local.who') : t('grade.who', { needed, total })}
      </p>
      {!isLocal && <p className="text-ink-2 mt-2">{t('grade.rule')}</p>}
    </>
  )
}

/** What an issue of earlier rules adds, for which one signature in time is enough. */
function OfOne() {
  const { t } = useTranslation(['witness', 'goods'])
  return (
    <>
      <p className="mt-1">{t('grade.early.what')}</p>
      <p className="text-ink-2 mt-2">
        <span className="text-ink font-semibold">{t('goods:grade.who')}</span> {t('grade.early.who')}
      </p>
    </>
  )
}
