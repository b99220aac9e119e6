import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { BrandMark } from '../../parts/brand/brand-mark.tsx'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { LanguageMenu } from '../../parts/preferences/language-menu.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Stage, Sunrise } from '../../ui/layout/stage.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { useHeadParts } from '../../ui/navigation/head-parts.tsx'
import { useNoticePart } from '../../ui/navigation/notice-part.ts'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'

/** The sun behind the upper edge of the hero ticket: on a phone, on a tablet, on a desktop. */
const SUNS = {
  phone: { at: { end: 138, top: 70 }, sun: 30, first: 62, step: 25, rings: 12 },
  tab: { at: { start: '57%', top: 108 }, sun: 50, first: 84, step: 28, rings: 18 },
  desk: { at: { start: '46.5%', top: 92 }, sun: 58, first: 96, step: 30, rings: 26 },
} as const

/**
 * The stage band with the sun behind the hero ticket. On it the brand; from 1024 px, where the top bar has the brand,
 * `heading`.
 * @param won whether the hero is the gold ticket of a winner
 */
export function HomeNav({ won, heading }: { won: boolean; heading?: React.ReactNode }) {
  const { t } = useTranslation(['home', 'ui'])
  const member = useMember()
  const isTab = useWide('tab')
  const isDesk = useWide('desk')
  const head = useHeadParts()
  const notices = useNoticePart()
  const sun = SUNS[isDesk ? 'desk' : isTab ? 'tab' : 'phone']
  return (
    <>
      <Stage
        shape="band"
        className="desk:h-75 tab:h-57 px-page absolute! inset-x-0 top-0 h-[calc(152px+var(--safe-top))]"
      >
        <div className="relative -z-10 h-full">
          <Sunrise {...sun} tone={won ? 'pale' : 'gold'} />
        </div>
      </Stage>
      {isDesk ? (
        <div className="on-stage px-page relative flex h-18 items-center gap-3">
          {heading ?? <h1 className="text-head truncate">{t('ui:brand')}</h1>}
        </div>
      ) : (
        <NavBar
          back={false}
          look="stage"
          tall
          actions={
            <>
              {head && <head.BalancePill look="stage" />}
              {notices && <notices.NoticeBell look="stage" />}
              {member === null && (
                <ButtonLink {...paths.login({ next: '/' })} tone="stage" size="sm">
                  {t('logIn')}
                </ButtonLink>
              )}
              <LanguageMenu look="stage" />
            </>
          }
        >
          <div className="tab:me-4 -ms-2 flex min-w-0 flex-1 items-center gap-2.5">
            {/* the narrowest screens keep the name whole rather than its mark */}
            <span className="shrink-0 max-[359px]:hidden">
              <BrandMark size={28} />
            </span>
            {/* beside a long «log in» the label goes below the name */}
            <div className="flex min-w-0 flex-wrap items-center gap-x-2.5">
              <h1 className="text-title truncate">{t('ui:brand')}</h1>
              <PlayMoneyBadge onStage />
            </div>
            {head && (
              <div className="ms-3 flex-1">
                <head.SearchBox look="stage" />
              </div>
            )}
          </div>
        </NavBar>
      )}
    </>
  )
}
