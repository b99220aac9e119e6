import { BREAK_DURATIONS, SELF_EXCLUSION_DURATIONS } from '@fairlot/contract/kinds/guard-kinds'
import type {
  BreakDuration,
  ExclusionDuration,
  ExclusionKind,
  SelfExclusionDuration,
} from '@fairlot/contract/kinds/guard-kinds'
import { BookOpen, LifeBuoy } from 'lucide-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/api.ts'
import { useSystem } from '../../queries/system.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Chips } from '../../ui/fields/choice.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { List, ListLink } from '../../ui/lists/list-row.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { ProtectionPanels } from '../limits/protection-list.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { longerThan } from './break-math.ts'
import { ExclusionDialog } from './exclusion-dialog.tsx'
import { CurrentExclusion, WhatItMeans } from './current-exclusion.tsx'
import { MoneyBlockNotice } from '../../parts/guard/money-block-notice.tsx'
import { useGuard } from '../../parts/guard/use-guard.ts'
import type { GuardState } from '../../parts/guard/use-guard.ts'

/** Breaks and self-exclusion: what they do, and until when the current one lasts. */
export default function BreakScreen(): ReactNode {
  const { t } = useTranslation(['break', 'account'])
  const { kind = 'break' } = useSearch({ from: '/pages/account/break' })
  const query = useGuard()
  const isWide = useWide('tab')
  const title = t(isWide ? 'account:entry.limits' : 'title')
  const shown = (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <Bone className="rounded-card h-44" />
          <Bone className="rounded-card mt-5 h-40" />
          <Bone className="rounded-card mt-5 h-40" />
        </Skeleton>
      }
    >
      {(state) => <Break state={state} only={isWide ? kind : null} />}
    </QueryState>
  )
  return (
    <AccountPage
      entry="limits"
      title={title}
      nav={<NavBar title={title} />}
      dataAt={query.dataUpdatedAt || undefined}
    >
      <div className="tab:pt-4 desk:pt-2 pt-1">
        {isWide ? (
          <ProtectionPanels open={kind}>
            <div className="p-5 desk:p-6">{shown}</div>
          </ProtectionPanels>
        ) : (
          shown
        )}
      </div>
    </AccountPage>
  )
}

/** @param only the kind that the list has open; null on a phone, which shows both */
function Break({ state, only }: { state: GuardState; only: ExclusionKind | null }) {
  const { t } = useTranslation('break')
  const [asked, setAsked] = useState<ExclusionDuration | null>(null)
  const [begun, setBegun] = useState(false)
  const now = serverNow()
  const offset = useSystem()?.utcOffsetMinutes ?? 0
  const exclusion = state.exclusion !== null && state.exclusion.until > now ? state.exclusion : null
  const until = exclusion?.until ?? null
  const breaks = only === 'self_exclusion' ? [] : longerThan(BREAK_DURATIONS, until, now, offset)
  const exclusions = only === 'break' ? [] : longerThan(SELF_EXCLUSION_DURATIONS, until, now, offset)
  const choices = (
    <>
      {exclusion !== null && breaks.length + exclusions.length > 0 && (
        <p className="text-ink-2">{t('longer')}</p>
      )}
      {breaks.length > 0 && <Choose<BreakDuration> name="break" durations={breaks} onAsk={setAsked} />}
      {exclusions.length > 0 && (
        <Choose<SelfExclusionDuration> name="exclusion" durations={exclusions} onAsk={setAsked} />
      )}
    </>
  )
  const means = <WhatItMeans exclusion={exclusion?.kind ?? null} />
  return (
    <div className="flex flex-col gap-5">
      {exclusion === null ? (
        <>
          {state.closing && <MoneyBlockNotice state={state} />}
          <p className="text-ink-2">{t('intro')}</p>
        </>
      ) : (
        <CurrentExclusion exclusion={exclusion} begun={begun} />
      )}
      {only === null && means}
      {choices}
      {only !== null && means}
      <Help />
      <ExclusionDialog duration={asked} onClose={() => setAsked(null)} onStarted={() => setBegun(true)} />
    </div>
  )
}

type ChooseProps<P extends ExclusionDuration> = {
  name: 'break' | 'exclusion'
  durations: readonly P[]
  onAsk: (duration: P) => void
}

/** The choice of a duration, and the button that asks for confirmation. */
function Choose<P extends ExclusionDuration>({ name, durations, onAsk }: ChooseProps<P>) {
  const { t } = useTranslation('break')
  const online = useOnline()
  const [chosen, setChosen] = useState<P | null>(null)
  const duration = durations.find((one) => one === chosen) ?? null
  return (
    <Card>
      <section aria-labelledby={`break-${name}`}>
        <h2 id={`break-${name}`} className="text-lead">
          {t(`${name}.title`)}
        </h2>
        <p className="text-ink-2 mt-1">{t(`${name}.text`)}</p>
        <Chips
          label={`${t(`${name}.title`)}: ${t('howLong')}`}
          choices={durations.map((value) => ({ value, label: t(`duration.${value}`) }))}
          value={duration}
          onChange={setChosen}
          // three in a row where they fit, so that the last of five is not alone
          className="tab:*:basis-auto mt-3 *:basis-[28%]"
        />
        <div className="mt-4">
          <Button
            tone={name === 'break' ? 'brand' : 'outline'}
            wide
            why={online ? (duration === null ? t('chooseFirst') : undefined) : t('offline')}
            onClick={() => {
              if (duration !== null) onAsk(duration)
            }}
          >
            {t(`${name}.act`)}
          </Button>
        </div>
      </section>
    </Card>
  )
}

/** Where to get help, and the text of the rules. */
function Help() {
  const { t } = useTranslation('break')
  const support = useSystem()?.onlineservice ?? null
  return (
    <section aria-labelledby="exclusion-help" className="flex flex-col gap-2">
      <h2 id="exclusion-help" className="text-lead">
        {t('help.title')}
      </h2>
      <p className="text-ink-2">{t('help.text')}</p>
      {support !== null && (
        <a
          href={support}
          rel="noreferrer"
          className="text-brand inline-flex min-h-11 items-center gap-2.5 self-start font-semibold underline underline-offset-4"
        >
          <LifeBuoy size={20} strokeWidth={1.8} aria-hidden="true" />
          {t('help.support')}
        </a>
      )}
      <List>
        <ListLink {...paths.rule('play')} icon={BookOpen} label={t('help.rule')} />
      </List>
    </section>
  )
}
