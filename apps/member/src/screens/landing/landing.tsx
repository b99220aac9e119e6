import { home } from '@fairlot/contract/endpoints/home'
import { useTranslation } from '../../i18n/i18n.ts'
import { useRead } from '../../queries/queries.ts'
import { Page, Panes } from '../../ui/layout/page.tsx'
import { Hero } from './landing-hero.tsx'
import { HowDrawsWork } from './how-draws-work.tsx'
import { InstallCard } from './install-card.tsx'
import { LiveTicket } from './live-ticket.tsx'
import { Plainly, Trust } from './plain-words.tsx'

/** The landing page: what Fairlot is. It shows only real data. */
export default function LandingScreen() {
  const { t } = useTranslation('landing')
  // Shows real issues when the server answers; without them the text is the same.
  const { data } = useRead(home, {})
  const live = data?.almostFull[0] ?? data?.justOpened[0]
  const drawn = data?.justDrawn[0]
  return (
    <Page title={t('title')} bleed>
      <Hero withTicket={live !== undefined} />
      <div className="px-page desk:gap-8 flex flex-col gap-5">
        {live && <LiveTicket card={live} />}
        <div className={live ? undefined : 'pt-5'}>
          <Panes
            start={
              <>
                <HowDrawsWork drawn={drawn?.issue} />
                <Trust />
              </>
            }
            end={
              <>
                <Plainly />
                <InstallCard />
              </>
            }
          />
        </div>
      </div>
    </Page>
  )
}
