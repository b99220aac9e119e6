import { account } from '@fairlot/contract/endpoints/home'
import { goodsDetail, goodsList } from '@fairlot/contract/endpoints/mall/goods'
import { orderIssues, orderList } from '@fairlot/contract/endpoints/mall/orders'
import { leaveSeat } from '@fairlot/contract/endpoints/mall/pk'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useAction } from '../../../queries/actions.ts'
import { useRead } from '../../../queries/queries.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useMoneyText } from '../../../ui/values/money.tsx'

const Dialog = lazy(() =>
  import('../../../ui/layout/dialog.tsx').then((module) => ({ default: module.Dialog })),
)

type LeaveSeatProps = {
  /** number of the issue */
  issue: string
  /** wire amount of a seat */
  price: string
}

/** The way out of a table where the member is alone: asks once, and the seat is refunded in full. */
export function LeaveSeat({ issue, price }: LeaveSeatProps) {
  const { t } = useTranslation('pk')
  const money = useMoneyText()
  const [asking, setAsking] = useState(false)
  const [asked, setAsked] = useState(false)
  // a member has one order of a Double PK
  const { data: orders } = useRead(orderList, { issue })
  const order = orders?.items[0]?.order
  const leave = useAction(leaveSeat, {
    touches: [goodsDetail, goodsList, account, orderIssues, orderList],
    onSuccess: ({ amount }) => {
      setAsking(false)
      toast.ok(t('left', { amount: money(amount) }))
    },
    onError: () => setAsking(false),
  })
  return (
    <>
      <Button
        tone="stage"
        wide
        sending={leave.isPending}
        disabled={order === undefined}
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true)
          setAsking(true)
        }}
      >
        {t('leave', { amount: money(price, 'price') })}
      </Button>
      {asked && (
        <Suspense>
          <Dialog
            open={asking}
            onOpenChange={setAsking}
            title={t('leaveTitle')}
            keep={t('stay')}
            act={t('leaveAct')}
            acting={leave.isPending}
            onAct={() => {
              if (order !== undefined) leave.mutate({ order })
            }}
          >
            {t('leaveText', { amount: money(price) })}
          </Dialog>
        </Suspense>
      )}
    </>
  )
}
