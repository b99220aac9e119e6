import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useFinanceList } from '../../../parts/finance/use-finance-list.ts'
import { SALE_TONES, saleStateOf, useFinanceWords } from '../../../parts/finance/use-finance-words.ts'
import type { FinanceProduct } from '../../../parts/finance/use-finance-words.ts'
import { paths } from '../../../paths.ts'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useMoneyText } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'

/** The hub shows the first products; their own page shows all. */
const SHOWN = 3

/** The finance products of the hub, one row each. Without any product, or while none is sold, there is no section. */
export function FinanceSection() {
  const { t } = useTranslation(['finance', 'ui'])
  const query = useFinanceList()
  if (query.data && (!query.data.on || query.data.items.length === 0)) return null
  return (
    <section aria-labelledby="finance" className="min-w-0">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="finance" className="text-title">
          {t('title')}
        </h2>
        <Link {...paths.finance()} className="text-brand inline-flex min-h-11 items-center font-semibold">
          {t('ui:seeAll')}
        </Link>
      </div>
      <p className="text-ink-2 mb-3">{t('promise')}</p>
      <QueryState
        query={query}
        data={query.data}
        pending={
          <Skeleton>
            <Bone className="rounded-card h-40" />
          </Skeleton>
        }
      >
        {({ items, on }) => (
          <ul className="bg-surface rounded-card shadow-card divide-line divide-y overflow-hidden">
            {items.slice(0, SHOWN).map((product) => (
              <li key={product.code}>
                <ProductRow product={product} on={on} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

function ProductRow({ product, on }: { product: FinanceProduct; on: boolean }) {
  const { t } = useTranslation('finance')
  const words = useFinanceWords()
  const money = useMoneyText()
  const state = saleStateOf(product, on)
  const { code, name, unitPrice, minUnits, left } = product
  const least = formatMoney(parseMoney(unitPrice) * BigInt(minUnits))
  return (
    <div className="hover:bg-sunken relative flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <Link
          {...paths.financeProduct(code)}
          className="cover rounded-tiny font-semibold break-words focus-visible:after:outline-offset-[-3px]"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="text-cap text-ink-2">
          {words.term(product)} · {t('from', { amount: money(least, 'price') })}
        </p>
        {state === 'open' ? (
          <p className="text-cap text-ink-2">{t('left', { count: left })}</p>
        ) : (
          <p className="mt-1">
            <StatusPill tone={SALE_TONES[state]}>{t(`state.${state}`)}</StatusPill>
          </p>
        )}
      </div>
      <p className="flex shrink-0 flex-col items-end">
        <Code className="text-title">{words.rate(product.dailyRatePpm)}</Code>
        <span className="text-cap text-ink-2">{t('perDay')}</span>
      </p>
    </div>
  )
}
