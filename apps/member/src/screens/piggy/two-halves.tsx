import { ArrowDown, PiggyBank, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import type { Piggy, PiggyForm } from './use-piggy-form.ts'

type TwoHalvesProps = { piggy: Piggy; form: PiggyForm }

/** Both amounts, now and after the move, with the arrow that turns the direction on the cut between them. */
export function TwoHalves({ piggy, form: { direction, after, turn } }: TwoHalvesProps) {
  const { t } = useTranslation('piggy')
  return (
    <div>
      <div className="relative">
        <Ticket
          className="grid auto-rows-fr"
          factsClass="flex items-center px-4 pt-4 pb-6"
          yoursClass="flex items-center px-4 pt-6 pb-4"
          facts={
            <Half
              icon={Wallet}
              tile="bg-sea text-sea-3"
              name={t('wallet')}
              amount={piggy.wallet}
              after={after?.wallet}
            />
          }
          yours={
            <Half
              icon={PiggyBank}
              tile="bg-rose text-rose-3"
              name={t('title')}
              amount={piggy.piggy}
              after={after?.piggy}
            />
          }
        />
        <button
          type="button"
          aria-label={t(`turn.${direction}`)}
          onClick={turn}
          className="press bg-brand text-on-brand hover:bg-brand-press ring-bg absolute inset-x-0 top-1/2 mx-auto -mt-6 grid size-12 place-items-center rounded-full ring-4"
        >
          <ArrowDown
            size={24}
            strokeWidth={2}
            aria-hidden="true"
            className={cx('transition-transform duration-200', direction === 'out' && 'rotate-180')}
          />
        </button>
      </div>
      <p className="text-cap text-ink-2 mt-2.5 text-center">
        {t(direction === 'in' ? 'turn.hintIn' : 'turn.hintOut')}
      </p>
    </div>
  )
}

type HalfProps = {
  icon: LucideIcon
  tile: string
  name: string
  amount: string
  /** undefined: nothing that can be moved is entered */
  after: string | undefined
}

function Half({ icon: Icon, tile, name, amount, after }: HalfProps) {
  const { t } = useTranslation('piggy')
  const money = useMoneyText()
  return (
    <div className="flex w-full items-center gap-3.5">
      <span className={cx('rounded-tile grid size-11 shrink-0 place-items-center', tile)}>
        <Icon size={22} strokeWidth={1.8} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="text-body font-semibold">{name}</h2>
        <p className="text-cap text-ink-2">{t('now', { amount: money(amount) })}</p>
      </div>
      <p className="text-end">
        <span className="text-cap text-ink-2 block">{t('after')}</span>
        <Money
          amount={after ?? amount}
          className={cx('text-lead font-bold', after === undefined && 'text-ink-3')}
        />
      </p>
    </div>
  )
}
