import { Check, Clock3, Minus, X } from 'lucide-react'
import type { StepStatus } from '@fairlot/fairness/verify'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { CheckedRound, RoundCheckStep } from '../../../parts/proof/round-check.ts'
import { LazyUntrustedBox } from '../../../parts/proof/witnesses/lazy-parts.tsx'
import { VerdictBox } from '../../../parts/proof/verdict-box.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/layout/card.tsx'
import type { RoundCheck } from './use-round-check.ts'

/** The result of this device's check. It says "verified" only after a successful check. */
export function RoundVerdict({ check }: { check: RoundCheck }) {
  const { t } = useTranslation(['round', 'ui'])
  if (check.state === 'running')
    return <VerdictBox status look="running" title={t('check.running')} text={t('check.runningText')} />
  if (check.state === 'failed')
    return (
      <VerdictBox
        look="unsure"
        title={t('check.notDone')}
        text={check.message ?? t('check.notDoneText')}
        action={<Button onClick={check.start}>{t('ui:retry')}</Button>}
      />
    )
  return <Finding checked={check.checked} onTrusted={check.start} />
}

function Finding({ checked, onTrusted }: { checked: CheckedRound; onTrusted: () => void }) {
  const { t } = useTranslation('round')
  const { verdict, failed, isVoid } = checked
  if (verdict === 'failed')
    return (
      <VerdictBox
        look="bad"
        title={t('check.bad', { step: t(`step.${failed?.step ?? 'terms'}.name`) })}
        text={t('check.badText')}
      />
    )
  if (verdict === 'unknown-zone')
    return <VerdictBox look="unsure" title={t('check.notDone')} text={t('check.unknownZone')} />
  if (verdict === 'arithmetic')
    return <VerdictBox look="unsure" title={t('check.arithmetic')} text={t('check.arithmeticText')} />
  if (verdict === 'untrusted')
    return (
      checked.trusted && <LazyUntrustedBox what="round" trusted={checked.trusted} onTrusted={onTrusted} />
    )
  const isSealed = verdict === 'sealed'
  const name = isSealed ? 'sealed' : isVoid ? 'void' : 'ok'
  return (
    <VerdictBox
      status
      look={isSealed ? 'sealed' : 'ok'}
      title={t(`check.${name}`)}
      text={t(`check.${name}Text`)}
    >
      {checked.badge?.endsWith('-local') === true && <p className="mt-2">{t('check.local')}</p>}
      {checked.isDemo && <p className="mt-2">{t('check.demo')}</p>}
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
export function RoundSteps({ steps, hasQuorum }: Pick<CheckedRound, 'steps' | 'hasQuorum'>) {
  const { t } = useTranslation('round')
  return (
    <Card>
      <h2 className="text-title">{t('steps')}</h2>
      <ol className="mt-2 flex flex-col">
        {steps.map((step) => (
          <StepRow key={step.step} {...step} hasQuorum={hasQuorum} />
        ))}
      </ol>
    </Card>
  )
}

function StepRow({ step, status, detail, hasQuorum }: RoundCheckStep & Pick<CheckedRound, 'hasQuorum'>) {
  const { t } = useTranslation(['round', 'calculation'])
  const [Icon, look] = MARKS[status]
  return (
    <li className="border-line flex items-start gap-3 border-b py-2.5 last:border-transparent last:pb-0">
      <span className={cx('mt-0.5 grid size-6 shrink-0 place-items-center rounded-full', look)}>
        <Icon size={15} strokeWidth={2.6} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold">{t(`step.${step}.name`)}</span>
          <span
            className={cx(
              'text-cap font-semibold',
              status === 'passed' ? 'text-ok' : status === 'failed' ? 'text-bad' : 'text-ink-2',
            )}
          >
            {t(`calculation:status.${status}`)}
          </span>
        </span>
        <span className="text-cap text-ink-2 block">
          {t(step === 'witnesses' && hasQuorum ? 'step.witnesses.quorum' : `step.${step}.text`)}
        </span>
        {status === 'failed' && (
          <bdi lang="en" dir="ltr" className="text-cap text-bad block break-words font-medium">
            {detail}
          </bdi>
        )}
      </span>
    </li>
  )
}
