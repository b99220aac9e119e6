import { useTranslation } from '../../../i18n/i18n.ts'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { SlipRound } from './bet-sheet.tsx'
import { PlaceButton } from './place-button.tsx'
import { SlipChoice, SlipLines, SlipMore, SlipRules, SlipTrouble } from './slip-form.tsx'
import type { Slip } from './use-slip.ts'

/** The bet beside the board of a wide page: what is chosen above the cut, what it costs below. */
export function BetPanel({ slip }: { slip: Slip }) {
  const { t } = useTranslation('game')
  return (
    <section aria-label={t('slip.title')} className="min-w-0">
      <Ticket
        factsClass="p-5"
        yoursClass="p-5"
        facts={
          <>
            <h2 className="text-title">{t('slip.title')}</h2>
            <p className="text-cap text-ink-2 mb-3">
              <SlipRound slip={slip} />
            </p>
            <SlipChoice slip={slip} />
          </>
        }
        yours={
          <>
            <SlipLines slip={slip} />
            <SlipMore slip={slip} />
            <div className="pt-4">
              <SlipTrouble slip={slip} />
              <PlaceButton slip={slip} />
            </div>
            <SlipRules />
          </>
        }
      />
    </section>
  )
}
