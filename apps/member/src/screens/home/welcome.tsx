import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'

/** For visitors: what Fairlot is, and how to take part. */
export default function Welcome() {
  const { t } = useTranslation('home')
  return (
    <Ticket
      className="tab:max-w-160 desk:hidden"
      facts={
        <section>
          <h2 className="text-lead">{t('welcome.title')}</h2>
          <p className="text-ink-2 mt-1">{t('welcome.text')}</p>
        </section>
      }
      yoursClass="flex flex-wrap gap-2 p-4"
      yours={
        <>
          <ButtonLink {...paths.register({ next: '/' })} className="desk:flex-none flex-auto">
            {t('welcome.register')}
          </ButtonLink>
          <ButtonLink {...paths.landing()} tone="outline" className="desk:flex-none flex-auto">
            {t('welcome.how')}
          </ButtonLink>
        </>
      }
    />
  )
}
