import {
  financeDetail,
  financeExit,
  financeList,
  financeOrder,
  financeOrders,
} from '@fairlot/contract/endpoints/finance'
import { account } from '@fairlot/contract/endpoints/home'
import { walletStatement } from '@fairlot/contract/endpoints/wallet'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { CallError, serverNow } from '../../../api/api.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { useMoneyCall } from '../../../queries/actions.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { isOneStep, progressOf, unpaidOf } from './order-words.ts'
import type { FinanceOrder } from './order-words.ts'

// Loads the dialog's library when it is first needed.
const Dialog = lazy(() =>
  import('../../../ui/layout/dialog.tsx').then((module) => ({ default: module.Dialog })),
)

/** The endpoints whose answers an early exit changes. */
const TOUCHES = [financeOrder, financeOrders, financeDetail, financeList, account, walletStatement]

/** The rule of the early exit, and the way to it with a question that names what comes back and what is lost. */
export function EarlyExit({ order }: { order: FinanceOrder }) {
  const { t } = useTranslation(['finance', 'ui'])
  const money = useMoneyText()
  const online = useOnline()
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const [refusal, setRefusal] = useState<string | null>(null)
  const call = useMoneyCall(financeExit, {
    touches: TOUCHES,
    shows: ({ code }) => code === 'EXIT_OFF' || code === 'EXIT_CLOSED',
    onSuccess: () => {
      setState('closed')
      toast.ok(t('exit.done', { amount: money(order.principal) }))
    },
    onError: (error) => {
      setState('closed')
      if (error instanceof CallError && (error.code === 'EXIT_OFF' || error.code === 'EXIT_CLOSED'))
        setRefusal(error.failure.message)
    },
  })
  if (!order.mayExit)
    return (
      <Card>
        <h2 className="text-lead">{t('exit.title')}</h2>
        <p className="text-ink-2 mt-1">{t('exit.none')}</p>
      </Card>
    )
  const { done, all } = progressOf(order, serverNow())
  return (
    <Card>
      <h2 className="text-lead">{t('exit.title')}</h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('exit.rule')}</p>
      <div role="alert" className="empty:hidden">
        {refusal !== null && (
          <Notice tone="warn" className="mt-3">
            {refusal}
          </Notice>
        )}
      </div>
      <Button
        tone="bad"
        className="mt-3"
        aria-haspopup="dialog"
        why={online ? undefined : t('ui:offline.money')}
        onClick={() => {
          setRefusal(null)
          setState('open')
        }}
      >
        {t('exit.act')}
      </Button>
      {state !== 'never' && (
        <Suspense>
          <Dialog
            open={state === 'open'}
            onOpenChange={(open) => setState(open ? 'open' : 'closed')}
            title={t('exit.ask')}
            keep={t('exit.keep')}
            act={t('exit.act')}
            tone="bad"
            acting={call.isPending}
            onAct={() => call.mutate({ id: order.id })}
          >
            <dl className="text-ink flex flex-col gap-1.5">
              <Row name={t('exit.back')}>
                <Money amount={order.principal} className="font-bold" />
              </Row>
              <Row name={t('exit.lost')}>
                <Money amount={unpaidOf(order)} className="font-bold" />
              </Row>
            </dl>
            <p className="mt-3">
              {isOneStep(order)
                ? t('orders.matures', { time: formatDateTime(order.maturesAt, activeLanguage()) })
                : t('exit.rest', { count: all - done })}{' '}
              {t('exit.final')}
            </p>
          </Dialog>
        </Suspense>
      )}
    </Card>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className="text-ink-2">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
