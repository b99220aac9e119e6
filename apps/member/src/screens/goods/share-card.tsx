import { useState, lazy, Suspense } from 'react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { hrefOf, paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { SharePicture } from '../../parts/share-picture/share-picture.tsx'
import { joinedShare } from '../../parts/share-picture/shared.ts'
import { CodeChip } from '../../parts/shares/code-chip.tsx'
import { ShareSheet, useStubText } from '../../parts/shares/share-sheet.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { FIRST_CODE, firstCodes } from './purchase/purchase-math.ts'
import type { Issue } from './use-issue.ts'

const CodesSheet = lazy(() => import('./codes-sheet.tsx').then((module) => ({ default: module.CodesSheet })))

/** The whole issue as a sheet of stubs above the cut, the member's shares below it. */
export function ShareCard({ issue, revealed }: { issue: Issue; revealed: boolean }) {
  const { t } = useTranslation('goods')
  const { card } = issue
  const stub = useStubText(card.shares)
  return (
    <Ticket
      facts={
        <>
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 className="text-lead">{t('sheet.title')}</h2>
            <span className="text-cap text-ink-2">{stub}</span>
          </div>
          <IssueSheet issue={issue} revealed={revealed} />
        </>
      }
      yours={
        <>
          <OwnCodes issue={issue} />
          {!revealed && <JoinedPicture issue={issue} />}
        </>
      }
    />
  )
}

/** A picture of the member's shares to share, while they can still win. */
export function JoinedPicture({ issue: { card, mine } }: { issue: Issue }) {
  const shared = joinedShare(card, mine[0]?.first)
  return shared && <SharePicture shared={shared} look="line" className="-mb-2 mt-1" />
}

/** The sheet of stubs; once the code is open, with the winning stub. */
export function IssueSheet({ issue: { card, mine }, revealed }: { issue: Issue; revealed: boolean }) {
  const { t } = useTranslation('goods')
  return (
    <ShareSheet
      sold={card.sold}
      total={card.shares}
      mine={mine.map(({ first, quantity }) => ({ first: first - FIRST_CODE, quantity }))}
      mineCount={card.mine}
      {...(revealed &&
        card.winner !== null && {
          winning: { position: card.winner.code - FIRST_CODE, legend: t('draw.winningHere') },
        })}
    />
  )
}

const SHOWN = 3

/**
 * The first codes, and a sheet with all of them.
 * @param inline in one line, for the ticket of a wide page
 */
export function OwnCodes({ issue, inline = false }: { issue: Issue; inline?: boolean }) {
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
          {...paths.login({ next: hrefOf(paths.goods(card.issue)) })}
          className="text-brand inline-flex min-h-6 items-center font-semibold underline underline-offset-4"
        >
          {t('codes.logIn')}
        </Link>
      </p>
    )
  }
  if (card.mine === 0) return <p className="text-ink-2">{t('codes.none')}</p>
  const codes = firstCodes(mine, SHOWN)
  const all = (
    <button
      type="button"
      onClick={() => {
        setWanted(true)
        setOpen(true)
      }}
      aria-haspopup="dialog"
      className="text-brand min-h-11 shrink-0 font-semibold"
    >
      {t('codes.all', { count: card.mine })}
    </button>
  )
  const chips = codes.map((code) => (
    <CodeChip
      key={code}
      code={code}
      won={code === card.winner?.code}
      className={inline ? 'px-2.5!' : 'w-full px-1!'}
    />
  ))
  return (
    <>
      {inline ? (
        <div className="flex items-center gap-2">
          <h2 className="sr-only">{t('codes.title')}</h2>
          <div className="flex min-w-0 flex-1 flex-wrap gap-2">{chips}</div>
          {all}
        </div>
      ) : (
        <>
          <div className="-mt-2 mb-1 flex items-center justify-between gap-3">
            <h3 className="text-ink-2 font-medium">{t('codes.title')}</h3>
            {all}
          </div>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] gap-2">{chips}</div>
        </>
      )}
      {wanted && (
        <Suspense>
          <CodesSheet open={open} onOpenChange={setOpen} issue={issue} />
        </Suspense>
      )}
    </>
  )
}
