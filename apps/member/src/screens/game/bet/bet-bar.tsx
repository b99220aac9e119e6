import { useTranslation } from '../../../i18n/i18n.ts'
import { hasAccount, wayIn } from '../../../parts/auth/way-in.ts'
import { useMember } from '../../../stores/session.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { ContractChips } from './slip-form.tsx'
import type { Slip } from './use-slip.ts'

/** The button that opens the sheet of the bet. */
export const PLACE_ID = 'place-bet'

/** The bar of a phone: stake per pick, what is chosen and can be won, and the way to the bet. */
export function BetBar({ slip, onOpen }: { slip: Slip; onOpen: () => void }) {
  const { t } = useTranslation('game')
  const member = useMember()
  const { picks, quote, multiple } = slip
  // The sheet says what else is missing; the bar waits for a pick and for an open round, but not with an open outcome.
  const waits = picks.length === 0 || slip.phase !== 'open'
  const why = waits && slip.betting.problem?.kind !== 'open' ? slip.why : undefined
  return (
    <div className="flex flex-col gap-2.5">
      <div className="low:hidden flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <p className="text-ink-2">
          {t('slip.contract')}
          {multiple > 1 && <span className="num font-semibold"> ×{multiple}</span>}
        </p>
        <ContractChips slip={slip} label={t('slip.contract')} bare />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold">
            {t('slip.picked', { count: picks.length })} · <Money amount={quote.total} form="price" />
          </p>
          <p className="text-cap text-ink-2">
            {t('slip.upTo')}{' '}
            <Money amount={quote.highestWin} form="price" className="text-ok font-semibold" />
          </p>
        </div>
        <div className="max-w-full min-w-40 grow basis-[max-content]">
          {member === null ? (
            <ButtonLink {...wayIn(slip.next)} tone="gold" size="lg" wide className="px-4!">
              {t(hasAccount() ? 'logIn' : 'register')}
            </ButtonLink>
          ) : (
            <Button
              id={PLACE_ID}
              tone="gold"
              size="lg"
              wide
              aria-haspopup="dialog"
              why={why}
              onClick={onOpen}
            >
              {t('place')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
