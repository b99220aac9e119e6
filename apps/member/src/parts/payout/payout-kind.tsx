import type { payoutList } from '@fairlot/contract/endpoints/payout'
import type { PayoutState } from '@fairlot/contract/life/payout-life'
import type { WithdrawalTarget } from '@fairlot/contract/life/withdrawal-life'
import { AtSign, Coins, FlaskConical, Landmark, QrCode, Smartphone } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { serverNow } from '../../api/api.ts'
import type { Output } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { HOUR_MS } from '../../timing.ts'
import { cx } from '../../ui/cx.ts'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { StatusTone } from '../../ui/values/status-pill.tsx'

export type PayoutAccount = Output<typeof payoutList>['items'][number]

const ICONS: Record<WithdrawalTarget, LucideIcon> = {
  bank: Landmark,
  upi: AtSign,
  ewallet: Smartphone,
  trc20: Coins,
  pix: QrCode,
  sandbox: FlaskConical,
}
const TILES: Record<WithdrawalTarget, string> = {
  bank: 'bg-sea text-sea-3',
  upi: 'bg-iris text-iris-3',
  ewallet: 'bg-rose text-rose-3',
  trc20: 'bg-leaf text-leaf-3',
  pix: 'bg-sun text-sun-3',
  sandbox: 'bg-brand-soft text-brand',
}

/** The tile of a kind of payout account, or of what a recharge came from. */
export function KindTile({ kind, className }: { kind: WithdrawalTarget; className?: string }) {
  const Icon = ICONS[kind]
  return (
    <span className={cx('rounded-tile grid size-12 shrink-0 place-items-center', TILES[kind], className)}>
      <Icon size={23} strokeWidth={1.8} aria-hidden="true" />
    </span>
  )
}

/** The name of an account: its bank or wallet, else its kind. */
export function useAccountName(): (account: { kind: WithdrawalTarget; label: string | null }) => string {
  const { t } = useTranslation('payout')
  return ({ kind, label }) => label ?? t(`kind.${kind}`)
}

/** The hours that an account still rests, at least one. */
const restsFor = ({ usableFrom }: Pick<PayoutAccount, 'usableFrom'>): number =>
  Math.max(1, Math.ceil((usableFrom - serverNow()) / HOUR_MS))

const TONES: Record<PayoutState, StatusTone> = { rests: 'wait', usable: 'ok', refused: 'bad' }

/** Ready, rests, or refused. */
export function PayoutPill({ account }: { account: PayoutAccount }) {
  const { t } = useTranslation('payout')
  const hours = account.state === 'rests' ? restsFor(account) : 0
  return <StatusPill tone={TONES[account.state]}>{t(`state.${account.state}`, { hours })}</StatusPill>
}
