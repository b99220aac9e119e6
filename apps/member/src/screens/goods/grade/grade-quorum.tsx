import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { LazyQuorumCard } from '../../../parts/proof/witnesses/lazy-parts.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import type { Issue } from '../use-issue.ts'

const GradeSheet = lazy(() => import('./grade-sheet.tsx').then((module) => ({ default: module.GradeSheet })))

/** The witnesses of an issue and their quorum; nothing where no quorum vouches. */
export function GradeQuorum({ issue }: { issue: Issue }) {
  const { card, vouching, witnesses } = issue
  if (vouching == null || witnesses === null) return null
  return (
    <LazyQuorumCard
      issue={card.issue}
      witnesses={witnesses}
      vouching={vouching}
      until={card.drawAt}
      promised="draw"
      action={<AllGrades issue={issue} />}
    />
  )
}

function AllGrades({ issue }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  return (
    <>
      <Button
        tone="sunken"
        className="flex-auto px-4!"
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        {t('grade.all')}
      </Button>
      {wanted && (
        <Suspense>
          <GradeSheet open={open} onOpenChange={setOpen} badge={issue.card.badge} issue={issue} />
        </Suspense>
      )}
    </>
  )
}
