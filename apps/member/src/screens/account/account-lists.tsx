import {
  BadgeCheck,
  Bell,
  CirclePause,
  Coins,
  Gauge,
  Heart,
  IdCard,
  Info,
  Landmark,
  Languages,
  ListChecks,
  MapPin,
  MessageSquareText,
  ReceiptText,
  Scale,
  Settings,
  ShieldCheck,
  TicketPercent,
  Trophy,
  UserPlus,
  Users,
} from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { account } from '@fairlot/contract/endpoints/home'
import { formatNumber } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { LANGUAGE_NAMES } from '../../i18n/languages.ts'
import { useUnreadCount } from '../../parts/notices/use-notices.ts'
import { useLanguageSheet } from '../../parts/preferences/language-menu.tsx'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { useBasics, useSystem } from '../../queries/system.ts'
import { List, ListLink, ListRow } from '../../ui/lists/list-row.tsx'
import { Code } from '../../ui/values/num.tsx'

/** Links to the other pages of the account in groups, the most used of each first. */
export function AccountLists() {
  const { t } = useTranslation('account')
  const vouchers = useRead(account, {}).data?.vouchers ?? 0
  const { modulesOff } = useBasics()
  return (
    <>
      <Group title={t('list.money')}>
        <ListLink {...paths.statement()} icon={ReceiptText} label={t('list.statement')} />
        <ListLink {...paths.records()} icon={ListChecks} label={t('list.records')} />
        <ListLink
          {...paths.vouchers()}
          icon={TicketPercent}
          label={t('entry.vouchers')}
          {...(vouchers > 0 && { value: formatNumber(vouchers) })}
        />
        <ListLink {...paths.financeOrders()} icon={Coins} label={t('entry.finance')} />
        <ListLink {...paths.payouts()} icon={Landmark} label={t('entry.payouts')} />
      </Group>
      <Group title={t('list.prizes')}>
        <ListLink {...paths.mall({ saved: '1' })} icon={Heart} label={t('list.saved')} />
        <ListLink {...paths.addresses()} icon={MapPin} label={t('entry.addresses')} />
        <ListLink {...paths.myReviews()} icon={MessageSquareText} label={t('entry.reviews')} />
        <ListLink {...paths.winners()} icon={Trophy} label={t('list.winners')} />
        <ListLink {...paths.fair()} icon={ShieldCheck} label={t('list.draws')} />
      </Group>
      <Group title={t('list.friends')}>
        {!modulesOff.includes('referral') && (
          <ListLink {...paths.invitation()} icon={UserPlus} label={t('list.invite')} />
        )}
        <ListLink {...paths.team()} icon={Users} label={t('entry.team')} />
        <ListLink {...paths.vip()} icon={BadgeCheck} label={t('entry.vip')} />
      </Group>
      <Group title={t('list.settings')}>
        <Preferences />
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 pt-2">
      <h2 id={id} className="text-lead">
        {title}
      </h2>
      <List label={title}>{children}</List>
    </section>
  )
}

/** Notices, settings and what the member rarely looks up. */
function Preferences() {
  const { t } = useTranslation(['account', 'ui'])
  const unread = useUnreadCount()
  const { choose, sheet } = useLanguageSheet()
  const version = useSystem()?.version[0]?.version_number
  return (
    <>
      <ListLink
        {...paths.notices()}
        icon={Bell}
        label={t('list.notices')}
        {...(unread > 0 && { value: formatNumber(unread) })}
      />
      <ListLink {...paths.setting()} icon={Settings} label={t('list.settings')} />
      <ListRow
        icon={Languages}
        label={t('ui:language.label')}
        value={LANGUAGE_NAMES[activeLanguage()]}
        chevron
        onClick={choose}
      />
      <ListLink {...paths.limits()} icon={Gauge} label={t('list.limits')} />
      <ListLink {...paths.takeBreak()} icon={CirclePause} label={t('list.break')} />
      <ListLink {...paths.identity()} icon={IdCard} label={t('entry.identity')} />
      <ListLink {...paths.rule('terms')} icon={Scale} label={t('list.rules')} />
      {version !== undefined && (
        <ListRow icon={Info} label={t('list.version')} value={<Code>{version}</Code>} />
      )}
      {sheet}
    </>
  )
}
