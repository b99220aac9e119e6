import { Gift, ListChecks, ReceiptText, UserPlus } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useVip } from '../../../parts/growth/use-vip.ts'
import { VipStrip } from '../../../parts/growth/vip-strip.tsx'
import { paths } from '../../../paths.ts'
import { useBasics } from '../../../queries/system.ts'
import { cx } from '../../../ui/cx.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { List, ListLink } from '../../../ui/lists/list-row.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { CheckIn } from './check-in.tsx'
import { DailyTasks } from './daily-tasks.tsx'
import { Gifts } from './gifts.tsx'
import { Ladder } from './ladder.tsx'
import { EventCard, TeamCard } from './team-cards.tsx'
import { useClaims, useTasks } from './use-tasks.ts'
import type { Tasks } from './use-tasks.ts'

/**
 * The Team tab: check-in and tasks of the day, the invitation ladder, the member's team and VIP level. While invitations are
 * switched off it has tasks and the level only.
 */
export default function TaskScreen() {
  const { t } = useTranslation(['task', 'ui'])
  const query = useTasks()
  const invites = useInvites()
  const title = t(invites ? 'ui:tabs.team' : 'ui:tabs.tasks')
  return (
    <Page title={title} nav={<NavBar title={title} back={false} tall />} tabs dataAt={query.dataUpdatedAt}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="desk:grid-cols-[minmax(0,1fr)_352px] desk:grid desk:items-start desk:gap-10 flex flex-col gap-6 pt-2">
          <div className="flex min-w-0 flex-col gap-6">
            <QueryState query={query} data={query.data} pending={<Bones />}>
              {(tasks) => <TaskSections tasks={tasks} onDayEnd={() => void query.refetch()} />}
            </QueryState>
          </div>
          <Aside />
        </div>
      </PullToRefresh>
    </Page>
  )
}

const useInvites = () => !useBasics().modulesOff.includes('referral')

function TaskSections({ tasks, onDayEnd }: { tasks: Tasks; onDayEnd: () => void }) {
  const { t } = useTranslation(['task', 'ui'])
  const claims = useClaims()
  const shown = offered(tasks, useInvites())
  const hasLadder = shown.ladder.length > 0
  const online = useOnline()
  const why = !tasks.on
    ? t('why.off')
    : tasks.paused
      ? t('why.paused')
      : online
        ? undefined
        : t('ui:offline.money')
  return (
    <>
      {why !== undefined && <Notice tone={online && tasks.on ? 'warn' : 'info'}>{why}</Notice>}
      <CheckIn
        tasks={tasks}
        claims={claims}
        why={why === undefined ? undefined : t('why.short')}
        onDayEnd={onDayEnd}
      />
      <Gifts tasks={tasks} claims={claims} why={why} />
      <div
        className={cx(
          'flex flex-col gap-6',
          hasLadder && 'tab:grid tab:grid-cols-2 tab:items-start tab:gap-5',
        )}
      >
        <DailyTasks tasks={shown} claims={claims} why={why} />
        {hasLadder && <Ladder tasks={shown} claims={claims} why={why} />}
      </div>
    </>
  )
}

const ASKS_FRIENDS: readonly Tasks['daily'][number]['task'][] = ['share', 'invite']

/** Without invitations: what needs a friend stays only where its reward waits. */
function offered(tasks: Tasks, invites: boolean): Tasks {
  if (invites) return tasks
  const { daily, ladder } = tasks
  return {
    ...tasks,
    daily: daily.filter(({ task, state }) => state === 'ready' || !ASKS_FRIENDS.includes(task)),
    ladder: ladder.filter(({ state }) => state === 'ready'),
  }
}

function Aside() {
  const { t } = useTranslation(['task', 'invite', 'team', 'event'])
  const vip = useVip().data
  const invites = useInvites()
  if (!invites) return <aside className="min-w-0">{vip && <VipStrip vip={vip} />}</aside>
  return (
    <aside className="tab:grid tab:grid-cols-2 tab:items-start desk:flex desk:items-stretch flex min-w-0 flex-col gap-4">
      <EventCard />
      {vip && <VipStrip vip={vip} />}
      <TeamCard />
      <List label={t('more')}>
        <ListLink {...paths.invitation()} icon={UserPlus} label={t('invite:title')} />
        <ListLink {...paths.friends()} icon={ListChecks} label={t('invite:friends.title')} />
        <ListLink {...paths.bonus()} icon={ReceiptText} label={t('team:bonus.title')} />
        <ListLink {...paths.prize()} icon={Gift} label={t('event:title')} />
      </List>
    </aside>
  )
}

function Bones() {
  return (
    <Skeleton>
      <Bone className="rounded-sheet h-58" />
      <Bone className="rounded-card mt-6 h-80" />
      <Bone className="rounded-card mt-6 h-96" />
    </Skeleton>
  )
}
