import { account } from '@fairlot/contract/endpoints/home'
import { piggyState } from '@fairlot/contract/endpoints/piggy'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { useBalanceChanges } from '../../parts/wallet/use-balance-changes.ts'
import { useRead } from '../../queries/queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { LockChoice } from './lock-choice.tsx'
import { LockQuestion } from './lock-question.tsx'
import { PiggyAmount } from './piggy-amount.tsx'
import { PiggyFacts } from './piggy-facts.tsx'
import { TwoHalves } from './two-halves.tsx'
import { FORM_ID, usePiggyForm } from './use-piggy-form.ts'
import type { Piggy } from './use-piggy-form.ts'

const TOUCHED = [piggyState]

/** Wallet and piggy bank: two halves of a ticket, and money that moves between them. */
export default function PiggyScreen(): ReactNode {
  const { t } = useTranslation('piggy')
  const query = useRead(piggyState, {})
  useBalanceChanges(TOUCHED)
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <Bone className="rounded-card h-44" />
          <Bone className="rounded-tile mt-6 h-13" />
          <Bone className="rounded-card mt-6 h-24" />
        </Skeleton>
      }
      frame={(state) => (
        <AccountPage title={t('title')} nav={<NavBar title={t('title')} />}>
          <div className="tab:pt-4 desk:pt-2 pt-1">{state}</div>
        </AccountPage>
      )}
    >
      {(piggy) => <PiggyPage piggy={piggy} dataAt={query.dataUpdatedAt} />}
    </QueryState>
  )
}

function PiggyPage({ piggy, dataAt }: { piggy: Piggy; dataAt: number }) {
  const { t } = useTranslation(['piggy', 'ui'])
  const form = usePiggyForm(piggy)
  const money = useMoneyText()
  const online = useOnline()
  const isDesk = useWide('desk')
  const isClosing = useRead(account, {}).data?.closing === true && form.direction === 'in'
  const { amount, direction, lock } = form
  const move = (
    <Button
      type="submit"
      form={FORM_ID}
      tone="gold"
      size="lg"
      wide
      sending={form.sending}
      why={online ? (isClosing ? t('closing') : undefined) : t('ui:offline.money')}
    >
      {amount === null
        ? t(`go.${direction}`)
        : t(direction === 'in' ? `go.${lock}` : 'go.back', { amount: money(amount) })}
    </Button>
  )
  return (
    <AccountPage
      title={t('title')}
      nav={<NavBar title={t('title')} />}
      dataAt={dataAt}
      bar={isDesk ? undefined : move}
      barLabel={t('go.label')}
    >
      <div className="tab:pt-4 desk:pt-2 desk:grid desk:grid-cols-2 desk:items-start desk:gap-6 flex flex-col gap-5 pt-1">
        <div className="flex min-w-0 flex-col gap-5">
          <TwoHalves piggy={piggy} form={form} />
          <div role="status" className="empty:hidden">
            {form.interrupted !== null && <Notice tone="info">{t(`interrupted.${form.interrupted}`)}</Notice>}
          </div>
          {form.refusal !== null && (
            <div role="alert">
              <Notice tone="bad">{form.refusal}</Notice>
            </div>
          )}
          <PiggyAmount form={form} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {direction === 'in' && <LockChoice value={lock} onChange={form.setLock} />}
          <PiggyFacts piggy={piggy} form={form} />
          <p className="text-ink-2 flex items-start gap-2.5 px-1">
            <ShieldCheck
              size={20}
              strokeWidth={1.8}
              className="text-brand mt-0.5 shrink-0"
              aria-hidden="true"
            />
            {t('note')}
          </p>
          {isDesk && move}
        </div>
      </div>
      <LockQuestion form={form} />
    </AccountPage>
  )
}
