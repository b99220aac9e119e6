import { useTranslation } from '../../../i18n/i18n.ts'
import { Period } from '../../../parts/game/period.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { Countdown } from '../../../ui/values/countdown.tsx'
import { PLACE_ID } from './bet-bar.tsx'
import { PlaceButton } from './place-button.tsx'
import { SlipChoice, SlipLines, SlipMore, SlipRules, SlipTrouble } from './slip-form.tsx'
import type { Slip } from './use-slip.ts'

type BetSheetProps = { slip: Slip; open: boolean; onOpenChange: (open: boolean) => void; title: string }

/** The bet with everything that the member should see before money moves. */
export function BetSheet({ slip, open, onOpenChange, title }: BetSheetProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      returnsTo={PLACE_ID}
      title={title}
      subtitle={<SlipRound slip={slip} />}
      summary={<SlipLines slip={slip} />}
      foot={
        <>
          <SlipTrouble slip={slip} />
          <PlaceButton slip={slip} />
        </>
      }
    >
      <SlipChoice slip={slip} />
      <div className="pt-4">
        <SlipMore slip={slip} />
        <SlipRules />
      </div>
    </Sheet>
  )
}

/** The round that the bet is for, and how long it accepts bets. */
export function SlipRound({ slip }: { slip: Slip }) {
  const { t } = useTranslation('game')
  const { round } = slip.state
  if (round === null) return t('soon')
  return (
    <span className="flex flex-wrap items-baseline gap-x-3">
      <Period period={round.period} />
      {slip.phase === 'open' ? (
        <span className="inline-flex items-baseline gap-x-1.5">
          {t('closesIn')} <Countdown until={round.closesAt} label={t('closesIn')} />
        </span>
      ) : (
        <span>{t('why.closed')}</span>
      )}
    </span>
  )
}
