import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { paths } from '../../paths.ts'
import { Ago } from '../../ui/values/ago.tsx'
import { CodeChips } from '../../parts/shares/code-chip.tsx'
import { Code } from '../../ui/values/num.tsx'
import { Sheet } from '../../ui/layout/sheet.tsx'
import type { Issue } from './use-issue.ts'

type CodesSheetProps = { open: boolean; onOpenChange: (open: boolean) => void; issue: Issue }

const SHOWN_OF_A_RUN = 12

/** Every range of the member's codes with the order that bought it. */
export function CodesSheet({ open, onOpenChange, issue }: CodesSheetProps) {
  const { t } = useTranslation('goods')
  const { card, mine } = issue
  const listed = mine.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('codes.title')}
      subtitle={t('codes.held', { count: card.mine, total: formatNumber(card.shares) })}
    >
      <ul className="flex flex-col">
        {mine.map(({ order, first, quantity, at }) => (
          <li key={order} className="border-line border-b py-4 first:pt-0 last:border-transparent">
            <div className="mb-2.5 flex flex-wrap items-center justify-between gap-x-3">
              <p className="font-semibold">
                <Code>{quantity === 1 ? first : `${first} – ${first + quantity - 1}`}</Code>
              </p>
              <Link
                {...paths.order(order)}
                className="text-brand inline-flex min-h-11 items-center font-semibold"
              >
                {t('codes.order')}
                <span className="sr-only"> {first}</span>
              </Link>
              <p className="text-cap text-ink-2 -mt-1.5 w-full">
                {t('shares', { count: quantity })} · <Ago at={at} />
              </p>
            </div>
            {quantity > 1 && (
              <CodeChips
                first={first}
                quantity={quantity}
                show={SHOWN_OF_A_RUN}
                won={card.winner?.code ?? null}
                after={(more) => (
                  <span className="text-cap text-ink-2">{t('codes.more', { count: more })}</span>
                )}
              />
            )}
          </li>
        ))}
      </ul>
      {listed < card.mine && (
        <p className="text-cap text-ink-2 pt-2">{t('codes.older', { count: card.mine - listed })}</p>
      )}
    </Sheet>
  )
}
