import { payoutFirst, payoutList } from '@fairlot/contract/endpoints/payout'
import { withdrawInfo } from '@fairlot/contract/endpoints/withdrawal'
import { Link } from '@tanstack/react-router'
import { Check, CircleAlert, Ellipsis } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { KindTile, PayoutPill, useAccountName } from '../../parts/payout/payout-kind.tsx'
import type { PayoutAccount } from '../../parts/payout/payout-kind.tsx'
import { paths } from '../../paths.ts'
import { useAction } from '../../queries/actions.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Code } from '../../ui/values/num.tsx'

type PayoutCardProps = {
  account: PayoutAccount
  /** an outline in place of the shadow, where the card stands on a card */
  outlined: boolean
  onMenu: () => void
}

/** An account: what it is, its masked number, whether money can go to it, and what the member can do with it. */
export function PayoutCard({ account, outlined, onMenu }: PayoutCardProps) {
  const { t } = useTranslation('payout')
  const name = useAccountName()(account)
  const { kind, masked, holder, state, refused } = account
  return (
    <article
      className={cx(
        'bg-surface rounded-card px-4 pt-4',
        outlined ? 'ring-line ring-1 ring-inset' : 'shadow-card',
      )}
    >
      <div className="flex items-start gap-3.5">
        <KindTile kind={kind} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <div className="min-w-0">
            <h2 className="text-body font-medium break-words">{name}</h2>
            <p className="text-lead break-all">
              <Code>{masked}</Code>
            </p>
          </div>
          <PayoutPill account={account} />
        </div>
      </div>
      {state === 'refused' && (
        <div className="bg-bad-soft text-bad rounded-tile mt-3 flex items-start gap-2.5 px-3 py-2.5">
          <CircleAlert size={20} strokeWidth={1.9} className="mt-0.5 shrink-0" aria-hidden="true" />
          <p className="min-w-0 flex-1 break-words">{t('refused.text', { reason: refused ?? '' })}</p>
          <Link
            {...paths.payoutForm({ kind, id: account.id })}
            className="-my-2.5 inline-flex min-h-11 items-center font-semibold"
          >
            {t('refused.fix')}
          </Link>
        </div>
      )}
      <div
        className={cx(
          'mt-3 flex min-h-13 items-center justify-between gap-3',
          state !== 'refused' && 'border-line border-t',
        )}
      >
        <span className="text-ink-2 min-w-0 py-2 break-words">
          {holder === null ? t('plain') : <bdi>{holder}</bdi>}
        </span>
        <span className="flex shrink-0 items-center gap-1">
          {state !== 'refused' && <First account={account} />}
          <IconButton
            label={t('menu.open', { account: `${name} ${masked}` })}
            className="-me-2"
            onClick={onMenu}
          >
            <Ellipsis size={22} strokeWidth={2} aria-hidden="true" />
          </IconButton>
        </span>
      </div>
    </article>
  )
}

/** Whether the account is used first, or the way to make it so. */
function First({ account }: { account: PayoutAccount }) {
  const { t } = useTranslation('payout')
  const online = useOnline()
  const choose = useAction(payoutFirst, {
    touches: [payoutList, withdrawInfo],
    onSuccess: () => toast.ok(t('first.done')),
  })
  if (account.first)
    return (
      <span className="text-ok inline-flex items-center gap-1.5 px-2 font-semibold">
        <Check size={18} strokeWidth={2.4} aria-hidden="true" />
        {t('first.is')}
      </span>
    )
  return (
    <button
      type="button"
      disabled={!online || choose.isPending}
      onClick={() => choose.mutate({ id: account.id })}
      className="press text-brand hover:bg-brand-soft disabled:text-ink-3 min-h-11 rounded-full px-3 font-semibold"
    >
      {t('first.use')}
    </button>
  )
}
