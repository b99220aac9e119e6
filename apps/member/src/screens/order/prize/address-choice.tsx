import { MapPin } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { AddressLines } from '../../../parts/address/address-lines.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Code } from '../../../ui/values/num.tsx'
import type { PrizeSteps } from './use-prize-steps.ts'

/** The address that the prize would go to, with the way to another one. The button of the step adds the first one. */
export function AddressChoice({ steps }: { steps: PrizeSteps }) {
  const { t } = useTranslation('prize')
  return (
    <QueryState
      query={steps.book}
      data={steps.book.data}
      pending={
        <Skeleton>
          <Bone className="rounded-card h-24" />
        </Skeleton>
      }
    >
      {() =>
        steps.address === null ? null : (
          <Card className="flex items-start gap-3.5">
            <MapPin size={21} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap gap-x-2 font-semibold">
                <bdi className="break-words">{steps.address.name}</bdi>
                <Code className="font-medium">{steps.address.phone}</Code>
              </p>
              <p className="text-ink-2">
                <AddressLines address={steps.address} />
              </p>
            </div>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => steps.ask('addresses')}
              className="text-brand -my-2.5 min-h-11 shrink-0 font-semibold"
            >
              {t('address.change')}
            </button>
          </Card>
        )
      }
    </QueryState>
  )
}
