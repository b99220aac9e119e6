import { LIMIT_KINDS } from '@fairlot/contract/kinds/guard-kinds'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { List, ListLink } from '../../ui/lists/list-row.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { BookOpen, CirclePause } from 'lucide-react'
import { LimitCard } from './limit-card.tsx'
import type { Limit } from './limit-math.ts'
import { LimitPane } from './limit-pane.tsx'
import { LimitSheet } from './limit-sheet.tsx'
import { ProtectionPanels } from './protection-list.tsx'
import { MoneyBlockNotice } from '../../parts/guard/money-block-notice.tsx'
import { useGuard } from '../../parts/guard/use-guard.ts'
import type { GuardState } from '../../parts/guard/use-guard.ts'

/** The member's limits: ceilings, usage, pending increases. From 768 px, one kind beside the list of the protection. */
export default function LimitsScreen(): ReactNode {
  const { t } = useTranslation(['limits', 'account'])
  const { kind = 'deposit' } = useSearch({ from: '/pages/account/limits' })
  const query = useGuard()
  const isWide = useWide('tab')
  const title = t(isWide ? 'account:entry.limits' : 'title')
  const shown = (
    <QueryState query={query} data={query.data} pending={<LimitBones />}>
      {(state) => (isWide ? <LimitPane key={kind} kind={kind} state={state} /> : <Limits state={state} />)}
    </QueryState>
  )
  return (
    <AccountPage
      entry="limits"
      title={title}
      nav={<NavBar title={title} />}
      dataAt={query.dataUpdatedAt || undefined}
    >
      <div className="tab:pt-4 desk:pt-2 flex flex-col gap-5 pt-1">
        {isWide ? <ProtectionPanels open={kind}>{shown}</ProtectionPanels> : shown}
      </div>
    </AccountPage>
  )
}

function Limits({ state }: { state: GuardState }) {
  const { t } = useTranslation('limits')
  const [chosen, setChosen] = useState<Limit | null>(null)
  const cards = LIMIT_KINDS.map((kind) => (
    <LimitCard
      key={kind}
      kind={kind}
      limits={state.limits.filter((limit) => limit.kind === kind)}
      onChoose={setChosen}
    />
  ))
  return (
    <>
      <MoneyBlockNotice state={state} />
      <div className="text-ink-2 flex max-w-2xl flex-col gap-1.5">
        <p>{t('intro')}</p>
        <p>{t('lowest')}</p>
      </div>
      {cards}
      <List>
        <ListLink {...paths.takeBreak()} icon={CirclePause} label={t('toBreak')} />
        <ListLink {...paths.rule('play')} icon={BookOpen} label={t('how')} />
      </List>
      <LimitSheet limit={chosen} waitHours={state.increaseHours} onClose={() => setChosen(null)} />
    </>
  )
}

function LimitBones() {
  return (
    <Skeleton>
      <Bone className="w-4/5" />
      <Bone className="mt-2 w-3/5" />
      <Bone className="rounded-card mt-5 h-52" />
      <Bone className="rounded-card mt-5 h-52" />
    </Skeleton>
  )
}
