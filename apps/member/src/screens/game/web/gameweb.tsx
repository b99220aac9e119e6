import { gameWeb } from '@fairlot/contract/endpoints/game'
import { Globe } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { currentLanguage } from '../../../stores/preferences.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { List, ListAnchor } from '../../../ui/lists/list-row.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'

/**
 * Games of other sites, which the operator lists. Each opens on a page of its own (`/gameweb`), because only that page may frame
 * another site. The link carries nothing of the member.
 */
export default function GamewebScreen() {
  const { t } = useTranslation('game')
  const query = useRead(gameWeb, {})
  const title = t('web.title')
  return (
    <Page title={title} nav={<NavBar title={title} />} width="text">
      <QueryState query={query} data={query.data} pending={<WebBones />}>
        {({ games }) =>
          games.length === 0 ? (
            <EmptyState
              title={t('web.off')}
              text={t('web.offText')}
              action={<ButtonLink {...paths.games()}>{t('bets.toGames')}</ButtonLink>}
            />
          ) : (
            <div className="flex flex-col gap-4 pt-2">
              <Notice tone="warn">
                <p className="font-semibold">{t('web.notOurs')}</p>
                <ul className="mt-1 flex list-disc flex-col gap-1 ps-5">
                  <li>{t('web.proofs')}</li>
                  <li>{t('web.money')}</li>
                  <li>{t('web.secrets')}</li>
                </ul>
              </Notice>
              <List label={title}>
                {games.map(({ id, title: name, host, page }) => (
                  <ListAnchor
                    key={id}
                    href={`${page}&lang=${currentLanguage()}&theme=${document.documentElement.dataset.theme ?? 'light'}`}
                    icon={Globe}
                    label={name}
                    value={<bdi dir="ltr">{host}</bdi>}
                  />
                ))}
              </List>
            </div>
          )
        }
      </QueryState>
    </Page>
  )
}

function WebBones() {
  return (
    <Skeleton>
      <div className="flex flex-col gap-4 pt-2">
        <Bone className="rounded-tile h-36" />
        <Bone className="rounded-card h-26" />
      </div>
    </Skeleton>
  )
}
