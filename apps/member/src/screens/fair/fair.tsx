import { fairAbout } from '@fairlot/contract/endpoints/fair'
import { winners } from '@fairlot/contract/endpoints/mall/draws'
import { useTranslation } from '../../i18n/i18n.ts'
import { useRead } from '../../queries/queries.ts'
import { LazyTrustedCard } from '../../parts/proof/witnesses/lazy-parts.tsx'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Page, Panes } from '../../ui/layout/page.tsx'
import { Stage } from '../../ui/layout/stage.tsx'
import { DeviceEvidence } from './device-evidence.tsx'
import { Grades } from './grades.tsx'
import { LostLog } from './lost-log.tsx'
import { NewRules } from './new-rules.tsx'
import { PastDraws } from './past-draws.tsx'
import { PublicLog } from './public-log.tsx'
import { Receipts } from './receipts.tsx'
import { SelfCheck } from './self-check.tsx'
import { SolvencyLink } from './solvency-link.tsx'
import { SplitView } from './split-view.tsx'
import { ThreeSteps } from './three-steps.tsx'
import { useEvidenceVisit } from './use-evidence-visit.ts'
import { WhoCouldCheat } from './who-could-cheat.tsx'
import { WitnessList } from './witness-list.tsx'
import { Words } from './words.tsx'

const SUN = { at: { end: 26, bottom: -10 }, sun: 40, first: 60, step: 24, rings: 10 } as const
/** The number of past draws that the page offers to check. */
const SHOWN = 5

/** Explains in plain words how draws are made, what members still have to trust, and how to check a draw. */
export default function FairScreen() {
  const { t } = useTranslation('fair')
  const query = useRead(fairAbout, {})
  const past = useRead(winners, { limit: SHOWN })
  const latest = past.data?.items[0]
  useEvidenceVisit()
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />} dataAt={query.dataUpdatedAt}>
      <div className="flex flex-col gap-5 pt-2">
        <SplitView />
        <LostLog about={query.data} />
        <Stage label={t('hero.title')} sunrise={SUN} className="px-5 pt-6 pb-7">
          <h2 className="text-head max-w-96 text-balance">{t('hero.title')}</h2>
          <p className="text-on-brand-2 mt-2 max-w-108 pe-6 text-pretty">{t('hero.text')}</p>
          <ButtonLink
            {...(latest ? paths.calculation(latest.issue) : paths.mall({ status: 'drawn' }))}
            tone="gold"
            size="lg"
            className="mt-5"
          >
            {t('hero.check')}
          </ButtonLink>
        </Stage>
        <Panes
          start={
            <>
              <ThreeSteps />
              <WhoCouldCheat about={query} />
              <NewRules />
              <Grades about={query.data} />
              <Words />
            </>
          }
          end={
            <>
              <PastDraws query={past} />
              <SelfCheck about={query.data} issue={latest?.issue} />
              <PublicLog about={query} />
              <WitnessList witnesses={query.data?.witnesses ?? []} />
              {query.data && <LazyTrustedCard witnesses={query.data.witnesses} />}
              <Receipts />
              <SolvencyLink />
              <DeviceEvidence />
            </>
          }
        />
      </div>
    </Page>
  )
}
