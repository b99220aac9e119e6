import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Portrait } from '../../../portraits/portrait.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import { isWaiting, TONES } from '../order-state.ts'
import type { OrderIssue } from '../order-state.ts'

type IssueFactsProps = {
  group: OrderIssue
  /** the product's title, as heading or link */
  title: ReactNode
}

/** An issue in the list beside the detail: picture, title, state, what the member holds in it. */
export function IssueFacts({ group, title }: IssueFactsProps) {
  const { t } = useTranslation('order')
  const { card, status } = group
  return (
    <div className="flex items-center gap-3">
      <Portrait
        art={card.product.art}
        tile={card.product.tile}
        image={card.product.image}
        className="rounded-tile w-14 shrink-0 self-start"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
          <div className="min-w-32 flex-1">{title}</div>
          <StatusPill tone={TONES[status]} dot={isWaiting(status)}>
            {t(`status.${status}`)}
          </StatusPill>
        </div>
        <p className="text-cap text-ink-2 mt-0.5">
          {t('issue')} <Code>{card.issue}</Code>
        </p>
        <p className="text-cap text-ink-2">
          <Holding group={group} /> · <Money amount={group.amount} form="price" />
        </p>
      </div>
    </div>
  )
}

/** "8 shares in 3 orders" */
function Holding({ group: { shares, orders } }: { group: OrderIssue }) {
  const { t } = useTranslation('order')
  return t('group.holding', {
    shares: t('group.shares', { count: shares }),
    orders: t('group.orders', { count: orders }),
  })
}
