import { Check, Clock3, Minus, X } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { StepStatus } from '@fairlot/fairness/verify'
import { Card } from '../../ui/layout/card.tsx'
import { cx } from '../../ui/cx.ts'
import type { Checked, CheckStep } from '../../parts/proof/check.ts'

const MARKS: Record<StepStatus, readonly [icon: typeof Check, look: string]> = {
  passed: [Check, 'bg-ok-soft text-ok'],
  failed: [X, 'bg-bad text-surface'],
  absent: [Minus, 'bg-sunken text-ink-2'],
  unneeded: [Minus, 'bg-sunken text-ink-2'],
  open: [Clock3, 'bg-gold-soft text-gold-ink'],
}

/** Every step of the verification with its result. */
export function CheckSteps({ checked }: { checked: Checked }) {
  const { t } = useTranslation('calculation')
  const isLost = checked.steps.some(({ step }) => step === 'loss')
  return (
    <Card>
      <h2 className="text-title">{t('steps.title')}</h2>
      <p className="text-ink-2 mt-1">{t('steps.text')}</p>
      <ol className="mt-3 flex flex-col">
        {checked.steps.map((step) => (
          <StepRow key={step.step} {...step} hasQuorum={checked.hasQuorum} isLost={isLost} />
        ))}
      </ol>
    </Card>
  )
}

type StepRowProps = CheckStep & Pick<Checked, 'hasQuorum'> & { isLost: boolean }

function StepRow({ step, status, detail, hasQuorum, isLost }: StepRowProps) {
  const { t } = useTranslation('calculation')
  const [Icon, look] = MARKS[status]
  const quiet = status !== 'passed' && status !== 'failed'
  return (
    <li className="border-line flex items-start gap-3 border-b py-2.5 last:border-transparent last:pb-0">
      <span className={cx('mt-0.5 grid size-6 shrink-0 place-items-center rounded-full', look)}>
        <Icon size={15} strokeWidth={2.6} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={cx('font-semibold', quiet && 'text-ink-2')}>{t(`step.${step}.name`)}</span>
          <span
            className={cx(
              'text-cap font-semibold',
              status === 'passed' ? 'text-ok' : status === 'failed' ? 'text-bad' : 'text-ink-2',
            )}
          >
            {t(`status.${status}`)}
          </span>
        </span>
        <span className="text-cap text-ink-2 block">
          {t(
            step !== 'witnesses' || !hasQuorum
              ? `step.${step}.text`
              : isLost
                ? 'step.witnesses.lost'
                : 'step.witnesses.quorum',
          )}
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
