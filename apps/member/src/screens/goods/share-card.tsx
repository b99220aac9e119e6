import { useState, lazy, Suspense } from 'react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { CodeChip } from '../../ui/code-chip.tsx'
import { ShareSheet, useStubText } from '../../ui/share-sheet.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import { FIRST_CODE, firstCodes } from './purchase-math.ts'
import { buyPlace } from './use-buy-sheet.ts'
import type { Issue } from './use-issue.ts'

const CodesSheet = lazy(() => import('./codes-sheet.tsx').then((module) => ({ default: module.CodesSheet })))

/** The whole issue as a sheet of stubs above the cut; what is yours below it. */
export function ShareCard({ issue }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const { card, mine } = issue
  const stub = useStubText(card.shares)
  return (
    <Ticket
      facts={
        <>
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 className="text-lead">{t('sheet.title')}</h2>
            <span className="text-cap text-ink-2">{stub}</span>
          </div>
          <ShareSheet
            sold={card.sold}
            total={card.shares}
            mine={mine.map(({ first, quantity }) => ({ first: first - FIRST_CODE, quantity }))}
            mineCount={card.mine}
          />
        </>
      }
      yours={<OwnCodes issue={issue} />}
    />
  )
}

const SHOWN = 3

/** The first codes, and all of them in a sheet. */
export function OwnCodes({ issue }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const member = useMember()
  const { card, mine } = issue
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  if (member === null) {
    return (
      <p className="text-ink-2">
        {t('codes.anonymous')}{' '}
        <Link
          {...paths.login({ next: buyPlace(card.issue, 1).replace(/&buy=1$/, '') })}
          className="text-brand inline-flex min-h-6 items-center font-semibold underline underline-offset-4"
        >
          {t('codes.logIn')}
        </Link>
      </p>
    )
  }
  if (card.mine === 0) return <p className="text-ink-2">{t('codes.none')}</p>
  const codes = firstCodes(mine, SHOWN)
  return (
    <>
      <div className="-mt-2 mb-1 flex items-center justify-between gap-3">
        <h3 className="text-ink-2 font-medium">{t('codes.title')}</h3>
        <button
          type="button"
          onClick={() => {
            setWanted(true)
            setOpen(true)
          }}
          aria-haspopup="dialog"
          className="text-brand min-h-11 font-semibold"
        >
          {t('codes.all', { count: card.mine })}
        </button>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] gap-2">
        {codes.map((code) => (
          <CodeChip key={code} code={code} won={code === card.winner?.code} className="w-full px-1!" />
        ))}
      </div>
      {wanted && (
        <Suspense>
          <CodesSheet open={open} onOpenChange={setOpen} issue={issue} />
        </Suspense>
      )}
    </>
  )
}
