import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Coins, Eye, EyeOff, PiggyBank } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { cx } from '../../ui/cx.ts'
import { Balance, Money } from '../../ui/values/money.tsx'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import { Stage } from '../../ui/layout/stage.tsx'
import { Perforation } from '../../ui/layout/ticket.tsx'

const SUNRISE = { at: { end: 26, top: 14 }, sun: 34, first: 56, step: 24, rings: 9 }
/** From 768 px: before the cut, behind neither words nor actions. */
const SUNRISE_WIDE = { ...SUNRISE, at: { end: 400, top: 2 }, sun: 52, first: 78, rings: 14 }
const TILE =
  'press tab:min-h-21 flex min-h-18 flex-col items-center justify-center gap-1.5 rounded-card px-1 py-2.5 text-center'

/** The wallet: balance and piggy bank above the perforation, actions below. */
export function WalletTicket({
  balance,
  piggy,
  finance,
  why,
}: {
  balance: string
  piggy: string
  /** wire amount of the principal in finance products; undefined while it is not known */
  finance: string | undefined
  /** why the member cannot recharge now, in a few words */
  why: string | undefined
}) {
  const { t } = useTranslation('account')
  const hidden = usePreferences((state) => state.hideBalance)
  const setHidden = usePreferences((state) => state.setHideBalance)
  const isWide = useWide('tab')
  const EyeIcon = hidden ? EyeOff : Eye
  return (
    <Stage
      label={t('wallet.label')}
      sunrise={isWide ? SUNRISE_WIDE : SUNRISE}
      className="tab:flex tab:items-stretch"
    >
      <div className="tab:flex-1 tab:px-7 tab:pt-4 tab:pb-6 flex flex-col items-start px-5 pt-3 pb-5">
        <div className="text-on-brand-2 flex items-center gap-1.5">
          <h2>{t('wallet.balance')}</h2>
          <button
            type="button"
            aria-label={t(hidden ? 'wallet.show' : 'wallet.hide')}
            onClick={() => setHidden(!hidden)}
            className="press hover:bg-stage-raised grid size-11 place-items-center rounded-full"
          >
            <EyeIcon size={20} strokeWidth={1.8} aria-hidden="true" />
          </button>
        </div>
        <Balance amount={balance} />
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Holding link={paths.piggy()} icon={PiggyBank} name={t('wallet.piggy')} amount={piggy} />
          {finance !== undefined && Number(finance) > 0 && (
            <Holding link={paths.financeOrders()} icon={Coins} name={t('wallet.finance')} amount={finance} />
          )}
          <PlayMoneyBadge onStage />
        </div>
      </div>
      <Perforation className="perforation-fold" />
      <div className="tab:w-[312px] tab:p-5 tab:content-center desk:w-[352px] desk:p-6 grid grid-cols-3 gap-2.5 p-4">
        {why === undefined ? (
          <Link {...paths.recharge()} className={cx(TILE, 'bg-gold text-on-gold hover:bg-gold-press')}>
            <TileBody icon={<ArrowDownToLine size={23} strokeWidth={1.9} aria-hidden="true" />}>
              {t('wallet.recharge')}
            </TileBody>
          </Link>
        ) : (
          <p className={cx(TILE, 'text-on-brand-2 border-stage-raised border-2 border-dashed')}>
            <span className="font-semibold">{t('wallet.recharge')}</span>
            <span className="text-cap">{why}</span>
          </p>
        )}
        <Link {...paths.withdraw()} className={cx(TILE, 'bg-stage-raised')}>
          <TileBody icon={<ArrowUpFromLine size={23} strokeWidth={1.8} aria-hidden="true" />}>
            {t('wallet.withdraw')}
          </TileBody>
        </Link>
        <Link {...paths.piggy()} className={cx(TILE, 'bg-stage-raised')}>
          <TileBody icon={<ArrowLeftRight size={23} strokeWidth={1.8} aria-hidden="true" />}>
            {t('wallet.transfer')}
          </TileBody>
        </Link>
      </div>
    </Stage>
  )
}

type HoldingProps = { link: LinkProps; icon: LucideIcon; name: string; amount: string }

/** Money of the member beside the balance: the piggy bank, finance products. */
function Holding({ link, icon: Icon, name, amount }: HoldingProps) {
  const { t } = useTranslation('ui')
  const hidden = usePreferences((state) => state.hideBalance)
  return (
    <Link
      {...link}
      className="press bg-stage-raised text-cap relative inline-flex min-h-7 items-center gap-2 rounded-full px-3"
    >
      <span aria-hidden="true" className="absolute -inset-y-2 inset-x-0" />
      <Icon size={17} strokeWidth={1.8} className="text-gold" aria-hidden="true" />
      <span>{name}</span>
      <span className="font-bold">
        {hidden ? (
          <span aria-label={t('hidden')} role="img">
            •••
          </span>
        ) : (
          <Money amount={amount} />
        )}
      </span>
    </Link>
  )
}

/** Icon above its label, which may wrap. */
function TileBody({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      {icon}
      <span className="max-narrow:text-cap max-w-full font-semibold break-words">{children}</span>
    </>
  )
}
