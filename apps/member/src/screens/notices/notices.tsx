import { Link } from '@tanstack/react-router'
import { Crown, ShieldAlert, Trophy } from 'lucide-react'
import { notices, noticesRead } from '@fairlot/contract/endpoints/mall/wishes'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { useNoticeText, type Notice } from '../../parts/notices/use-notice-text.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { useAction } from '../../queries/actions.ts'
import { usePages } from '../../queries/pages.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Ago } from '../../ui/values/ago.tsx'
import { Code } from '../../ui/values/num.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import { Announcements } from './announcements.tsx'

/** What the member was told about issues, prizes, events and levels, newest first. Opening the page marks them as read. */
export default function NoticesScreen() {
  const { t } = useTranslation('notices')
  const pages = usePages(notices, {}, { topics: ['notices'] })
  useRead(pages.items)
  return (
    <AccountPage entry="overview" title={t('title')} nav={<NavBar title={t('title')} />} dataAt={undefined}>
      <Announcements />
      <InfiniteList
        pages={pages}
        keyOf={({ id }) => id}
        label={t('title')}
        row={(notice) => <NoticeRow notice={notice} />}
        empty={
          <EmptyState
            title={t('empty.title')}
            text={t('empty.text')}
            action={<ButtonLink {...paths.mall()}>{t('empty.action')}</ButtonLink>}
          />
        }
        bone={<Bone className="rounded-card h-20" />}
        className="tab:pt-4 flex flex-col gap-3 pt-2"
      />
    </AccountPage>
  )
}

/** Marks what the member sees as read; the rows keep their sign until the page is opened again. */
function useRead(items: readonly Notice[]): void {
  const { mutate } = useAction(noticesRead)
  const newest = items.find(({ read }) => !read)?.at
  useEffect(() => {
    if (newest !== undefined) mutate({ until: newest })
  }, [newest, mutate])
}

/** Where a notice leads. */
function wayOf({ order, issue, event, level }: Notice) {
  if (order !== null) return paths.order(order)
  if (issue !== null) return paths.goods(issue)
  if (event !== null) return paths.prize(event)
  return level === null ? paths.account() : paths.vip()
}

function NoticeRow({ notice }: { notice: Notice }) {
  const { t } = useTranslation('notices')
  const { title, text } = useNoticeText()(notice)
  const { issue, event, level, art, tile, at, read } = notice
  const Sign = event !== null ? Trophy : level === null ? ShieldAlert : Crown
  const number = issue ?? event
  return (
    <article className="lift bg-surface rounded-card shadow-card relative flex items-center gap-4 p-3">
      <span className="rounded-tile bg-gold text-on-gold grid size-14 shrink-0 place-items-center overflow-hidden">
        {art !== null && tile !== null ? (
          <Portrait art={art} tile={tile} image={null} crop="square" className="size-full" />
        ) : (
          <Sign size={24} strokeWidth={1.9} aria-hidden="true" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold">
          <Link {...wayOf(notice)} className="cover">
            {title}
          </Link>
        </h2>
        <p>{text}</p>
        <p className="text-cap text-ink-2 flex flex-wrap gap-x-2">
          {number !== null && <Code>{number}</Code>}
          <Ago at={at} />
        </p>
      </div>
      {!read && <StatusPill tone="wait">{t('new')}</StatusPill>}
    </article>
  )
}
