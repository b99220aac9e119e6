import { Lock } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { addedRate, rateText } from '../../../parts/growth/rate-text.ts'
import { partOf } from '../../../parts/growth/use-vip.ts'
import type { Vip } from '../../../parts/growth/use-vip.ts'
import { bringIntoRow } from '../../../ui/navigation/bring-into-row.ts'
import { Strip } from '../../../ui/strip.tsx'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'

const STUBS = 16

/** The levels side by side: the member's own is gold, the next one shows what is missing. */
export function LevelTickets({ vip }: { vip: Vip }) {
  const { t } = useTranslation(['vip', 'ui'])
  const money = useMoneyText()
  return (
    <ol
      aria-label={t('levels')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
      tabIndex={0}
      className="scrollbar-none bleed-page px-page flex snap-x scroll-px-(--gutter) gap-3 overflow-x-auto py-2"
    >
      {vip.levels.map((one) => {
        const isOwn = one.level === vip.level
        const isNext = one.level === vip.next?.level
        const rate = (name: string, value: string) => (
          <div className="flex items-baseline justify-between gap-3">
            <dt className={isOwn ? undefined : 'text-ink-2'}>{name}</dt>
            <dd>
              <Code className="font-semibold">{value}</Code>
            </dd>
          </div>
        )
        return (
          <li
            key={one.level}
            ref={isOwn ? bringIntoView : undefined}
            aria-current={isOwn ? 'true' : undefined}
            className="w-64 shrink-0 snap-start"
          >
            <Ticket
              tone={isOwn ? 'gold' : 'surface'}
              className="flex h-full flex-col [&>.ticket-facts]:flex-1"
              facts={
                <>
                  <p className="flex items-center justify-between gap-3">
                    <Code className="text-title">{t('ui:vip', { level: one.level })}</Code>
                    {isOwn ? (
                      <span className="text-cap font-semibold">{t('yours')}</span>
                    ) : one.level > vip.level ? (
                      <Lock size={18} strokeWidth={1.9} className="text-ink-3" aria-hidden="true" />
                    ) : null}
                  </p>
                  <p className={isOwn ? undefined : 'text-ink-2'}>
                    {t('from')} <Money amount={one.spend} form="price" />
                  </p>
                  {isNext && vip.next && (
                    <div
                      role="progressbar"
                      aria-label={t('strip.label')}
                      aria-valuemin={0}
                      aria-valuemax={100}
                      aria-valuenow={Math.floor(partOf(vip) * 100)}
                      className="mt-3"
                    >
                      <Strip stubs={STUBS} fills={[{ part: partOf(vip), className: 'bg-sold' }]} />
                      <p className="mt-1.5 font-semibold">
                        {t('missing', { amount: money(vip.next.missing, 'price') })}
                      </p>
                    </div>
                  )}
                </>
              }
              yoursClass="px-4 py-3"
              yours={
                <dl className="flex flex-col gap-1">
                  {rate(t('col.fee'), rateText(one.withdrawalFee))}
                  {rate(t('col.reward'), addedRate(one.extraReward))}
                  {rate(t('col.refund'), rateText(one.refund))}
                </dl>
              }
            />
          </li>
        )
      })}
    </ol>
  )
}

function bringIntoView(item: HTMLElement | null): void {
  const row = item?.closest('ol')
  if (item && row) bringIntoRow(item, row)
}
