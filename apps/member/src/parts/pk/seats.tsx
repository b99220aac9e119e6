import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Code } from '../../ui/values/num.tsx'
import type { Seat, SeatsData } from './own-seat.ts'

type SeatsProps = {
  seats: SeatsData
  /** what is between the seats: "or", a clock */
  middle: ReactNode
  /** diameter of an avatar in pixels */
  size?: number
  onStage?: boolean
  /** the winning code: the half without it fades; null: it is not open */
  code?: number | null
}

/** The two seats of a Double PK with equal weight, each with its member and its codes. */
export function Seats({ seats, middle, size = 56, onStage = false, code = null }: SeatsProps) {
  const { t } = useTranslation('pk')
  const [first, second] = seats.places
  if (!first || !second) return null
  return (
    <div
      role="group"
      aria-label={t('seats')}
      className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2 text-center"
    >
      <SeatView seat={first} size={size} onStage={onStage} code={code} />
      {middle}
      <SeatView seat={second} size={size} onStage={onStage} code={code} />
    </div>
  )
}

type SeatViewProps = { seat: Seat; size: number; onStage: boolean; code: number | null }

function SeatView({ seat, size, onStage, code }: SeatViewProps) {
  const { t } = useTranslation('pk')
  const { first, quantity, name, mine } = seat
  const isOut = code !== null && (code < first || code >= first + quantity)
  return (
    <div className={cx('flex min-w-0 flex-col items-center', isOut && 'opacity-42')}>
      {name === null ? (
        <span
          aria-hidden="true"
          className={cx(
            'grid shrink-0 place-items-center rounded-full border-[2.5px] border-dashed',
            onStage ? 'border-on-brand-2' : 'border-ink-3',
          )}
          style={{ width: size, height: size }}
        >
          <Plus size={size * 0.4} strokeWidth={1.8} />
        </span>
      ) : (
        <Avatar name={name} size={mine ? size - 8 : size} ring={mine} />
      )}
      <p className={cx('mt-2 max-w-full font-semibold', name === null && !onStage && 'text-brand')}>
        <bdi className="block truncate">{mine ? t('you') : (name ?? t('free'))}</bdi>
      </p>
      <p className={cx('text-cap', onStage ? 'text-on-brand-2' : 'text-ink-2')}>
        <CodeRange first={first} quantity={quantity} />
      </p>
    </div>
  )
}

/** The codes of a seat, from low to high in every language. */
export function CodeRange({ first, quantity }: Pick<Seat, 'first' | 'quantity'>) {
  return (
    <span dir="ltr" className="inline-flex flex-wrap justify-center gap-x-1">
      <Code>{first}</Code>
      <span aria-hidden="true">–</span>
      <Code>{first + quantity - 1}</Code>
    </span>
  )
}

/** Between two seats of which one wins. */
export function Or() {
  const { t } = useTranslation('pk')
  return (
    <span className="bg-sunken text-cap text-ink-2 grid size-9 place-items-center rounded-full font-semibold">
      {t('or')}
    </span>
  )
}
