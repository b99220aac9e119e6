import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useAccountName } from '../../../parts/payout/payout-kind.tsx'
import { paths } from '../../../paths.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import type { Withdrawal } from './withdrawal-state.ts'

/** Amount, fee and arrival, the account, and the numbers that support and the bank ask for. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('withdraw')
  const { amount, fee, net, account, recharge, number, reference, note } = withdrawal
  const name = useAccountName()(account)
  return (
    <Card pad="none" className="px-4">
      <dl>
        <Fact name={t('facts.amount')}>
          <Money amount={amount} className="font-semibold" />
        </Fact>
        <Fact name={t('facts.fee')}>
          <Money amount={fee} className="font-semibold" />
        </Fact>
        <Fact name={t('facts.net')}>
          <Money amount={net} className="font-bold" />
        </Fact>
        <Fact name={t(recharge === null ? 'facts.to' : 'facts.back')}>
          <span className="flex flex-wrap justify-end gap-x-1.5">
            <bdi>{name}</bdi>
            {account.masked !== recharge?.number && <Code className="font-semibold">{account.masked}</Code>}
          </span>
        </Fact>
        {recharge !== null && (
          <Fact name={t('facts.recharge')}>
            <Link
              {...paths.payform(recharge.id)}
              className="text-brand inline-flex min-h-11 items-center font-semibold"
            >
              <Code>{recharge.number}</Code>
            </Link>
          </Fact>
        )}
        <Copied name={t('facts.number')} value={number} label={t('facts.copyNumber')} />
        {reference !== null && (
          <Copied name={t('facts.reference')} value={reference} label={t('facts.copyReference')} />
        )}
        {note !== null && note !== '' && (
          <Fact name={t('facts.note')}>
            <bdi className="break-words">{note}</bdi>
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Copied({ name, value, label }: { name: string; value: string; label: string }) {
  const copy = useCopy()
  return (
    <Fact name={name}>
      <Code className="font-semibold break-all">{value}</Code>
      <IconButton label={label} className="-me-2.5" onClick={() => void copy(value)}>
        <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-line flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-b py-1 last:border-transparent">
      <dt className="text-ink-2">{name}</dt>
      <dd className="flex min-w-0 items-center gap-1">{children}</dd>
    </div>
  )
}
