import { firstRoundAtOrAfter, QUICKNET } from '@fairlot/fairness/beacon'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useCheck } from '../../parts/proof/use-check.ts'
import type { Check } from '../../parts/proof/use-check.ts'
import { useDue } from '../../parts/shares/use-due.ts'
import { WinningCode } from '../../parts/shares/winning-code.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Panes } from '../../ui/layout/page.tsx'
import { Stage } from '../../ui/layout/stage.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Code } from '../../ui/values/num.tsx'
import type { Pages } from '../../ui/lists/infinite-list.tsx'
import type { Issue } from '../goods/use-issue.ts'
import { CheckSteps } from './check-steps.tsx'
import { CountedOrders } from './counted-orders.tsx'
import { DrawTimeline } from './draw-timeline.tsx'
import { CalculationBones } from './drawn-issue.tsx'
import { FormulaTicket } from './formula-ticket.tsx'
import { IssueLine } from './issue-line.tsx'
import { HexValue, PlainValue } from './proof-values.tsx'
import { useCalculation } from './use-calculation.ts'
import type { CalculationHead, CountedOrder } from './use-calculation.ts'
import { Verdict } from './verdict.tsx'
import { VerifyYourself } from './verify-yourself.tsx'
import { WhoSigned } from './who-signed.tsx'

const SUN = { at: { bottom: -14 }, sun: 44, first: 66, step: 25, rings: 11 } as const

/**
 * Between seal and draw: nothing can change any more. The sealed document is checked and held on this device, so that it
 * computes the code by itself when the round appears.
 */
export function Sealed({ issue }: { issue: Issue }) {
  const { card } = issue
  const { head, rows, query } = useCalculation(card.issue, `${card.status} ${card.attempt}`)
  return (
    <QueryState query={query} data={head} pending={<CalculationBones />}>
      {/* A further attempt has another round. */}
      {(known) => <SealedView key={card.attempt} issue={issue} head={known} rows={rows} />}
    </QueryState>
  )
}

type SealedViewProps = { issue: Issue; head: CalculationHead; rows: Pages<CountedOrder> }

function SealedView({ issue, head, rows }: SealedViewProps) {
  const { t } = useTranslation('calculation')
  const { card } = issue
  const check = useCheck(head)
  const [due, setDue] = useDue(card.drawAt)
  const hasBeacon = issue.chain !== null
  return (
    <Panes
      start={
        <>
          <Stage label={t('sealed.label')} sunrise={SUN} className="px-4 pt-5 pb-9 text-center">
            <IssueLine card={card} />
            <h2 className="text-lead mt-2">{t(due ? 'sealed.now' : 'sealed.title')}</h2>
            <div className="mt-3">
              {card.drawAt === null || due ? (
                <WinningCode code={null} />
              ) : (
                <Countdown until={card.drawAt} onEnd={setDue} look="cells" label={t('sealed.title')} />
              )}
            </div>
            {card.drawAt !== null && (
              <p className="text-on-brand-2 mt-3">
                {t('sealed.round', { round: String(roundAt(card.drawAt)) })}
              </p>
            )}
            {issue.grade === 'witnessed' && <Signed check={check} />}
          </Stage>
          <Verdict check={check} isDrawn={false} code={null} />
          <WhoSigned check={check} />
          <Card>
            <h2 className="text-title">{t('sealed.fixed')}</h2>
            <p className="text-ink-2 mt-1">{t(due && hasBeacon ? waitingText(issue) : 'sealed.text')}</p>
            <dl className="mt-2">
              <HexValue name={t('values.digest')} value={head.digest} />
              {card.drawAt !== null && (
                <>
                  <PlainValue name={t('values.round')}>
                    <Code>{roundAt(card.drawAt)}</Code>
                  </PlainValue>
                  <PlainValue name={t('sealed.roundTime')}>
                    <bdi>{formatDateTime(card.drawAt, activeLanguage())}</bdi>
                  </PlainValue>
                </>
              )}
              {issue.commitment !== null && (
                <HexValue name={t('values.commitment')} value={issue.commitment} />
              )}
              {issue.content !== null && <HexValue name={t('values.content')} value={issue.content} />}
            </dl>
          </Card>
          {check.state === 'done' && <DrawTimeline head={head} checked={check.checked} />}
          <FormulaTicket
            timesCounted={head.timesCounted}
            grade={head.grade}
            shares={card.shares}
            sealed={head}
            entropyRemainder={head.entropyRemainder}
          />
          {check.state === 'done' && <CheckSteps checked={check.checked} />}
          <VerifyYourself head={head} check={check} />
        </>
      }
      end={<CountedOrders head={head} rows={rows} check={check} />}
    />
  )
}

const signersOf = (check: Check): number =>
  check.state === 'done' ? check.checked.timeline.filter(({ what }) => what === 'witness').length : 0

/** What the draw waits for after the time of its round. */
function waitingText({ card: { awaitsWitness }, vouching }: Issue) {
  if (!awaitsWitness) return 'sealed.waiting'
  return vouching == null ? 'sealed.waitingWitness' : 'sealed.waitingQuorum'
}

/** How many witnesses have signed the seal. */
function Signed({ check }: { check: Check }) {
  const { t } = useTranslation('calculation')
  const count = signersOf(check)
  if (check.state !== 'done') return null
  return (
    <p role="status" className="text-on-stage mt-3 font-semibold">
      {count === 0 ? t('sealed.witnessNone') : t('sealed.witnessed', { count })}
    </p>
  )
}

/** The round at a time. Every chain, including the sandbox's own, counts rounds like drand quicknet. */
const roundAt = (drawAt: number): number => firstRoundAtOrAfter(Math.ceil(drawAt / 1000), QUICKNET)
