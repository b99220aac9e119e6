import { vouchers } from '@fairlot/contract/endpoints/mall/vouchers'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { TicketPercent } from 'lucide-react'
import type { Output } from '../../api/api.ts'
import { formatDate } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { paths } from '../../paths.ts'
import { usePages } from '../../queries/pages.ts'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { Segments } from '../../ui/fields/choice.tsx'
import { InfiniteList } from '../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'

type Voucher = Output<typeof vouchers>['items'][number]

/** Own vouchers: those that can be used, and those that have ended. */
export default function VouchersScreen() {
  const { t } = useTranslation('voucher')
  const { which = 'open' } = useSearch({ from: '/pages/order/discount' })
  const navigate = useNavigate()
  const pages = usePages(vouchers, { which }, { topics: ['vouchers'] })
  return (
    <AccountPage entry="vouchers" title={t('title')} nav={<NavBar title={t('title')} />} dataAt={undefined}>
      <div className="tab:pt-4 flex flex-col gap-4 pt-2">
        <Segments
          label={t('which')}
          value={which}
          choices={[
            { value: 'open', label: t('open') },
            { value: 'ended', label: t('ended') },
          ]}
          onChange={(next) =>
            void navigate({ ...paths.vouchers(next === 'ended' ? next : undefined), replace: true })
          }
        />
        <InfiniteList
          pages={pages}
          keyOf={({ id }) => id}
          label={t(which)}
          row={(voucher) => <VoucherTicket voucher={voucher} />}
          empty={
            <EmptyState
              title={t(`empty.${which}`)}
              text={t('empty.text')}
              action={<ButtonLink {...paths.mall()}>{t('empty.action')}</ButtonLink>}
            />
          }
          bone={<Bone className="rounded-card h-24" />}
          className="tab:grid tab:grid-cols-2 flex flex-col gap-3"
        />
        <p className="text-cap text-ink-2">{t('how')}</p>
      </div>
    </AccountPage>
  )
}

/** One voucher: its amount, from which total, until when, and what became of it. */
function VoucherTicket({ voucher }: { voucher: Voucher }) {
  const { t } = useTranslation('voucher')
  const money = useMoneyText()
  const { amount, minSpend, state, expiresAt, order, returned } = voucher
  const isOpen = state === 'open'
  return (
    <article className="bg-surface rounded-card shadow-card relative flex min-h-24 items-stretch overflow-hidden">
      <div
        className={
          isOpen
            ? 'bg-sun text-sun-3 grid w-20 shrink-0 place-items-center'
            : 'bg-sunken text-ink-3 grid w-20 shrink-0 place-items-center'
        }
      >
        <TicketPercent size={30} strokeWidth={1.6} aria-hidden="true" />
      </div>
      <div className="border-line min-w-0 flex-1 border-s border-dashed px-4 py-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
          <h2 className="text-lead font-bold">{t('off', { amount: money(amount) })}</h2>
          {!isOpen && <StatusPill tone="quiet">{t(`state.${state}`)}</StatusPill>}
        </div>
        <p className="text-cap text-ink-2 mt-0.5">
          {t('terms', { amount: money(minSpend), date: formatDate(expiresAt, activeLanguage()) })}
        </p>
        {isOpen && returned !== null && <p className="text-cap text-leaf-3 mt-0.5">{t('returned')}</p>}
        {order !== null && (
          <Link
            {...paths.order(order)}
            className="text-brand inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            {t('toOrder')}
          </Link>
        )}
      </div>
    </article>
  )
}
