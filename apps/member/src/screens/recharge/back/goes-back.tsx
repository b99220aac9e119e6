import { rechargeReturns } from '@fairlot/contract/endpoints/recharge-return'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { ReturnSheet } from './return-sheet.tsx'

const TOPICS = ['balance', 'records'] as const

/** What of a recharge is not played through, and the way back to where it came from. Nothing when all of it is played through. */
export function GoesBack({ id }: { id: string }) {
  const { t } = useTranslation('back')
  const money = useMoneyText()
  const [asking, setAsking] = useState(false)
  const item = useRead(rechargeReturns, { id }, { topics: TOPICS }).data?.items[0]
  if (item === undefined) return null
  const { returnable, open, to } = item
  const can = /[1-9]/.test(returnable)
  if (!can && open === null && to !== null) return null
  const text = can
    ? t('card.text', { amount: money(returnable) })
    : t(open === null ? 'card.address' : 'card.open')
  return (
    <Card className="goes-back flex flex-col gap-3">
      <p className="flex items-start gap-3">
        <Undo2 size={20} strokeWidth={1.9} className="mirror text-brand mt-0.5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 flex-1">{text}</span>
      </p>
      {can && (
        <Button tone="outline" wide onClick={() => setAsking(true)}>
          {t('card.act')}
        </Button>
      )}
      {open !== null && (
        <ButtonLink {...paths.withdrawals(open)} tone="outline" wide>
          {t('card.look')}
        </ButtonLink>
      )}
      {!can && open === null && (
        <ButtonLink {...paths.payoutForm({ kind: 'trc20' })} tone="outline" wide>
          {t('card.add')}
        </ButtonLink>
      )}
      <ReturnSheet item={item} open={asking} onOpenChange={setAsking} />
    </Card>
  )
}
