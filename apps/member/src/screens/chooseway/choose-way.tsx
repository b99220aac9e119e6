import { rechargeMethods } from '@fairlot/contract/endpoints/wallet'
import { PAYOUT_FORMS, PAYOUT_KINDS } from '@fairlot/contract/life/payout-life'
import type { PayoutKind } from '@fairlot/contract/life/payout-life'
import { useSearch } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatList } from '../../i18n/lazy-formats.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { AccountPage } from '../../parts/account/account-page.tsx'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { KindTile } from '../../parts/payout/payout-kind.tsx'
import { useWayFacts, useWayName, WayTile } from '../../parts/recharge/recharge-way.tsx'
import type { RechargeMethod } from '../../parts/recharge/recharge-way.tsx'
import { usableWays } from '../../parts/recharge/usable-ways.ts'
import { paths } from '../../paths.ts'
import type { RechargeSearch } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { useMember } from '../../stores/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { RowBone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'

const TITLES = { '1': 'choose.pay', '2': 'choose.topUp', '3': 'choose.account' } as const

/** One column on a phone, two from 768 px. */
const LIST = 'tab:grid tab:grid-cols-2 tab:gap-4 flex flex-col gap-2.5'

/** The choice of a method: to pay an order (1), to recharge (2), or to add a payout account (3). */
export default function ChooseWayScreen(): ReactNode {
  const { t } = useTranslation('recharge')
  const { type = '2', ...search } = useSearch({ from: '/pages/payment/chooseway' })
  const money = useMoneyText()
  const title = t(TITLES[type])
  return (
    <AccountPage title={title} nav={<NavBar title={title} />} {...(type === '3' ? { entry: 'payouts' } : {})}>
      <div className="tab:pt-4 desk:pt-2 flex flex-col gap-4 pt-1">
        {type === '1' && (
          <p className="text-ink-2">
            {search.need === undefined
              ? t('choose.payText')
              : t('choose.payNeed', { amount: money(search.need, 'price') })}
          </p>
        )}
        {type === '3' ? <PayoutKinds next={search.next} /> : <Methods search={search} />}
      </div>
    </AccountPage>
  )
}

type MethodsProps = { search: RechargeSearch }

function Methods({ search }: MethodsProps) {
  const { t } = useTranslation('recharge')
  const query = useRead(rechargeMethods, {})
  const phone = useMember()?.phone ?? ''
  return (
    <QueryState
      query={query}
      data={query.data}
      pending={
        <Skeleton>
          <RowBone />
          <RowBone />
          <RowBone />
        </Skeleton>
      }
    >
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t('closed.title')} text={t('closed.text')} />
        ) : (
          <ul className={LIST}>
            {usableWays(items, phone).map((method) => (
              <Method key={method.id} method={method} search={search} />
            ))}
          </ul>
        )
      }
    </QueryState>
  )
}

function Method({ method, search }: MethodsProps & { method: RechargeMethod }) {
  const { t } = useTranslation('recharge')
  const name = useWayName()(method)
  const facts = useWayFacts()(method)
  const link = method.kind === 'trc20' ? paths.usdt(search) : paths.recharge({ ...search, method: method.id })
  return (
    <Way
      link={link}
      tile={<WayTile kind={method.kind} />}
      name={name}
      badge={method.kind === 'sandbox' && <PlayMoneyBadge />}
      text={t(`method.${method.kind}.text`)}
      facts={facts}
    />
  )
}

function PayoutKinds({ next }: { next: string | undefined }) {
  return (
    <ul className={LIST}>
      {PAYOUT_KINDS.map((kind) => (
        <PayoutWay key={kind} kind={kind} next={next} />
      ))}
    </ul>
  )
}

/** A kind of payout account, with what its form asks for. */
function PayoutWay({ kind, next }: { kind: PayoutKind; next: string | undefined }) {
  const { t } = useTranslation('payout')
  const asked = PAYOUT_FORMS[kind].map((field) => {
    if (field === 'number') return t(`field.number.${kind}`)
    if (field === 'bankName') return t(kind === 'ewallet' ? 'field.walletName' : 'field.bankName')
    return t(`field.${field}`)
  })
  return (
    <Way
      link={paths.payoutForm(next === undefined ? { kind } : { kind, next })}
      tile={<KindTile kind={kind} />}
      name={t(`kind.${kind}`)}
      facts={[formatList(asked)]}
    />
  )
}

type WayProps = {
  link: LinkProps
  tile: ReactNode
  name: string
  badge?: ReactNode
  text?: string
  /** short facts, one after the other */
  facts: readonly string[]
}

/** One way, as a card that is one link. */
function Way({ link, tile, name, badge, text, facts }: WayProps) {
  return (
    <li className="bg-surface rounded-card shadow-card lift press relative flex items-center gap-3.5 px-4 py-3.5">
      {tile}
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link {...link} className="cover rounded-card font-semibold">
            <bdi>{name}</bdi>
          </Link>
          {badge}
        </p>
        {text !== undefined && <p className="text-ink-2">{text}</p>}
        {facts.map((fact) => (
          <p key={fact} className="text-cap text-ink-2">
            {fact}
          </p>
        ))}
      </div>
      <ChevronRight size={20} strokeWidth={1.8} className="mirror text-ink-3 shrink-0" aria-hidden="true" />
    </li>
  )
}
