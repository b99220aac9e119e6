import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { BrandMark } from '../../parts/brand/brand-mark.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { LanguageMenu } from '../../parts/preferences/language-menu.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { Stage, Sunrise } from '../../ui/layout/stage.tsx'

const RINGS = { sun: 64, first: 92, step: 30, rings: 20 } as const

/** The headline, and the buttons to register and log in. */
export function Hero({ withTicket }: { withTicket: boolean }) {
  const { t } = useTranslation('landing')
  const { t: ui } = useTranslation()
  const member = useMember()
  const isWide = useWide('tab')
  const isDesk = useWide('desk')
  return (
    <Stage shape="band" className={cx('px-page desk:pb-16', withTicket ? 'pb-30' : 'pb-12')}>
      <div className="absolute inset-0 -z-10">
        <div className="px-page h-full">
          <div className="relative h-full">
            <Sunrise
              {...RINGS}
              at={{ end: isWide ? 150 : 76, bottom: withTicket ? (isDesk ? 172 : 84) : 4 }}
            />
          </div>
        </div>
      </div>
      <div className="max-tab:bleed-page tab:*:px-0! desk:hidden">
        <NavBar look="stage" tall back={false} actions={<LanguageMenu look="stage" />}>
          <p className="text-title -ms-2 flex min-w-0 flex-1 items-center gap-3">
            <BrandMark size={34} />
            {ui('brand')}
            <PlayMoneyBadge onStage />
          </p>
        </NavBar>
      </div>
      <div className="desk:max-w-xl desk:pt-5 max-w-lg">
        <h1 className="text-display mt-7 leading-[1.16] text-balance">{t('hero.title')}</h1>
        <p className="text-on-brand-2 text-lead mt-3 font-medium">{t('hero.text')}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {member === null ? (
            <>
              <ButtonLink
                {...paths.register()}
                tone="gold"
                size="lg"
                className="desk:flex-none desk:px-12 flex-auto"
              >
                {t('hero.register')}
              </ButtonLink>
              {/* the top bar has it from 1024 px */}
              <ButtonLink {...paths.login()} tone="stage" size="lg" className="desk:hidden flex-auto">
                {t('hero.logIn')}
              </ButtonLink>
            </>
          ) : (
            <>
              <ButtonLink {...paths.mall()} tone="gold" size="lg" className="flex-auto">
                {t('hero.mall')}
              </ButtonLink>
              <ButtonLink {...paths.orders()} tone="stage" size="lg" className="flex-auto">
                {t('hero.orders')}
              </ButtonLink>
            </>
          )}
        </div>
        <Link
          {...paths.home()}
          className="mt-3 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('hero.look')}
        </Link>
      </div>
    </Stage>
  )
}
