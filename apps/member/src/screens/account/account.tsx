import { useState } from 'react'
import { account } from '@fairlot/contract/endpoints/home'
import {
  CirclePause,
  Gauge,
  Info,
  Languages,
  ReceiptText,
  Scale,
  Settings,
  ShieldCheck,
  Trophy,
} from 'lucide-react'
import { useRead } from '../../api/queries.ts'
import { useSystem } from '../../api/system.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { LANGUAGE_NAMES } from '../../i18n/languages.ts'
import { paths } from '../../paths.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { IconLink } from '../../ui/icon-button.tsx'
import { LanguageList } from '../../ui/language-menu.tsx'
import { List, ListLink, ListRow } from '../../ui/list-row.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { Code } from '../../ui/num.tsx'
import { Page } from '../../ui/page.tsx'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { StopNotice } from '../guard/stop-notice.tsx'
import { useStop } from '../guard/use-stop.ts'
import { AccountBones } from './account-bones.tsx'
import { LogOutRow } from './log-out.tsx'
import { MemberHead } from './member-head.tsx'
import { OrderStates } from './order-states.tsx'
import { WalletTicket } from './wallet-ticket.tsx'

/** Mine: who I am, what I own, where my orders stand, and the way to everything else. */
export default function AccountScreen() {
  const { t } = useTranslation('account')
  const query = useRead(account, {}, { topics: ['balance'] })
  const stop = useStop()
  return (
    <Page
      title={t('title')}
      nav={
        <NavBar
          title={t('title')}
          back={false}
          tall
          actions={
            <IconLink {...paths.setting()} label={t('list.settings')}>
              <Settings size={23} strokeWidth={1.8} aria-hidden="true" />
            </IconLink>
          }
        />
      }
      tabs
      dataAt={query.dataUpdatedAt}
    >
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="flex flex-col gap-3">
          {query.isPending && <AccountBones />}
          {query.isError && !query.data && (
            <ErrorState
              error={query.error}
              onRetry={() => void query.refetch()}
              retrying={query.isFetching}
            />
          )}
          {query.data && (
            <>
              <MemberHead member={query.data.member} />
              <StopNotice />
              <WalletTicket balance={query.data.balance} piggy={query.data.piggy} why={stop?.short} />
              <OrderStates counts={query.data.orders} />
            </>
          )}
          <Entries />
          <List>
            <LogOutRow />
          </List>
        </div>
      </PullToRefresh>
    </Page>
  )
}

/** What else there is: only what exists. */
function Entries() {
  const { t } = useTranslation(['account', 'ui'])
  const [choosing, setChoosing] = useState(false)
  const info = useSystem()
  const version = info?.version[0]?.version_number
  return (
    <List label={t('list.label')}>
      <ListLink {...paths.funding()} icon={ReceiptText} label={t('list.funding')} />
      <ListLink {...paths.limits()} icon={Gauge} label={t('list.limits')} />
      <ListLink {...paths.takeBreak()} icon={CirclePause} label={t('list.break')} />
      <ListLink {...paths.setting()} icon={Settings} label={t('list.settings')} />
      <ListRow
        icon={Languages}
        label={t('ui:language.label')}
        value={LANGUAGE_NAMES[activeLanguage()]}
        chevron
        onClick={() => setChoosing(true)}
      />
      <ListLink {...paths.winners()} icon={Trophy} label={t('list.winners')} />
      <ListLink {...paths.fair()} icon={ShieldCheck} label={t('list.draws')} />
      <ListLink {...paths.rule('terms')} icon={Scale} label={t('list.rules')} />
      {version !== undefined && (
        <ListRow icon={Info} label={t('list.version')} value={<Code>{version}</Code>} />
      )}
      <Sheet open={choosing} onOpenChange={setChoosing} title={t('ui:language.label')}>
        <LanguageList onChosen={() => setChoosing(false)} />
      </Sheet>
    </List>
  )
}
