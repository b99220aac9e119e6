import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { rechargeMethods } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../api/api.ts'
import { useRead } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { useMoneyText } from '../../ui/money.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { useOnline } from '../../ui/offline-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { StopNotice } from '../guard/stop-notice.tsx'
import { useStop } from '../guard/use-stop.ts'
import { LimitFirst } from './limit-first.tsx'
import { OpenRecharges } from './open-recharges.tsx'
import { RechargeBones } from './recharge-bones.tsx'
import { RechargeForm } from './recharge-form.tsx'
import { RecentRecharges } from './recent-recharges.tsx'
import { FORM_ID, useRechargeForm } from './use-recharge-form.ts'

type Method = Output<typeof rechargeMethods>['items'][number]

/** Amount first, then the way to pay; hands over to the payment page. */
export default function RechargeScreen() {
  const { t } = useTranslation('recharge')
  const methods = useRead(rechargeMethods, {})
  const [first] = methods.data?.items ?? []
  if (first !== undefined) return <RechargePage methods={methods.data!.items} first={first} />
  return (
    <Page title={t('title')} nav={<NavBar title={t('title')} />}>
      {methods.isPending && <RechargeBones />}
      {methods.isError && (
        <ErrorState
          error={methods.error}
          onRetry={() => void methods.refetch()}
          retrying={methods.isFetching}
        />
      )}
      {methods.data && <EmptyState title={t('closed.title')} text={t('closed.text')} />}
    </Page>
  )
}

function RechargePage({ methods, first }: { methods: readonly Method[]; first: Method }) {
  const { t } = useTranslation(['recharge', 'ui'])
  const { amount, next } = useSearch({ from: '/pages/payment/recharge' })
  const [chosen, setChosen] = useState(first.id)
  // A method that has gone meanwhile gives way to the first one.
  const method = methods.find(({ id }) => id === chosen) ?? first
  const form = useRechargeForm({ method, prefilled: amount, next })
  const money = useMoneyText()
  const online = useOnline()
  const stop = useStop()
  return (
    <Page
      title={t('title')}
      nav={<NavBar title={t('title')} />}
      barLabel={t('pay.label')}
      bar={
        <Button
          tone="gold"
          size="lg"
          wide
          form={FORM_ID}
          type="submit"
          sending={form.sending}
          why={online ? stop?.short : t('ui:offline.money')}
        >
          {form.amount === null ? t('pay.go') : t('pay.amount', { amount: money(form.amount, 'price') })}
        </Button>
      }
    >
      <div className="flex flex-col gap-5 pt-1">
        {form.refusal === null && <StopNotice />}
        <OpenRecharges next={next} />
        <LimitFirst steps={method.steps} />
        <RechargeForm form={form} methods={methods} method={method} onMethod={setChosen} />
        <RecentRecharges />
      </div>
    </Page>
  )
}
