import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { rechargeMethods } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../api/api.ts'
import { useRead } from '../../queries/queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { MoneyBlockNotice } from '../../parts/guard/money-block-notice.tsx'
import { useMoneyBlock } from '../../parts/guard/use-money-block.ts'
import { LimitFirst } from './limit-first.tsx'
import { OpenRecharges } from './open-recharges.tsx'
import { RechargeBones } from './recharge-bones.tsx'
import { RechargeForm } from './recharge-form.tsx'
import { RecentRecharges } from './recent-recharges.tsx'
import { FORM_ID, useRechargeForm } from './use-recharge-form.ts'

type Method = Output<typeof rechargeMethods>['items'][number]

/** The recharge page: amount, then method. It hands over to the payment page. */
export default function RechargeScreen() {
  const { t } = useTranslation('recharge')
  const methods = useRead(rechargeMethods, {})
  const inPage = (content: ReactNode) => (
    <AccountPage title={t('title')} nav={<NavBar title={t('title')} />}>
      {content}
    </AccountPage>
  )
  return (
    <QueryState query={methods} data={methods.data} pending={<RechargeBones />} frame={inPage}>
      {({ items }) =>
        items[0] === undefined ? (
          inPage(<EmptyState title={t('closed.title')} text={t('closed.text')} />)
        ) : (
          <RechargePage methods={items} first={items[0]} />
        )
      }
    </QueryState>
  )
}

function RechargePage({ methods, first }: { methods: readonly Method[]; first: Method }) {
  const { t } = useTranslation(['recharge', 'ui'])
  const { amount, need, next } = useSearch({ from: '/pages/payment/recharge' })
  const [chosen, setChosen] = useState(first.id)
  // If the chosen method is no longer available, the first one replaces it.
  const method = methods.find(({ id }) => id === chosen) ?? first
  const form = useRechargeForm({ method, prefilled: amount, next })
  const money = useMoneyText()
  const online = useOnline()
  const block = useMoneyBlock()
  const isDesk = useWide('desk')
  const pay = (
    <Button
      tone="gold"
      size="lg"
      wide
      form={FORM_ID}
      type="submit"
      sending={form.sending}
      why={online ? block?.short : t('ui:offline.money')}
    >
      {form.amount === null ? t('pay.go') : t('pay.amount', { amount: money(form.amount, 'price') })}
    </Button>
  )
  return (
    <AccountPage
      title={t('title')}
      nav={<NavBar title={t('title')} />}
      barLabel={t('pay.label')}
      bar={isDesk ? undefined : pay}
    >
      <div className="tab:pt-4 desk:pt-2 desk:grid desk:grid-cols-[minmax(0,480px)_minmax(0,1fr)] desk:items-start desk:gap-10 flex flex-col gap-5 pt-1">
        <div className="flex flex-col gap-5">
          {form.refusal === null && <MoneyBlockNotice />}
          <Before next={next} steps={method.steps} shown={!isDesk} />
          <RechargeForm form={form} methods={methods} method={method} onMethod={setChosen} need={need} />
          {isDesk && pay}
        </div>
        <div className="flex flex-col gap-5">
          <Before next={next} steps={method.steps} shown={isDesk} />
          <RecentRecharges />
        </div>
      </div>
    </AccountPage>
  )
}

type BeforeProps = { next: string | undefined; steps: readonly string[]; shown: boolean }

/** What may be done before another recharge: above the form on a phone, beside it from 1024 px. */
function Before({ next, steps, shown }: BeforeProps) {
  if (!shown) return null
  return (
    <>
      <OpenRecharges next={next} />
      <LimitFirst steps={steps} />
    </>
  )
}
