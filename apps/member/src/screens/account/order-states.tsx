import { Link } from '@tanstack/react-router'
import { CircleCheckBig, Clock, PackageCheck, PackageOpen, Truck } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { account } from '@fairlot/contract/endpoints/home'
import type { Output } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/layout/card.tsx'

type Counts = Output<typeof account>['orders']

/** The tabs of the order list, in the order of an order's life. The last one has no count. */
const STATES = [
  { tab: 'awaiting', icon: Clock },
  { tab: 'pending', icon: PackageOpen },
  { tab: 'to_receive', icon: Truck },
  { tab: 'received', icon: PackageCheck },
  { tab: 'completed', icon: CircleCheckBig },
] as const

/** The member's orders by state, with a count at each open state. */
export function OrderStates({ counts }: { counts: Counts }) {
  const { t } = useTranslation(['account', 'ui'])
  return (
    <Card pad="none" className="px-2 pt-3.5 pb-2">
      <div className="flex items-center justify-between gap-3 px-2">
        <h2 className="text-lead font-bold">{t('orders.title')}</h2>
        <Link
          {...paths.orders()}
          className="text-brand text-cap inline-flex min-h-8 items-center font-semibold"
        >
          {t('ui:seeAll')}
        </Link>
      </div>
      <div className="fives mt-1">
        <ul>
          {STATES.map(({ tab, icon: Icon }) => {
            const count = tab === 'completed' ? 0 : counts[tab]
            return (
              <li key={tab} className="min-w-0">
                <Link
                  {...paths.orders(tab)}
                  className="press hover:bg-sunken flex min-h-19 flex-col items-center gap-2 rounded-tile px-0.5 pt-3 pb-2 text-center"
                >
                  <span className="relative">
                    <Icon size={25} strokeWidth={1.7} aria-hidden="true" />
                    {count > 0 && (
                      <span className="bg-gold text-on-gold text-micro border-surface absolute -end-3.5 -top-2.5 grid min-h-5.5 min-w-5.5 place-items-center rounded-full border-2 px-1 font-bold">
                        <span className="num">{count > 99 ? '99+' : count}</span>
                      </span>
                    )}
                  </span>
                  <span className="text-cap max-w-full break-words max-[379px]:text-micro">
                    {t(`orders.${tab}`)}
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      </div>
    </Card>
  )
}
