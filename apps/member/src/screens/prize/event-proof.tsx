import { Check, Clock3, Minus, X } from 'lucide-react'
import type { StepStatus } from '@fairlot/fairness/verify'
import { useTranslation } from '../../i18n/i18n.ts'
import { ProofCard } from '../../parts/proof/proof-card.tsx'
import type { CheckedEvent, EventCheckStep } from '../../parts/proof/event-check.ts'
import { LazyUntrustedBox, LazyWitnessLanes } from '../../parts/proof/witnesses/lazy-parts.tsx'
import { VerdictBox } from '../../parts/proof/verdict-box.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Code, Num } from '../../ui/values/num.tsx'
import { shownOf, useEventCheck } from './use-event-check.ts'
import type { EventCheck } from './use-event-check.ts'
import type { OwnPart, PrizeEvent } from './use-prize.ts'

type EventProofProps = { event: PrizeEvent; own: OwnPart | null }

/** The check of a sealed, drawn or void event on this device, and its file. */
export function EventProof({ event, own }: EventProofProps) {
  const check = useEventCheck(shownOf(event, own), event.vouching?.confirmations)
  return (
    <>
      <EventVerdict check={check} />
      {check.state === 'done' && check.checked.vouched !== null && (
        <LazyWitnessLanes
          vouched={check.checked.vouched}
          trusted={check.checked.trusted}
          promised="event"
          onTrusted={check.start}
        />
      )}
      {check.state === 'done' && <LeftOut out={check.checked.out} own={own?.joined?.seq ?? null} />}
      {check.state === 'done' && <Steps steps={check.checked.steps} />}
      <ProofCard name={event.event} file={check.state === 'done' ? check.file : null} />
    </>
  )
}

/** The proof has all of them; a page with thousands of numbers helps nobody. */
const MOST_LISTED = 200

/** Who takes part no more, by the places in the list, as the checked document says. */
function LeftOut({ out, own }: { out: readonly number[]; own: number | null }) {
  const { t } = useTranslation('event')
  if (out.length === 0) return null
  return (
    <Card>
      <h2 className="text-title">
        {t('left.title')} <Num value={out.length} />
      </h2>
      <p className="text-ink-2 mt-1">{t('left.text')}</p>
      <ul className="mt-2 flex flex-wrap gap-1.5">
        {out.slice(0, MOST_LISTED).map((seq) => (
          <li
            key={seq}
            className={cx('rounded-tiny px-2 py-0.5', seq === own ? 'bg-gold-soft font-bold' : 'bg-sunken')}
          >
            <Code>{seq}</Code>
          </li>
        ))}
      </ul>
      {out.length > MOST_LISTED && <p className="text-ink-2 mt-2">{t('left.more')}</p>}
    </Card>
  )
}

function EventVerdict({ check }: { check: EventCheck }) {
  const { t } = useTranslation(['event', 'round', 'ui'])
  if (check.state === 'running')
    return <VerdictBox status look="running" title={t('check.running')} text={t('round:check.runningText')} />
  if (check.state === 'failed')
    return (
      <VerdictBox
        look="unsure"
        title={t('round:check.notDone')}
        text={check.message ?? t('round:check.notDoneText')}
        action={<Button onClick={check.start}>{t('ui:retry')}</Button>}
      />
    )
  return <Finding checked={check.checked} onTrusted={check.start} />
}

function Finding({ checked, onTrusted }: { checked: CheckedEvent; onTrusted: () => void }) {
  const { t } = useTranslation(['event', 'round'])
  const { verdict, failed, isVoid } = checked
  if (verdict === 'failed')
    return (
      <VerdictBox
        look="bad"
        title={t('round:check.bad', { step: t(`step.${failed?.step ?? 'terms'}`) })}
        text={t('round:check.badText')}
      />
    )
  if (verdict === 'arithmetic')
    return (
      <VerdictBox look="unsure" title={t('round:check.arithmetic')} text={t('round:check.arithmeticText')} />
    )
  if (verdict === 'unconfirmed')
    return <VerdictBox look="unsure" title={t('round:check.unconfirmed')} text={t('check.unconfirmed')} />
  if (verdict === 'untrusted')
    return checked.trusted && <LazyUntrustedBox what="draw" trusted={checked.trusted} onTrusted={onTrusted} />
  const isSealed = verdict === 'sealed'
  return (
    <VerdictBox
      status
      look={isSealed ? 'sealed' : 'ok'}
      title={t(isSealed ? 'round:check.sealed' : isVoid ? 'round:check.void' : 'round:check.ok')}
      text={t(isSealed ? 'check.sealed' : isVoid ? 'check.void' : 'check.ok')}
    >
      {checked.badge?.endsWith('-local') === true && <p className="mt-2">{t('round:check.local')}</p>}
    </VerdictBox>
  )
}

const MARKS: Record<StepStatus, readonly [icon: typeof Check, look: string]> = {
  passed: [Check, 'bg-ok-soft text-ok'],
  failed: [X, 'bg-bad text-surface'],
  absent: [Minus, 'bg-sunken text-ink-2'],
  unneeded: [Minus, 'bg-sunken text-ink-2'],
  open: [Clock3, 'bg-gold-soft text-gold-ink'],
}

/** Every step of the verification with its result. */
function Steps({ steps }: { steps: readonly EventCheckStep[] }) {
  const { t } = useTranslation(['event', 'round', 'calculation'])
  return (
    <Card>
      <h2 className="text-title">{t('round:steps')}</h2>
      <ol className="mt-2 flex flex-col">
        {steps.map(({ step, status, detail }) => {
          const [Icon, look] = MARKS[status]
          return (
            <li
              key={step}
              className="border-line flex items-start gap-3 border-b py-2 last:border-transparent last:pb-0"
            >
              <span className={cx('grid size-6 shrink-0 place-items-center rounded-full', look)}>
                <Icon size={15} strokeWidth={2.6} aria-hidden="true" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span>{t(`step.${step}`)}</span>
                  <span className="text-cap text-ink-2 font-semibold">
                    {t(`calculation:status.${status}`)}
                  </span>
                </span>
                {status === 'failed' && (
                  <bdi lang="en" dir="ltr" className="text-cap text-bad block font-medium break-words">
                    {detail}
                  </bdi>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
