import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { Num } from '../../ui/values/num.tsx'

/** A range of lucky codes as positions in the issue; `first` counts from 0. */
export type OwnRange = { first: number; quantity: number }

type ShareSheetProps = {
  sold: number
  total: number
  /** the member's ranges; positions count from 0 (lucky code − 1000001) */
  mine: readonly OwnRange[]
  /** the number of the member's shares, which may be more than the listed ranges hold */
  mineCount: number
  /** after the draw: the winning position (from 0), and what its mark means */
  winning?: { position: number; legend: string }
}

const STUBS = 60

type Stub = 'yours' | 'sold' | 'empty'

/** What each stub shows. A stub represents an equal range of positions in code order. */
export function stubsOf(sold: number, total: number, mine: readonly OwnRange[], stubs: number): Stub[] {
  return Array.from({ length: stubs }, (_, index) => {
    const from = (index * total) / stubs
    const to = ((index + 1) * total) / stubs
    const yours = mine.some(({ first, quantity }) => first < to && first + quantity > from)
    if (yours) return 'yours'
    // Rounds to the nearest stub, but always shows the first sold share and the last unsold one.
    if (index === 0) return sold > 0 ? 'sold' : 'empty'
    if (index === stubs - 1) return sold >= total ? 'sold' : 'empty'
    return sold >= (from + to) / 2 ? 'sold' : 'empty'
  })
}

/** A whole issue as 60 stubs in code order. A smaller issue has one stub per share. */
export function ShareSheet({ sold, total, mine, mineCount, winning }: ShareSheetProps) {
  const { t } = useTranslation()
  const count = Math.min(STUBS, total)
  const stubs = stubsOf(sold, total, mine, count)
  const each = total / count
  const winningStub = winning === undefined ? -1 : Math.floor((winning.position * count) / total)
  const values = { sold: formatNumber(sold), total: formatNumber(total), mine: formatNumber(mineCount) }
  return (
    <div>
      <div role="img" aria-label={t('sheet.label', values)} className="grid grid-cols-20 gap-0.75">
        {stubs.map((stub, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a stub has no identity but its position
          <span
            key={index}
            className={cx(
              'sheet-stub',
              STUB[stub],
              index === winningStub && 'outline-ink outline-2 outline-offset-1',
            )}
            style={stub === 'sold' && index !== winningStub ? older(index, count) : undefined}
          >
            {stub === 'yours' && <span className="bg-on-gold size-1.25 rounded-full" />}
          </span>
        ))}
      </div>
      <dl className="tab:mt-3 mt-4 flex flex-wrap justify-between gap-x-4 gap-y-2">
        <Legend
          term={t('sheet.sold')}
          value={sold}
          mark={<span className="bg-sold size-2.5 rounded-[3px]" />}
        />
        <Legend
          term={t('sheet.yours')}
          value={mineCount}
          mark={
            <span className="bg-gold grid size-2.5 place-items-center rounded-[3px]">
              <span className="bg-on-gold size-1 rounded-full" />
            </span>
          }
        />
        <Legend
          term={t('sheet.left')}
          value={total - sold}
          mark={<span className="border-control size-2.5 rounded-[3px] border-[1.5px]" />}
        />
        <Legend term={t('sheet.total')} value={total} />
      </dl>
      {winning !== undefined && (
        <p className="text-cap text-ink-2 mt-3 flex items-center gap-2">
          <span
            aria-hidden="true"
            className="outline-ink bg-sold size-2.5 rounded-[3px] outline-2 outline-offset-1"
          />
          {winning.legend}
        </p>
      )}
      <span className="sr-only">
        {t(Number.isInteger(each) ? 'sheet.stub' : 'sheet.stubAbout', { count: Math.round(each) })}
      </span>
    </div>
  )
}

/** "Each stub is 20 shares", for the head of the card. */
export function useStubText(total: number): string {
  const { t } = useTranslation()
  const each = total / Math.min(STUBS, total)
  return t(Number.isInteger(each) ? 'sheet.stub' : 'sheet.stubAbout', { count: Math.round(each) })
}

const STUB: Record<Stub, string> = {
  yours: 'bg-gold grid place-items-center',
  sold: 'bg-sold',
  empty: 'border-control border-[1.5px]',
}

/** Older stubs are slightly lighter. */
const older = (index: number, count: number) => ({ opacity: 0.72 + 0.28 * (index / count) })

function Legend({ term, value, mark }: { term: string; value: number; mark?: React.ReactNode }) {
  return (
    <div>
      <dt className="text-cap text-ink-2 flex items-center gap-1.5">
        {mark}
        {term}
      </dt>
      <dd className="text-lead font-bold">
        <Num value={value} />
      </dd>
    </div>
  )
}
