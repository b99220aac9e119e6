import { ShieldCheck, ShieldQuestionMark } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { cx } from '../../../ui/cx.ts'
import type { Issue } from '../use-issue.ts'
import type { Quorum } from './grades.ts'

const GradeSheet = lazy(() => import('./grade-sheet.tsx').then((module) => ({ default: module.GradeSheet })))

export type Badge = Issue['card']['badge']

type GradeBadgeProps = {
  badge: Badge
  /** every grade by its name, for the page that explains the draw */
  named?: boolean
  /** the issue, whose quorum the explanation names */
  issue?: Quorum
}

/** The grade of a draw: a public or witnessed one by its name alone. A tap explains who could still cheat. */
export function GradeBadge({ badge, named = false, issue }: GradeBadgeProps) {
  const { t } = useTranslation('goods')
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const strong = badge === 'beacon' || badge === 'witnessed'
  const Icon = strong ? ShieldCheck : ShieldQuestionMark
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
        className={cx(
          'press text-cap relative inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 font-semibold whitespace-nowrap ring-1 ring-inset',
          strong ? 'bg-ok-soft text-ok ring-transparent' : 'bg-surface text-ink-2 ring-line-strong',
        )}
      >
        <span aria-hidden="true" className="absolute -inset-x-1 -inset-y-2.5" />
        <Icon size={15} strokeWidth={2} aria-hidden="true" />
        {strong || named ? (
          <>
            <span className="sr-only">{t('grade.label')} </span>
            {t(`grade.${badge}.name`)}
          </>
        ) : (
          t('grade.chip', { name: t(`grade.${badge}.name`) })
        )}
      </button>
      {wanted && (
        <Suspense>
          <GradeSheet open={open} onOpenChange={setOpen} badge={badge} issue={issue} />
        </Suspense>
      )}
    </>
  )
}
