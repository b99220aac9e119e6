import { Link } from '@tanstack/react-router'
import { Check, ChevronRight, Plus } from 'lucide-react'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { KindTile, PayoutPill, useAccountName } from '../../parts/payout/payout-kind.tsx'
import type { PayoutAccount } from '../../parts/payout/payout-kind.tsx'
import { hrefOf, paths } from '../../paths.ts'
import { cx } from '../../ui/cx.ts'
import { Sheet } from '../../ui/layout/sheet.tsx'
import { Code } from '../../ui/values/num.tsx'
import type { Info, WithdrawForm } from './use-withdraw-form.ts'

const next = hrefOf(paths.withdraw())

/** Where the money goes: the chosen account, which opens the choice; without an account, the way to add one. */
export function Target({ info, form }: { info: Info; form: WithdrawForm }) {
  const { t } = useTranslation('withdraw')
  return (
    <section aria-labelledby="withdraw-to">
      <h2 id="withdraw-to" className="text-body mb-1.5 font-medium">
        {t('to.label')}
      </h2>
      {form.target === undefined ? (
        <Link
          {...paths.payoutForm({ next })}
          className="border-line-strong rounded-card hover:bg-sunken press flex min-h-21 items-center gap-3.5 border-2 border-dashed px-4 py-3"
        >
          <span className="bg-brand-soft text-brand rounded-tile grid size-12 shrink-0 place-items-center">
            <Plus size={23} strokeWidth={1.9} aria-hidden="true" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="text-brand block font-semibold">{t('to.add')}</span>
            <span className="text-cap text-ink-2 block">{t('to.addText')}</span>
          </span>
        </Link>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => form.show('account')}
          className="press bg-surface rounded-card shadow-card flex min-h-21 w-full items-center gap-3.5 px-4 py-3 text-start"
        >
          <AccountLine account={form.target} />
          <ChevronRight
            size={20}
            strokeWidth={1.8}
            className="mirror text-ink-3 shrink-0"
            aria-hidden="true"
          />
        </button>
      )}
      <Sheet
        open={form.sheet === 'account'}
        onOpenChange={(open) => form.show(open ? 'account' : null)}
        title={t('to.choose')}
      >
        <ul>
          {info.accounts.map((account) => (
            <li key={account.id} className="border-line border-b">
              <button
                type="button"
                aria-current={account.id === form.target?.id || undefined}
                disabled={account.state === 'refused'}
                onClick={() => form.choose(account.id)}
                className="flex min-h-18 w-full items-center gap-3.5 py-2.5 text-start disabled:opacity-60"
              >
                <AccountLine account={account} />
                <Check
                  size={22}
                  aria-hidden="true"
                  className={cx('text-brand shrink-0', account.id !== form.target?.id && 'invisible')}
                />
              </button>
            </li>
          ))}
        </ul>
        <Link
          {...paths.payouts()}
          className="text-brand mt-1 inline-flex min-h-12 items-center font-semibold"
        >
          {t('to.manage')}
        </Link>
      </Sheet>
    </section>
  )
}

function AccountLine({ account }: { account: PayoutAccount }) {
  const { t } = useTranslation('withdraw')
  const name = useAccountName()(account)
  return (
    <>
      <KindTile kind={account.kind} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap gap-x-2 font-medium">
          <bdi className="break-words">{name}</bdi>
          <Code className="break-all">{account.masked}</Code>
        </span>
        <span className="text-cap text-ink-2 block">
          {account.state === 'rests'
            ? t('to.restsUntil', { time: formatDayTime(account.usableFrom, activeLanguage()) })
            : account.holder !== null && <bdi>{account.holder}</bdi>}
        </span>
        {account.state !== 'usable' && (
          <span className="mt-1 block">
            <PayoutPill account={account} />
          </span>
        )}
      </span>
    </>
  )
}
