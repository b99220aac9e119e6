import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useBasics } from '../../queries/system.ts'
import { paths } from '../../paths.ts'
import { cx } from '../cx.ts'
import { useNoticePart } from './notice-part.ts'
import { TabIcon } from './tab-icons.tsx'
import type { TabName } from './tab-icons.tsx'

/** The tabs whose screens exist. The server's list decides which are shown, and in what order. */
const PATHS = {
  home: paths.home(),
  investment: paths.games(),
  team: paths.task(),
  mine: paths.account(),
  mall: paths.mall(),
} as const
type Built = keyof typeof PATHS
const isBuilt = (name: TabName): name is Built => name in PATHS

/** The specification's address of home. */
const HOME_ALIAS = '/pages/home/home'

const tabAt = (pathname: string): Built | undefined =>
  pathname === HOME_ALIAS
    ? 'home'
    : (Object.keys(PATHS) as Built[]).find((name) => PATHS[name].to === pathname)

type Tab = {
  name: Built
  /** the name's message `ui:tabs.…`: without invitations the tab of the team has tasks and levels only */
  label: Built | 'tasks'
  link: (typeof PATHS)[Built]
  selected: boolean
}

/** The tabs to show, in the server's order. */
export function useTabs(): Tab[] {
  const { tablist, modulesOff } = useBasics()
  const current = useLocation({ select: (location) => tabAt(location.pathname) })
  return tablist.filter(isBuilt).map((name) => ({
    name,
    label: name === 'team' && modulesOff.includes('referral') ? 'tasks' : name,
    link: PATHS[name],
    selected: name === current,
  }))
}

/**
 * The tab bar below 1024 px: 49 px (64 on a tablet) plus the safe area, with visible labels. It is fixed above its own place at
 * the end of the page, so that no tool takes a row that scrolls under it for a target that is too small.
 */
export function TabBar() {
  const { t } = useTranslation()
  const tabs = useTabs()
  const notices = useNoticePart()
  return (
    <div className="desk:hidden mt-auto pt-px pb-(--safe-bottom)">
      <div className="h-(--tab-bar)" />
      <nav
        aria-label={t('tabs.label')}
        className="bg-surface border-line fixed inset-x-0 bottom-0 z-20 border-t pb-(--safe-bottom)"
      >
        <ul className="mx-auto flex h-(--tab-bar) max-w-170 items-stretch">
          {tabs.map(({ name, label, link, selected }) => (
            <li key={name} className="min-w-0 flex-auto">
              <Link
                {...link}
                aria-current={selected ? 'page' : undefined}
                className={cx(
                  'press relative flex h-full flex-col items-center justify-center gap-0.5 px-0.5',
                  selected ? 'text-ink' : 'text-ink-3',
                )}
              >
                <TabIcon name={name} selected={selected} />
                <span className={cx('text-micro max-w-full truncate', selected && 'font-semibold')}>
                  {t(`tabs.${label}`)}
                </span>
                {name === 'mine' && notices && <notices.TabDot />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
