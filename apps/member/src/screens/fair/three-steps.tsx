import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Code } from '../../ui/values/num.tsx'
import { StepDrawing } from './step-drawing.tsx'

const STEPS = ['fixed', 'sealed', 'drawn'] as const

/** How a draw is made, with a drawing for each step. */
export function ThreeSteps() {
  const { t } = useTranslation('fair')
  return (
    <Card>
      <h2 className="text-title">{t('steps.title')}</h2>
      <ol className="mt-4 flex flex-col gap-7">
        {STEPS.map((step, index) => (
          <li key={step}>
            <div className="bg-sunken rounded-tile grid place-items-center px-4 py-4">
              <StepDrawing step={step} />
            </div>
            <h3 className="text-lead mt-3 flex items-start gap-2.5">
              <span className="bg-brand text-on-brand text-cap mt-px grid size-6 shrink-0 place-items-center rounded-full">
                <Code>{index + 1}</Code>
              </span>
              {t(`steps.${step}.title`)}
            </h3>
            <p className="text-ink-2 mt-1 text-pretty">{t(`steps.${step}.text`)}</p>
          </li>
        ))}
      </ol>
      <Link
        {...paths.rule('draw')}
        className="text-brand mt-3 -mb-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('steps.rule')}
      </Link>
    </Card>
  )
}
