import { userInviteList } from '@fairlot/contract/endpoints/growth/team'
import { FRIEND_STATES } from '@fairlot/contract/life/growth-life'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { FriendRow } from '../../parts/growth/friend-row.tsx'
import { paths } from '../../paths.ts'
import { usePages } from '../../queries/pages.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Chips } from '../../ui/fields/choice.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { PullToRefresh } from '../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'

const CHOICES = ['all', ...FRIEND_STATES] as const
const TOPICS = ['team'] as const

/** The friends whom the member invited, with their states. */
export default function FriendsScreen() {
  const { t } = useTranslation('invite')
  const { state } = useSearch({ from: '/pages/invitation/idetail' })
  const navigate = useNavigate()
  const pages = usePages(userInviteList, { ...(state && { state }) }, { topics: TOPICS })
  const title = t('friends.title')
  return (
    <AccountPage entry="team" title={title} nav={<NavBar title={title} />}>
      <PullToRefresh onRefresh={pages.refresh}>
        <div className="tab:pt-4 desk:pt-2 flex flex-col gap-4 pt-1">
          <Chips
            label={t('friends.which')}
            className="*:flex-none!"
            value={state ?? 'all'}
            onChange={(next) =>
              void navigate({
                ...paths.friends(next === 'all' ? undefined : next),
                replace: true,
                resetScroll: false,
              })
            }
            choices={CHOICES.map((value) => ({ value, label: t(`state.${value}`) }))}
          />
          <p className="text-ink-2">{t(`stateText.${state ?? 'all'}`)}</p>
          <InfiniteList
            key={state ?? 'all'}
            label={title}
            pages={pages}
            keyOf={({ id }) => id}
            className="bg-surface rounded-card shadow-card divide-line divide-y overflow-hidden"
            row={(friend) => <FriendRow friend={friend} />}
            empty={
              <EmptyState
                title={t(state === undefined ? 'friends.none' : 'friends.noneHere')}
                text={t('friends.noneText')}
                action={<ButtonLink {...paths.invitation()}>{t('friends.invite')}</ButtonLink>}
              />
            }
          />
        </div>
      </PullToRefresh>
    </AccountPage>
  )
}
