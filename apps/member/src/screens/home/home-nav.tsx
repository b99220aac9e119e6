import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { BrandMark } from '../../parts/brand/brand-mark.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { LanguageMenu } from '../../parts/preferences/language-menu.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { Stage } from '../../ui/layout/stage.tsx'

const SUN = { at: { end: 154, top: 70 }, sun: 30, first: 62, step: 25, rings: 12 } as const

/** The stage band with the brand and the sun behind the first ticket. */
export function HomeNav() {
  const { t } = useTranslation(['home', 'ui'])
  const member = useMember()
  return (
    <>
      <Stage shape="band" sunrise={SUN} className="absolute! inset-x-0 top-0 h-[calc(152px+var(--safe-top))]">
        {null}
      </Stage>
      <NavBar
        back={false}
        look="stage"
        tall
        actions={
          <>
            {member === null && (
              <ButtonLink {...paths.login({ next: '/' })} tone="stage" size="sm">
                {t('logIn')}
              </ButtonLink>
            )}
            <LanguageMenu look="stage" />
          </>
        }
      >
        <div className="-ms-2 flex min-w-0 flex-1 items-center gap-2.5">
          {/* the narrowest screens keep the name whole rather than its mark */}
          <span className="shrink-0 max-[359px]:hidden">
            <BrandMark size={28} />
          </span>
          <h1 className="text-title truncate">{t('ui:brand')}</h1>
          <PlayMoneyBadge onStage />
        </div>
      </NavBar>
    </>
  )
}
