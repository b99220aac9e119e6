import { payoutList } from '@fairlot/contract/endpoints/payout'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { PayoutAccount } from '../../parts/payout/payout-kind.tsx'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { AccountSheet } from './account-sheet.tsx'
import { PayoutCard } from './payout-card.tsx'

/** Whose accounts they may be, and how long a new one rests. */
export function PayoutIntro({ hours }: { hours: number }) {
  const { t } = useTranslation('payout')
  return <p className="text-ink-2">{t('intro', { count: hours })}</p>
}

/** A card for each account, the one that is used first at the top, then the way to add one. */
export function PayoutCards({ outlined = false }: { outlined?: boolean }) {
  const { t } = useTranslation('payout')
  const query = useRead(payoutList, {})
  const [chosen, setChosen] = useState<PayoutAccount | null>(null)
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <div className="flex flex-col gap-3">
            <Bone className="rounded-card h-31" />
            <Bone className="rounded-card h-31" />
          </div>
        </Skeleton>
      }
    >
      {({ items, maximum }) => (
        <div className="flex flex-col gap-3">
          {items.length === 0 && <EmptyState title={t('empty.title')} text={t('empty.text')} />}
          {items.length > 0 && (
            <ul aria-label={t('title')} className="flex flex-col gap-3">
              {items.map((account) => (
                <li key={account.id}>
                  <PayoutCard account={account} outlined={outlined} onMenu={() => setChosen(account)} />
                </li>
              ))}
            </ul>
          )}
          {items.length < maximum ? (
            <Link
              {...paths.chooseWay('3')}
              className="border-line-strong rounded-card text-brand hover:bg-sunken press flex min-h-16 items-center justify-center gap-3 border-2 border-dashed px-4 font-semibold"
            >
              <Plus size={21} strokeWidth={2} aria-hidden="true" />
              {t('add')}
            </Link>
          ) : (
            <p className="text-cap text-ink-2 text-center">{t('full', { max: maximum })}</p>
          )}
          <AccountSheet account={chosen} onClose={() => setChosen(null)} />
        </div>
      )}
    </QueryState>
  )
}
