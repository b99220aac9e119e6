import { parseMoney } from '@fairlot/contract/money/money'
import { useTranslation } from '../../../i18n/i18n.ts'
import { AddressLines } from '../../../parts/address/address-lines.tsx'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import type { OrderData } from '../detail/order-view.tsx'
import { AddressSheet } from './address-sheet.tsx'
import type { Prize } from './delivery.ts'
import { ProblemSheet } from './problem-sheet.tsx'
import { RecycleDialog } from './recycle-dialog.tsx'
import type { PrizeSteps } from './use-prize-steps.ts'

type PrizeDialogsProps = { data: OrderData; prize: Prize; steps: PrizeSteps }

/** What a step asks before it is taken. */
export function PrizeDialogs({ data, prize, steps }: PrizeDialogsProps) {
  const { product } = data.order.card
  const close = (open: boolean) => {
    if (!open) steps.ask(null)
  }
  return (
    <>
      <AddressSheet
        steps={steps}
        open={steps.asking === 'addresses'}
        onOpenChange={close}
        isSent={prize.status === 'address_confirmed'}
      />
      <SendDialog prize={prize} steps={steps} onOpenChange={close} />
      <RecycleDialog
        open={steps.asking === 'recycle'}
        onOpenChange={close}
        name={product.title}
        amount={prize.recycleAmount}
        onAct={steps.recycle}
        acting={steps.sending}
      />
      <ProblemSheet steps={steps} open={steps.asking === 'problem'} onOpenChange={close} />
      <ArrivedDialog steps={steps} name={product.title} onOpenChange={close} />
    </>
  )
}

type StepDialogProps = { steps: PrizeSteps; onOpenChange: (open: boolean) => void }

/** Sending the product gives up the cash, so it is confirmed. */
function SendDialog({ prize, steps, onOpenChange }: StepDialogProps & { prize: Prize }) {
  const { t } = useTranslation('prize')
  const money = useMoneyText()
  const { address } = steps
  if (address === null) return null
  return (
    <Dialog
      open={steps.asking === 'send'}
      onOpenChange={onOpenChange}
      title={t('send.title')}
      keep={t('keep')}
      act={t('send.act')}
      onAct={() => steps.send(address)}
      acting={steps.sending}
    >
      <p className="text-ink font-semibold">
        <bdi>{address.name}</bdi>
      </p>
      <p>
        <AddressLines address={address} />
      </p>
      <p className="mt-2.5">
        {parseMoney(prize.recycleAmount) > 0n
          ? t('send.text', { amount: money(prize.recycleAmount, 'price') })
          : t('send.only')}
      </p>
    </Dialog>
  )
}

function ArrivedDialog({ steps, name, onOpenChange }: StepDialogProps & { name: string }) {
  const { t } = useTranslation('prize')
  return (
    <Dialog
      open={steps.asking === 'arrived'}
      onOpenChange={onOpenChange}
      title={t('arrived.title')}
      keep={t('keep')}
      act={t('act.arrived')}
      onAct={steps.receive}
      acting={steps.sending}
    >
      {t('arrived.text', { name })}
    </Dialog>
  )
}
