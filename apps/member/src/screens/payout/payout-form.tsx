import { payoutList } from '@fairlot/contract/endpoints/payout'
import { PAYOUT_KINDS } from '@fairlot/contract/life/payout-life'
import type { PayoutKind } from '@fairlot/contract/life/payout-life'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { Unsaved } from '../../parts/account/unsaved.tsx'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { StepUpField } from '../../parts/auth/step-up-field.tsx'
import { useAccountName } from '../../parts/payout/payout-kind.tsx'
import type { PayoutAccount } from '../../parts/payout/payout-kind.tsx'
import { useRead } from '../../queries/queries.ts'
import { NotFound } from '../../shell/not-found.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Chips } from '../../ui/fields/choice.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { PayoutFields } from './payout-fields.tsx'
import { PayoutPanels } from './payout-panels.tsx'
import { usePayoutForm } from './use-payout-form.ts'
import { WhatNext } from './what-next.tsx'

/** Adds a payout account, or replaces one. From 768 px, beside the list of accounts. */
export default function PayoutFormScreen(): ReactNode {
  const { t } = useTranslation('payout')
  const { id } = useSearch({ from: '/pages/payment/add' })
  const query = useRead(payoutList, {})
  const isWide = useWide('tab')
  const title = t(id === undefined ? 'form.title' : 'form.change')
  // "No such data" is a page of its own
  if (id !== undefined && query.data && !query.data.items.some((account) => account.id === id))
    return <NotFound />
  const form = (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <Bone className="rounded-tile h-13" />
          <Bone className="rounded-tile mt-5 h-13" />
          <Bone className="rounded-tile mt-5 h-13" />
        </Skeleton>
      }
    >
      {({ items, restHours, maximum }) => {
        const replaces = items.find((account) => account.id === id)
        if (id === undefined && items.length >= maximum)
          return <Notice tone="warn">{t('full', { max: maximum })}</Notice>
        return <Form key={id} replaces={replaces} hours={restHours} />
      }}
    </QueryState>
  )
  return (
    <AccountPage
      entry="payouts"
      title={title}
      nav={<NavBar title={isWide ? t('title') : title} />}
      dataAt={query.dataUpdatedAt || undefined}
    >
      <div className="tab:pt-4 desk:pt-2 pt-1">
        {isWide ? (
          <PayoutPanels>
            <div className="desk:p-6 p-5">
              <h2 className="text-title mb-4">{title}</h2>
              {form}
            </div>
          </PayoutPanels>
        ) : (
          form
        )}
      </div>
    </AccountPage>
  )
}

/** Another kind keeps what was typed; another account to replace does not. */
const isSameForm = ({ pathname, search }: { pathname: string; search: object }, id: string | undefined) =>
  pathname === paths.payoutForm().to && ('id' in search ? search.id : undefined) === id

function Form({ replaces, hours }: { replaces: PayoutAccount | undefined; hours: number }) {
  const { t } = useTranslation(['payout', 'ui'])
  const search = useSearch({ from: '/pages/payment/add' })
  const navigate = useNavigate({ from: '/pages/payment/add' })
  const kind: PayoutKind = replaces?.kind ?? search.kind ?? 'bank'
  const online = useOnline()
  const name = useAccountName()
  const { element, ...form } = usePayoutForm({ kind, replaces, next: search.next })
  return (
    <form ref={element} noValidate onSubmit={form.submit} className="flex max-w-120 flex-col gap-5">
      {form.refusal !== null && (
        <div role="alert">
          <Notice tone="bad">{form.refusal}</Notice>
        </div>
      )}
      {replaces === undefined ? (
        <div>
          <p aria-hidden="true" className="mb-1.5 font-medium">
            {t('form.kind')}
          </p>
          <Chips
            label={t('form.kind')}
            value={kind}
            onChange={(chosen) =>
              void navigate({
                search: (old) => ({ ...old, kind: chosen }),
                replace: true,
                resetScroll: false,
              })
            }
            choices={PAYOUT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        </div>
      ) : (
        <Notice>{t('form.replaces', { account: `${name(replaces)} ${replaces.masked}` })}</Notice>
      )}
      <PayoutFields form={form} kind={kind} />
      <section aria-labelledby="payout-code" className="border-line flex flex-col gap-3 border-t pt-5">
        <div>
          <h2 id="payout-code" className="text-lead">
            {t('form.code')}
          </h2>
          <p className="text-ink-2">{t('form.codeText', { phone: form.step.phone })}</p>
        </div>
        <StepUpField step={form.step} />
      </section>
      <WhatNext hours={hours} />
      <Button
        type="submit"
        tone="gold"
        size="lg"
        wide
        sending={form.sending}
        why={online ? undefined : t('ui:offline.money')}
      >
        {t('form.save')}
      </Button>
      <Unsaved changed={form.changed} keeps={(next) => isSameForm(next, replaces?.id)} />
    </form>
  )
}
