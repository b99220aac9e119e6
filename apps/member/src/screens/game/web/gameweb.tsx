import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'

/** Games of other makers. This deployment lists none, so the page refuses. */
export default function GamewebScreen() {
  const { t } = useTranslation('game')
  return (
    <Page title={t('web.title')} nav={<NavBar title={t('web.title')} />} width="text">
      <EmptyState
        title={t('web.off')}
        text={t('web.offText')}
        action={<ButtonLink {...paths.games()}>{t('bets.toGames')}</ButtonLink>}
      />
    </Page>
  )
}
