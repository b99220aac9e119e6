import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Panes } from '../../ui/layout/page.tsx'
import { Bone, RowBone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Stage } from '../../ui/layout/stage.tsx'
import { WinningCode } from '../../parts/shares/winning-code.tsx'
import { GradeBadge } from '../goods/grade/grade-badge.tsx'
import { TierCard } from '../../parts/tiers/tier-card.tsx'
import type { Issue } from '../goods/use-issue.ts'
import { CheckSteps } from './check-steps.tsx'
import { CountedOrders } from './counted-orders.tsx'
import { DrawTimeline } from './draw-timeline.tsx'
import { FormulaTicket } from './formula-ticket.tsx'
import { IssueLine } from './issue-line.tsx'
import { MoneyBack } from './money-back.tsx'
import type { CalculationHead, CountedOrder } from './use-calculation.ts'
import { useCalculation } from './use-calculation.ts'
import { heldSealed } from '../../parts/proof/held.ts'
import { useCheck } from '../../parts/proof/use-check.ts'
import { useUntilConfirmed } from '../../parts/proof/witnesses/use-until-confirmed.ts'
import { Verdict } from './verdict.tsx'
import { VerifyYourself } from './verify-yourself.tsx'
import { WhoSigned } from './who-signed.tsx'
import type { Pages } from '../../ui/lists/infinite-list.tsx'

const SUN = { at: { bottom: -14 }, sun: 44, first: 66, step: 25, rings: 11 } as const

/** The whole calculation of a drawn issue, checked on this device. */
export function Drawn({ issue, roll }: { issue: Issue; roll: boolean }) {
  const { card } = issue
  const { head, rows, query } = useCalculation(card.issue, card.status)
  return (
    <QueryState query={query} data={head} pending={<CalculationBones />}>
      {(known) => <DrawnView issue={issue} head={known} rows={rows} roll={roll} />}
    </QueryState>
  )
}

function DrawnView({
  issue,
  head,
  rows,
  roll,
}: {
  issue: Issue
  head: CalculationHead
  rows: Pages<CountedOrder>
  roll: boolean
}) {
  const { t } = useTranslation('calculation')
  useUntilConfirmed(issue.card.issue, issue.vouching)
  const check = useCheck(head, issue.vouching?.confirmations)
  const { card, code } = head
  // Who watched the wait holds the sealed document: the device computes the code first.
  const [isHeld] = useState(() => heldSealed(card.issue) !== null)
  const isPredicting = isHeld && check.state === 'running'
  return (
    <Panes
      start={
        <>
          <Stage label={t('winning')} sunrise={SUN} className="px-4 pt-5 pb-10 text-center">
            <IssueLine card={card} />
            <h2 className="text-on-brand-2 mt-2">{t(isPredicting ? 'predicting' : 'winning')}</h2>
            <div className="mt-3">
              <WinningCode code={isPredicting ? null : code} roll={roll} />
            </div>
          </Stage>
          <Verdict
            check={check}
            isDrawn
            code={code}
            isLocal={card.badge.endsWith('-local')}
            isDemo={card.product.demo}
          />
          {issue.vouching?.afterLoss === true && <Notice>{t('check.favourLost')}</Notice>}
          <WhoSigned check={check} />
          <MoneyBack back={issue.back} />
          <FormulaTicket
            timesCounted={head.timesCounted}
            grade={head.grade}
            shares={card.shares}
            sealed={head}
            entropyRemainder={head.entropyRemainder}
          />
          {!isPredicting && <TierCard tiers={card.tiers} shares={card.shares} winning={code} />}
          <Card>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="text-lead">{t('grade.title')}</h2>
              <GradeBadge badge={card.badge} issue={head} named />
            </div>
            {head.vouching == null || card.badge !== 'witnessed' ? (
              <p className="text-ink-2 mt-2">{t(`grade.${card.badge}`)}</p>
            ) : (
              <p className="text-ink-2 mt-2">{t('grade.quorum')}</p>
            )}
          </Card>
          {check.state === 'done' && <DrawTimeline head={head} checked={check.checked} />}
          {check.state === 'done' && <CheckSteps checked={check.checked} />}
          <VerifyYourself head={head} check={check} />
        </>
      }
      end={<CountedOrders head={head} rows={rows} check={check} />}
    />
  )
}

export function CalculationBones() {
  return (
    <Skeleton>
      <Bone className="rounded-sheet h-44" />
      <Bone className="rounded-card mt-5 h-20" />
      <Bone className="rounded-card mt-5 h-80" />
      <RowBone />
      <RowBone />
    </Skeleton>
  )
}
