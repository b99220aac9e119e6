import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Code } from '../../ui/values/num.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'

const STEPS = ['fixed', 'sealed', 'drawn'] as const

/** A draw in three steps, with a link to a real calculation. */
export function HowDrawsWork({ drawn }: { drawn: string | undefined }) {
  const { t } = useTranslation('landing')
  return (
    <Ticket
      facts={
        <section aria-labelledby="how-title">
          <h2 id="how-title" className="text-title">
            {t('how.title')}
          </h2>
          <p className="text-ink-2 mt-1">{t('how.text')}</p>
          <ol className="mt-4 flex flex-col">
            {STEPS.map((step, index) => (
              <li key={step} className="flex gap-3.5">
                <span aria-hidden="true" className="flex flex-col items-center">
                  <span className="bg-brand text-on-brand text-lead grid size-9 shrink-0 place-items-center rounded-full">
                    <Code>{index + 1}</Code>
                  </span>
                  {index < STEPS.length - 1 && (
                    <span className="bg-line-strong my-1.5 w-0.5 flex-1 rounded-full" />
                  )}
                </span>
                <div className="min-w-0 flex-1 pb-5">
                  <h3 className="text-lead pt-1.5">{t(`how.${step}.title`)}</h3>
                  <p className="text-ink-2 mt-1">{t(`how.${step}.text`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      }
      yours={
        <>
          <p className="font-medium">{t('how.check')}</p>
          <ButtonLink
            {...(drawn === undefined ? paths.mall({ status: 'drawn' }) : paths.calculation(drawn))}
            tone="outline"
            wide
            className="mt-3"
          >
            {t('how.see')}
          </ButtonLink>
          <Link
            {...paths.fair()}
            className="text-brand mt-1 -mb-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {t('how.more')}
          </Link>
        </>
      }
    />
  )
}
