import { FLAG } from '@fairlot/contract/flags'
import { fairReceipt } from '@fairlot/contract/endpoints/fair'
import { parseMoney } from '@fairlot/contract/money/money'
import { Link } from '@tanstack/react-router'
import { Download, ReceiptText } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { CallError } from '../../../api/api.ts'
import type { Output } from '../../../api/api.ts'
import { useRead } from '../../../queries/queries.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { saveFile } from '../../../parts/proof/save-file.ts'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { OrderData } from '../detail/order-view.tsx'
import type { OrderFacts } from './check-receipt.ts'
import { ReceiptChecks } from './receipt-checks.tsx'

/** A signed receipt never changes. */
const STALE_MS = Number.POSITIVE_INFINITY

/** The signed receipt of an order: its purpose, this device's checks, the download. */
export function ReceiptCard({ data: { order, tag, code } }: { data: OrderData }) {
  const { t } = useTranslation(['order', 'ui'])
  const query = useRead(fairReceipt, { order: order.order }, { staleMs: STALE_MS })
  if (order.first === null || tag === null) return null
  if (query.error instanceof CallError && query.error.flag === FLAG.missing) return null
  const facts: OrderFacts = {
    order: order.order,
    issue: order.card.issue,
    tag,
    at: order.at,
    first: order.first,
    quantity: order.quantity,
    amount: String(parseMoney(order.amount)),
  }
  return (
    <Card>
      <h2 className="text-lead flex items-center gap-2.5">
        <ReceiptText size={20} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('receipt.title')}
      </h2>
      <p className="text-ink-2 mt-1">{t('receipt.text')}</p>
      {query.data ? (
        <Signed signed={query.data} facts={facts} drawn={code !== null} />
      ) : query.isError ? (
        <p role="alert" className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <span className="text-ink-2 min-w-40 flex-1">
            {query.error instanceof CallError ? query.error.message : t('receipt.notLoaded')}
          </span>
          <Button tone="sunken" size="sm" sending={query.isFetching} onClick={() => void query.refetch()}>
            {t('ui:retry')}
          </Button>
        </p>
      ) : (
        <Skeleton>
          <Bone className="rounded-tile mt-3 h-24" />
        </Skeleton>
      )}
      <Link
        {...paths.fair()}
        className="text-brand mt-1 -mb-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('receipt.more')}
      </Link>
    </Card>
  )
}

type SignedProps = { signed: Output<typeof fairReceipt>; facts: OrderFacts; drawn: boolean }

function Signed({ signed, facts, drawn }: SignedProps) {
  const { t } = useTranslation('order')
  const save = () => {
    const file = new Blob([JSON.stringify(signed)], { type: 'application/json' })
    saveFile(file, `${facts.issue}-receipt-${facts.first}.json`)
  }
  return (
    <>
      <ReceiptChecks signed={signed} facts={facts} drawn={drawn} />
      <Button
        tone="outline"
        wide
        className="mt-3"
        icon={<Download size={19} aria-hidden="true" />}
        onClick={save}
      >
        {t('receipt.download')}
      </Button>
    </>
  )
}
