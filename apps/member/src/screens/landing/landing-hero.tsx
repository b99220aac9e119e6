import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { BrandMark } from '../../parts/brand/brand-mark.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { LanguageMenu } from '../../parts/preferences/language-menu.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { Stage } from '../../ui/layout/stage.tsx'

/** The headline, and the buttons to register and log in. */
export function Hero({ withTicket }: { withTicket: boolean }) {
  const { t } = useTranslation('landing')
  const { t: ui } = useTranslation()
  const member = useMember()
  return (
    <Stage
      shape="band"
      sunrise={{ at: { end: 92, bottom: withTicket ? 84 : 4 }, sun: 64, first: 92, step: 30, rings: 13 }}
      className={cx('px-page', withTicket ? 'pb-30' : 'pb-12')}
    >
      <div className="-mx-4">
        <NavBar look="stage" tall back={false} actions={<LanguageMenu look="stage" />}>
          <p className="text-title -ms-2 flex min-w-0 flex-1 items-center gap-3">
            <BrandMark size={34} />
            {ui('brand')}
            <PlayMoneyBadge onStage />
          </p>
        </NavBar>
      </div>
      <div className="max-w-lg">
        <h1 className="text-display mt-7 leading-[1.16] text-balance">{t('hero.title')}</h1>
        <p className="text-on-brand-2 text-lead mt-3 font-medium">{t('hero.text')}</p>
        <div className="mt-6 flex flex-wrap gap-3">
          {member === null ? (
            <>
              <ButtonLink {...paths.register()} tone="gold" size="lg" className="flex-auto">
                {t('hero.register')}
              </ButtonLink>
              <ButtonLink {...paths.login()} tone="stage" size="lg" className="flex-auto">
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
