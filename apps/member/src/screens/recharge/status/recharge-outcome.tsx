import { Check, Hourglass, X } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useRead } from '../../../queries/queries.ts'
import { RECHARGE_FORMS } from '@fairlot/contract/kinds/recharge-ways'
import { account } from '@fairlot/contract/endpoints/home'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { cx } from '../../../ui/cx.ts'
import { Balance, Money, useMoneyText } from '../../../ui/values/money.tsx'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'
import { Stage } from '../../../ui/layout/stage.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { isOpen } from '../use-recharges.ts'
import type { Recharge } from './use-recharge-state.ts'

const ICONS = { processing: Hourglass, success: Check, failed: X } as const
/** Rings around the result only, never behind text. */
const SUNRISE = { at: { top: 60 }, sun: 0, first: 50, step: 25, rings: 4 }

/** The state in large, announced when it changes, with an explanation. */
export function Outcome({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('recharge')
  const { status, amount, credited } = recharge
  const Icon = ICONS[status]
  return (
    <Stage sunrise={SUNRISE} label={t('state.title')}>
      <div className="flex flex-col items-center px-5 pt-7 pb-6 text-center">
        <span
          className={cx(
            'grid size-16 place-items-center rounded-full',
            status === 'success' ? 'bg-gold text-on-gold' : 'bg-stage-raised text-on-stage',
          )}
        >
          <Icon size={32} strokeWidth={status === 'processing' ? 1.8 : 2.6} aria-hidden="true" />
        </span>
        <div role="status" className="mt-4">
          <h2 className="text-title">{t(`state.${status}`)}</h2>
        </div>
        <span className="mt-2 flex flex-col items-center gap-2">
          <Money amount={credited ?? amount} className="text-head" />
          <PlayMoneyBadge onStage />
        </span>
        <Meaning recharge={recharge} />
      </div>
    </Stage>
  )
}

function Meaning({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('recharge')
  const { status, reason, expiresAt } = recharge
  const quiet = 'text-on-brand-2 mt-3 max-w-80'
  if (status === 'success') return <WalletNow />
  if (status === 'failed') return <p className={quiet}>{t(`reason.${reason ?? 'declined'}`)}</p>
  return (
    <>
      <p className={quiet}>{t(`meaning.${waitOf(recharge)}`)}</p>
      {isOpen(recharge) && (
        <p className="mt-2 flex flex-wrap items-baseline justify-center gap-x-2">
          <span className="text-on-brand-2">{t('open.left')}</span>
          <Countdown until={expiresAt} label={t('open.left')} />
        </p>
      )}
    </>
  )
}

/** What is waited for: the member at the payment company, its answer, or a transfer on its way. */
function waitOf({ kind, payUrl, instructions }: Recharge) {
  if (RECHARGE_FORMS[kind] !== 'page') return instructions === null ? 'looking' : 'transfer'
  return payUrl === null ? 'checking' : 'waiting'
}

/** After a success: the new wallet balance. */
function WalletNow() {
  const { t } = useTranslation('recharge')
  const balance = useRead(account, {}).data?.balance
  if (balance === undefined) return null
  return (
    <div className="mt-4 flex flex-col items-center">
      <span className="text-on-brand-2">{t('wallet')}</span>
      <Balance amount={balance} />
    </div>
  )
}

/** A note on the state: a late payment, or that the wait is ordinary. */
export function OutcomeNotice({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation('recharge')
  const money = useMoneyText()
  const { amount, credited } = recharge
  if (credited !== null && credited !== amount)
    return <Notice tone="info">{t('other', { arrived: money(credited), amount: money(amount) })}</Notice>
  if (isLate(recharge)) return <Notice tone="info">{t('late')}</Notice>
  // the instructions of a transfer say themselves how long it takes
  if (recharge.status === 'processing' && RECHARGE_FORMS[recharge.kind] !== 'page') return null
  if (recharge.status === 'processing') return <Notice tone="warn">{t('notice.delay')}</Notice>
  // When another amount arrived, an operator decides; otherwise late money is credited automatically.
  if (recharge.status === 'failed' && recharge.reason !== 'amount_mismatch' && recharge.proofUntil === null)
    return <Notice tone="info">{t('paidAnyway')}</Notice>
  return null
}

/** The money arrived after the recharge had failed. */
const isLate = ({ status, timeline }: Recharge): boolean =>
  status === 'success' && timeline.some(({ state }) => state === 'failed')
