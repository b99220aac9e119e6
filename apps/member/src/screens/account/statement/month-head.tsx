import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { ArrowDownLeft, ArrowUpRight, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Strip } from '../../../ui/strip.tsx'
import { cx } from '../../../ui/cx.ts'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { Rich } from '../../../ui/values/rich.tsx'
import { ICONS, TILES, type Kind } from './kinds.ts'
import type { Month } from './months.ts'

type MonthHeadProps = {
  name: string
  /** the sums of the month; undefined while they are not known, or where a search shows some of its lines */
  month: Month | undefined
  /** the only kind whose lines are shown; undefined = all */
  kind: Kind | undefined
  /** shows the lines of a kind in this month */
  onKind: (kind: Kind) => void
}

/** The heading of a month with its sums: in the row from 768 px, in a card on a phone. */
export function MonthHead({ name, month, kind, onKind }: MonthHeadProps) {
  const { t } = useTranslation('statement')
  const [open, setOpen] = useState(false)
  const sums = kind === undefined ? month : month?.kinds.find((one) => one.kind === kind)
  const isWhole = kind === undefined && month !== undefined
  return (
    <div className="tab:pt-7 pt-5 pb-2.5">
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <h2 className="text-title flex-1">{name}</h2>
        {isWhole && (
          <p className="tab:flex text-ink-2 hidden gap-x-6">
            <span>
              {t('month.in')} <Money amount={month.in} className="text-ink font-semibold" />
            </span>
            <span>
              {t('month.out')} <Money amount={month.out} className="text-ink font-semibold" />
            </span>
          </p>
        )}
        {sums && (
          <p className="text-ink-2">
            <Rich
              text={t('month.net')}
              parts={{ amount: <Money amount={net(sums)} signed className="text-ink font-bold" /> }}
            />
          </p>
        )}
        {isWhole && <ByKind className="max-tab:hidden" onPress={() => setOpen(true)} />}
      </div>
      {isWhole && (
        <Card month={month}>
          <ByKind onPress={() => setOpen(true)} />
        </Card>
      )}
      {isWhole && (
        <Sheet open={open} onOpenChange={setOpen} title={t('month.ofMonth', { month: name })}>
          <Kinds
            kinds={month.kinds}
            onKind={(chosen) => {
              setOpen(false)
              onKind(chosen)
            }}
          />
        </Sheet>
      )}
    </div>
  )
}

type Sums = Pick<Month, 'in' | 'out'>

const net = (sums: Sums): string => formatMoney(parseMoney(sums.in) - parseMoney(sums.out))

function ByKind({ onPress, className }: { onPress: () => void; className?: string }) {
  const { t } = useTranslation('statement')
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className={cx('press text-brand relative font-semibold whitespace-nowrap', className)}
    >
      <span aria-hidden="true" className="absolute -inset-x-2 -inset-y-3" />
      {t('month.byKind')}
    </button>
  )
}

/** The kinds of a month with what came and went; each leads to its lines. */
function Kinds({ kinds, onKind }: { kinds: Month['kinds']; onKind: (kind: Kind) => void }) {
  const { t } = useTranslation('statement')
  return (
    <ul>
      {kinds.map((sums) => {
        const Icon = ICONS[sums.kind]
        return (
          <li key={sums.kind} className="border-line border-b last:border-transparent">
            <button
              type="button"
              onClick={() => onKind(sums.kind)}
              className="flex min-h-14 w-full items-center gap-3 py-2 text-start font-medium"
            >
              <span className={cx('rounded-tile grid size-9 shrink-0 place-items-center', TILES[sums.kind])}>
                <Icon size={19} strokeWidth={1.9} aria-hidden="true" />
              </span>
              <span className="min-w-0 flex-1">{t(`kinds.${sums.kind}`)}</span>
              <Money
                amount={net(sums)}
                signed
                className={cx('font-bold', parseMoney(net(sums)) > 0n && 'text-ok')}
              />
              <ChevronRight size={20} className="text-ink-3 mirror shrink-0" aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** In and out as two strips on one scale, and what of it was play. */
function Card({ month, children }: { month: Month; children: ReactNode }) {
  const { t } = useTranslation('statement')
  const money = useMoneyText()
  const [comes, goes] = [Number(month.in), Number(month.out)]
  const most = Math.max(comes, goes, 1)
  const { spent, back } = playOf(month)
  return (
    <div className="bg-surface rounded-card shadow-card tab:hidden mt-2.5 p-4">
      <dl className="grid grid-cols-2 gap-4">
        <Side name={t('month.in')} amount={month.in} part={comes / most} tone="in" />
        <Side name={t('month.out')} amount={month.out} part={goes / most} tone="out" />
      </dl>
      <div className="border-line text-cap text-ink-2 mt-3 flex items-baseline gap-3 border-t pt-3">
        <p className="flex-1">{t('month.play', { spent: money(spent), back: money(back) })}</p>
        {children}
      </div>
    </div>
  )
}

/** What was spent on play, less what was returned before it was carried out, and what came back of it. */
function playOf({ kinds }: Month): { spent: string; back: string } {
  const sum = (of: 'in' | 'out', ...names: readonly Kind[]) =>
    kinds.reduce((total, one) => (names.includes(one.kind) ? total + parseMoney(one[of]) : total), 0n)
  return {
    spent: formatMoney(sum('out', 'purchase') - sum('in', 'release')),
    back: formatMoney(sum('in', 'refund', 'prize', 'recycle')),
  }
}

const STUBS = 12

function Side({
  name,
  amount,
  part,
  tone,
}: {
  name: string
  amount: string
  part: number
  tone: 'in' | 'out'
}) {
  const Icon = tone === 'in' ? ArrowDownLeft : ArrowUpRight
  return (
    <div className="min-w-0">
      <dt className="text-ink-2 text-cap flex items-center gap-1.5">
        <Icon
          size={17}
          strokeWidth={2}
          className={cx('mirror', tone === 'in' && 'text-ok')}
          aria-hidden="true"
        />
        {name}
      </dt>
      <dd>
        <Money amount={amount} className="text-lead font-bold" />
        <Strip
          stubs={STUBS}
          fills={[{ part, className: tone === 'in' ? 'bg-ok' : 'bg-sold' }]}
          className="mt-1.5"
        />
      </dd>
    </div>
  )
}
