import { Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { paths } from '../../paths.ts'
import { LOSS_AFTER_MS } from '../../page-timing.ts'
import { DIGITS } from '../../parts/shares/opening.ts'
import type { Issue } from '../goods/use-issue.ts'
import { cashWonIn } from '../goods/cash/cash-result.tsx'
import { LossPage } from './loss-page.tsx'
import { Night } from './night.tsx'
import { rememberOpened, wasOpened } from './opened.ts'
import { useDeviceCheck } from './use-device-check.ts'
import { useOpening } from './use-opening.ts'

const stillness = globalThis.matchMedia('(prefers-reduced-motion: reduce)')

/** Draw night while the code is open or still to open, then the page of the loss for a member who did not win. */
export function DrawView({ issue, dataAt }: { issue: Issue; dataAt: number }) {
  const { card } = issue
  const { winner } = card
  // A result that this device has opened before is not staged a second time.
  const [before] = useState(() => wasOpened(card.issue))
  const [atOnce, setAtOnce] = useState(() => before || stillness.matches)
  const locked = useOpening(winner?.code ?? null, card.shares, atOnce)
  const isOpen = winner !== null && locked === DIGITS
  const lost = winner !== null && !winner.mine && card.mine > 0 && cashWonIn(issue).length === 0
  const check = useDeviceCheck(issue)
  const [left, setLeft] = useState(before)
  useEffect(() => {
    if (isOpen) rememberOpened(card.issue)
    if (!isOpen || !lost) return
    const timer = setTimeout(() => setLeft(true), LOSS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOpen, lost, card.issue])

  if (card.status !== 'sold_out' && card.status !== 'drawn')
    return <Navigate {...paths.goods(card.issue)} replace />
  if (isOpen && lost && left) return <LossPage issue={issue} winner={winner} check={check} dataAt={dataAt} />
  return (
    <Night
      issue={issue}
      locked={locked}
      atOnce={atOnce}
      onAtOnce={() => setAtOnce(true)}
      check={check}
      isNews={!before}
    />
  )
}
