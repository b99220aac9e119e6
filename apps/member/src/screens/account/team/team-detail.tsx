import { teamDetail } from '@fairlot/contract/endpoints/growth/team'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { FriendRow } from '../../../parts/growth/friend-row.tsx'
import { paths } from '../../../paths.ts'
import { usePages } from '../../../queries/pages.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Segments } from '../../../ui/fields/choice.tsx'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'

const LEVELS = ['1', '2'] as const
const TOPICS = ['team'] as const

/** The members of the team on one level. */
export default function TeamDetailScreen() {
  const { t } = useTranslation(['team', 'invite'])
  const { level = '1' } = useSearch({ from: '/pages/account/teamDetail' })
  const navigate = useNavigate()
  const pages = usePages(teamDetail, { level: level === '1' ? 1 : 2 }, { topics: TOPICS })
  const title = t('detail')
  return (
    <AccountPage entry="team" title={title} nav={<NavBar title={title} />}>
      <PullToRefresh onRefresh={pages.refresh}>
        <div className="tab:pt-4 desk:pt-2 flex flex-col gap-4 pt-1">
          <Segments
            label={t('levels')}
            value={level}
            onChange={(next) =>
              void navigate({ ...paths.teamDetail(next), replace: true, resetScroll: false })
            }
            choices={LEVELS.map((value) => ({ value, label: t(`level.${value}`) }))}
          />
          <p className="text-ink-2">{t(`levelText.${level}`)}</p>
          <InfiniteList
            key={level}
            label={title}
            pages={pages}
            keyOf={({ id }) => id}
            className="bg-surface rounded-card shadow-card divide-line divide-y overflow-hidden"
            row={(friend) => <FriendRow friend={friend} />}
            empty={
              <EmptyState
                title={t(`none.${level}`)}
                text={t('invite:friends.noneText')}
                action={<ButtonLink {...paths.invitation()}>{t('invite:friends.invite')}</ButtonLink>}
              />
            }
          />
        </div>
      </PullToRefresh>
    </AccountPage>
  )
}
