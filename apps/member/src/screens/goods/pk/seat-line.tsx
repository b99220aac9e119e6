import { useTranslation } from '../../../i18n/i18n.ts'
import { freeSeat, ownSeat } from '../../../parts/pk/own-seat.ts'
import { CodeRange } from '../../../parts/pk/seats.tsx'
import type { SeatsData } from '../../../parts/pk/own-seat.ts'

/** The seat that the purchase takes, in place of a quantity. */
export default function SeatLine({ seats }: { seats: SeatsData }) {
  const { t } = useTranslation('pk')
  const seat = ownSeat(seats) ?? freeSeat(seats)
  if (!seat) return null
  return (
    <p className="bg-sunken rounded-card flex flex-wrap items-center justify-between gap-x-4 px-5 py-4">
      <span className="text-ink-2 font-medium">{t('yourSeat')}</span>
      <span className="font-semibold">
        <CodeRange first={seat.first} quantity={seat.quantity} />
      </span>
    </p>
  )
}
