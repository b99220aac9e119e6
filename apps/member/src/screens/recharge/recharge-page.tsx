import { useState } from 'react'
import type { ReactNode } from 'react'
import { RECHARGE_FORMS } from '@fairlot/contract/kinds/recharge-ways'
import { useTranslation } from '../../i18n/i18n.ts'
import { rechargeMethods } from '@fairlot/contract/endpoints/wallet'
import { useRead } from '../../queries/queries.ts'
import { useMember } from '../../stores/session.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { usableWays } from '../../parts/recharge/usable-ways.ts'
import type { RechargeMethod } from '../../parts/recharge/recharge-way.tsx'
import { MoneyBlockNotice } from '../../parts/guard/money-block-notice.tsx'
import { useMoneyBlock } from '../../parts/guard/use-money-block.ts'
import { hrefOf, paths } from '../../paths.ts'
import { IdentityFirst, useIdentityFirst } from './identity-first.tsx'
import { LimitFirst } from './limit-first.tsx'
import { OpenRecharges } from './open-recharges.tsx'
import { RechargeBones } from './recharge-bones.tsx'
import { RechargeForm } from './recharge-form.tsx'
import { RecentRecharges } from './recent-recharges.tsx'
import { FORM_ID, useRechargeForm } from './use-recharge-form.ts'

type RechargePageProps = {
  title: string
  search: {
    amount?: string | undefined
    /** what a purchase lacks for which the member recharges */
    need?: string | undefined
    next?: string | undefined
    /** the id of the method that is chosen at first */
    method?: string | undefined
  }
  /** only methods of this kind */
  kind?: RechargeMethod['kind']
}

/**
 * The recharge page: amount, then method, then the fields of the method. It hands over to the payment page, or to the page
 * with the instructions.
 */
export function RechargePage({ title, search, kind }: RechargePageProps) {
  const methods = useRead(rechargeMethods, {})
  const phone = useMember()?.phone ?? ''
  const inPage = (content: ReactNode) => (
    <AccountPage title={title} nav={<NavBar title={title} />}>
      {content}
    </AccountPage>
  )
  return (
    <QueryState query={methods} data={methods.data} pending={<RechargeBones />} frame={inPage}>
      {({ items }) => {
        const usable = usableWays(items, phone, search.method)
        const offered = usable.filter((method) => kind === undefined || method.kind === kind)
        const [first] = offered
        if (first === undefined) return inPage(<Closed isOne={items.length > 0} search={search} />)
        return <Filled title={title} search={search} methods={offered} first={first} />
      }}
    </QueryState>
  )
}

/** Nothing can be used: this one way is off, and others work, or all are. */
function Closed({ isOne, search }: { isOne: boolean; search: RechargePageProps['search'] }) {
  const { t } = useTranslation('recharge')
  if (!isOne) return <EmptyState title={t('closed.title')} text={t('closed.text')} />
  const { method: _, ...rest } = search
  return (
    <EmptyState
      title={t('closed.one')}
      text={t('closed.others')}
      action={<ButtonLink {...paths.recharge(rest)}>{t('closed.action')}</ButtonLink>}
    />
  )
}

type FilledProps = Pick<RechargePageProps, 'title' | 'search'> & {
  methods: readonly RechargeMethod[]
  first: RechargeMethod
}

function Filled({ title, search: { amount, need, next, method: wanted }, methods, first }: FilledProps) {
  const { t } = useTranslation(['recharge', 'ui'])
  const [chosen, setChosen] = useState(wanted ?? first.id)
  // The page stays when its address gets another method: what is typed and what a refusal says stay too.
  const [followed, setFollowed] = useState(wanted)
  if (wanted !== followed) {
    setFollowed(wanted)
    if (wanted !== undefined) setChosen(wanted)
  }
  // If the chosen method is no longer available, the first one replaces it.
  const method = methods.find(({ id }) => id === chosen) ?? first
  const form = useRechargeForm({ method, prefilled: amount, next })
  const money = useMoneyText()
  const online = useOnline()
  const block = useMoneyBlock()
  const identity = useIdentityFirst()
  const isDesk = useWide('desk')
  // Where the identity check leads back to.
  const here = hrefOf(
    paths.recharge({
      method: method.id,
      ...(form.amount !== null && { amount: form.amount }),
      ...(need !== undefined && { need }),
      ...(next !== undefined && { next }),
    }),
  )
  // Other methods show instructions next, and the member pays elsewhere.
  const isPage = RECHARGE_FORMS[method.kind] === 'page'
  const pay = (
    <Button
      tone="gold"
      size="lg"
      wide
      form={FORM_ID}
      type="submit"
      sending={form.sending}
      why={
        online
          ? (block?.short ?? (identity === null ? undefined : t(`identity.${identity}`)))
          : t('ui:offline.money')
      }
    >
      {form.amount === null
        ? t('pay.go')
        : t(isPage ? 'pay.amount' : 'pay.next', { amount: money(form.amount, 'price') })}
    </Button>
  )
  return (
    <AccountPage
      title={title}
      nav={<NavBar title={title} />}
      barLabel={t('pay.label')}
      bar={isDesk ? undefined : pay}
    >
      <div className="tab:pt-4 desk:pt-2 desk:grid desk:grid-cols-[minmax(0,480px)_minmax(0,1fr)] desk:items-start desk:gap-10 flex flex-col gap-5 pt-1">
        <div className="flex flex-col gap-5">
          {form.refusal === null && <MoneyBlockNotice />}
          <IdentityFirst next={here} />
          <Before next={next} steps={method.steps} shown={!isDesk} />
          <RechargeForm
            form={form}
            methods={methods}
            method={method}
            onMethod={setChosen}
            need={need}
            next={next}
            here={here}
          />
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
