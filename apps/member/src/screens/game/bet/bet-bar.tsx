import { useId } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { hasAccount, wayIn } from '../../../parts/auth/way-in.ts'
import { useMember } from '../../../stores/session.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { Money } from '../../../ui/values/money.tsx'
import type { Slip } from './use-slip.ts'

/** The button that opens the sheet of the bet. */
export const PLACE_ID = 'place-bet'

/** The bar of a phone, in one row: what is chosen and can be won, and the way to the bet, where the stake is chosen. */
export function BetBar({ slip, onOpen }: { slip: Slip; onOpen: () => void }) {
  const { t } = useTranslation('game')
  const member = useMember()
  const { picks, quote } = slip
  const { interrupted } = slip.betting
  const hint = useId()
  // The sheet says what else is missing; the bar waits for a pick and for an open round, but not with an open outcome.
  const isEmpty = picks.length === 0
  const why = slip.phase !== 'open' && slip.betting.problem?.kind !== 'open' ? slip.why : undefined
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <p role="status" className="text-cap basis-full font-semibold empty:hidden">
        {interrupted !== null && t(`interrupted.${interrupted}`)}
      </p>
      {isEmpty ? (
        <p id={hint} className="text-ink-2 min-w-0 flex-1 basis-30 text-balance">
          {why ?? t(`slip.hint.${slip.kind}`)}
        </p>
      ) : (
        <div className="min-w-0 flex-1 basis-30">
          <p className="font-semibold">
            {t('slip.picked', { count: picks.length })} · <Money amount={quote.total} form="price" />
          </p>
          <p className="text-cap text-ink-2">
            {t('slip.upTo')}{' '}
            <Money amount={quote.highestWin} form="price" className="text-ok font-semibold" />
          </p>
        </div>
      )}
      {member === null ? (
        <ButtonLink {...wayIn(slip.next)} tone="gold" className="shrink-0">
          {t(hasAccount() ? 'logIn' : 'register')}
        </ButtonLink>
      ) : (
        <Button
          id={PLACE_ID}
          tone="gold"
          className="shrink-0"
          aria-haspopup="dialog"
          {...(isEmpty ? { disabled: true, 'aria-describedby': hint } : { why })}
          onClick={onOpen}
        >
          {t('place')}
        </Button>
      )}
    </div>
  )
}
