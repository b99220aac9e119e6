import { account } from '@fairlot/contract/endpoints/home'
import { walletStatement } from '@fairlot/contract/endpoints/wallet'
import {
  withdrawInfo,
  withdrawLog,
  withdrawReturn,
  withdrawStatus,
} from '@fairlot/contract/endpoints/withdrawal'
import { useState } from 'react'
import { CallError } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useMoneyCall } from '../../../queries/actions.ts'
import { refreshAll } from '../../../queries/queries.ts'
import { queryClient } from '../../../queries/query-client.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import type { Withdrawal } from './withdrawal-state.ts'

/** Takes the withdrawal back while no operator has approved it. Asks once. */
export function TakeBack({ withdrawal: { id, amount } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(['withdraw', 'ui'])
  const money = useMoneyText()
  const online = useOnline()
  const [asking, setAsking] = useState(false)
  const back = useMoneyCall(withdrawReturn, {
    touches: [withdrawStatus, withdrawLog, withdrawInfo, account, walletStatement],
    onSuccess: () => {
      setAsking(false)
      toast.ok(t('back.done', { amount: money(amount) }))
    },
    onError: (error) => {
      setAsking(false)
      // an operator was faster
      if (error instanceof CallError) void refreshAll(queryClient, [withdrawStatus, withdrawLog])
    },
  })
  return (
    <>
      <Button
        tone="outline"
        size="lg"
        wide
        onClick={() => setAsking(true)}
        why={online ? undefined : t('ui:offline.money')}
      >
        {t('back.act')}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('back.title', { amount: money(amount) })}
        keep={t('back.keep')}
        act={t('back.act')}
        onAct={() => back.mutate({ id })}
        acting={back.isPending}
        tone="brand"
      >
        {t('back.text')}
      </Dialog>
    </>
  )
}
