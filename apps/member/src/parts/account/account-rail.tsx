import { account } from '@fairlot/contract/endpoints/home'
import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { useRead } from '../../queries/queries.ts'
import { useMember } from '../../stores/session.ts'
import { cx } from '../../ui/cx.ts'
import { bringIntoRow } from '../../ui/navigation/bring-into-row.ts'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Code, Num } from '../../ui/values/num.tsx'
import { ACCOUNT_ENTRIES, ENTRY_ICONS, ENTRY_LINKS } from './entries.ts'
import type { AccountEntry } from './entries.ts'
import { LogOutButton } from './log-out.tsx'

type RailProps = {
  /** the page that is open; undefined: one without an entry */
  entry: AccountEntry | undefined
}

/** The column beside every page of the account from 1024 px: who, where to, log out. */
export function AccountRail({ entry }: RailProps) {
  const { t } = useTranslation(['account', 'setting', 'ui'])
  const member = useMember()
  const mine = useRead(account, {}).data?.member
  if (member === null) return null
  return (
    <>
      <div className="flex items-center gap-3.5 ps-3">
        <Avatar name={member.nickname} size={52} ring />
        <div className="min-w-0">
          <bdi className="text-lead block truncate font-bold">{member.nickname}</bdi>
          {mine !== undefined && (
            <p className="text-cap text-ink-2 flex flex-wrap gap-x-1.5">
              {mine.vipLevel > 0 && (
                <span className="text-gold-ink font-semibold">
                  <Code>{t('ui:vip', { level: mine.vipLevel })}</Code>
                </span>
              )}
              <span className="sr-only">{t('invitation.label')}</span>
              <Code>{mine.invitationCode}</Code>
            </p>
          )}
        </div>
      </div>
      <nav aria-label={t('title')} className="mt-5">
        <ul className="flex flex-col gap-0.5">
          {ACCOUNT_ENTRIES.map((one) => (
            <li key={one}>
              <EntryLink entry={one} isOpen={one === entry} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="border-line mt-5 border-t pt-4">
        <LogOutButton className="text-ink-2 hover:bg-sunken hover:text-ink rounded-tile flex min-h-11 w-full items-center gap-3.5 px-3 text-start font-medium">
          <LogOut size={20} strokeWidth={1.8} className="mirror" aria-hidden="true" />
          {t('setting:logOut.row')}
        </LogOutButton>
      </div>
    </>
  )
}

function EntryLink({ entry, isOpen }: { entry: AccountEntry; isOpen: boolean }) {
  const { t } = useTranslation('account')
  const Icon = ENTRY_ICONS[entry]
  return (
    <Link
      {...ENTRY_LINKS[entry]}
      aria-current={isOpen ? 'page' : undefined}
      className={cx(
        'rounded-tile flex min-h-11 items-center gap-3.5 px-3',
        isOpen ? 'bg-brand-soft text-brand font-semibold' : 'hover:bg-sunken font-medium',
      )}
    >
      <Icon size={20} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 py-1.5">{t(`entry.${entry}`)}</span>
      {entry === 'orders' && <OpenOrders />}
    </Link>
  )
}

/** Issues with orders that are not finished. */
function OpenOrders() {
  const counts = useRead(account, {}).data?.orders
  if (counts === undefined) return null
  const open = counts.awaiting + counts.pending + counts.to_receive + counts.received
  return open === 0 ? null : <Num value={open} className="text-cap text-ink-2" />
}

/** The same entries as a scrolling row, from 768 to 1023 px. */
export function AccountChips({ entry }: RailProps) {
  const { t } = useTranslation('account')
  return (
    <nav aria-label={t('title')} className="tab:block desk:hidden -mx-(--gutter) hidden">
      <ul className="scrollbar-none flex gap-2 overflow-x-auto px-(--gutter) py-1">
        {ACCOUNT_ENTRIES.map((one) => {
          const Icon = ENTRY_ICONS[one]
          const isOpen = one === entry
          return (
            <li key={one} className="shrink-0">
              <Link
                {...ENTRY_LINKS[one]}
                ref={isOpen ? bringIntoView : undefined}
                aria-current={isOpen ? 'page' : undefined}
                className={cx(
                  'inline-flex min-h-11 items-center gap-2 rounded-full px-4 font-semibold whitespace-nowrap',
                  isOpen
                    ? 'bg-brand-soft text-brand ring-brand ring-2 ring-inset'
                    : 'bg-surface ring-line ring-1 ring-inset',
                )}
              >
                <Icon size={18} strokeWidth={1.8} className="text-brand" aria-hidden="true" />
                {t(`entry.${one}`)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The `ref` of the open page's chip. */
function bringIntoView(chip: HTMLElement | null): void {
  const row = chip?.closest('ul')
  if (chip && row) bringIntoRow(chip, row)
}
