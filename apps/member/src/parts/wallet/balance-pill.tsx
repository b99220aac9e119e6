import { Link } from '@tanstack/react-router'
import { account } from '@fairlot/contract/endpoints/home'
import { Wallet } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { useMember } from '../../stores/session.ts'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/values/money.tsx'

type BalancePillProps = {
  /** `stage` on the dark panel */
  look?: 'plain' | 'stage'
  /** with a link to the page that tops up, where the bar has room */
  topUp?: boolean
}

/** The member's balance in a bar; empty for a visitor. */
export function BalancePill({ look = 'plain', topUp = false }: BalancePillProps) {
  const { t } = useTranslation('frame')
  const member = useMember()
  const balance = useRead(account, {}, { topics: ['balance'] }).data?.balance
  if (member === null) return null
  return (
    <div
      className={cx(
        'flex h-11 shrink-0 items-center rounded-full ps-3.5 pe-1',
        look === 'stage' ? 'bg-stage-raised text-on-stage' : 'border-line border',
      )}
    >
      <Link {...paths.statement()} className="flex min-h-11 items-center gap-2.5 pe-3 font-semibold">
        <Wallet
          size={20}
          strokeWidth={1.8}
          className={look === 'stage' ? 'text-gold' : 'text-brand'}
          aria-hidden="true"
        />
        <span className="sr-only">{t('balance')} </span>
        {balance !== undefined && <Money amount={balance} />}
      </Link>
      {topUp && (
        <Link
          {...paths.recharge({ next: '/' })}
          className="press bg-brand-soft text-brand text-cap hover:bg-brand hover:text-on-brand inline-flex min-h-9 items-center rounded-full px-3.5 font-semibold max-[1150px]:hidden"
        >
          {t('topUp')}
        </Link>
      )}
    </div>
  )
}
