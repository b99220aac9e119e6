import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'

export const STEPS = ['document', 'pictures', 'yourself', 'sent'] as const
export type Step = (typeof STEPS)[number]

/** The steps of the check: done, now, ahead. */
export function StepBar({ now, steps }: { now: Step; steps: readonly Step[] }) {
  const { t } = useTranslation('identity')
  const at = steps.indexOf(now)
  return (
    <ol aria-label={t('steps.label')} className="flex gap-2">
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} className="min-w-0 flex-1">
          <span
            aria-hidden="true"
            className={cx(
              'block h-2 rounded-full',
              index < at ? 'bg-sold' : index === at ? 'bg-gold' : 'bg-sunken',
            )}
          />
          <span
            className={cx(
              'text-cap mt-1.5 block break-words',
              index === at ? 'text-ink font-semibold' : 'text-ink-2',
            )}
          >
            {t(`steps.${step}`)}
          </span>
        </li>
      ))}
    </ol>
  )
}
