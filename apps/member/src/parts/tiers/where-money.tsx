import type { goodsDetail } from '@fairlot/contract/endpoints/mall/goods'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { ReactNode } from 'react'
import type { Output } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber, formatPercent } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import { Num } from '../../ui/values/num.tsx'
import { winningCodes } from './odds.ts'

type Issue = Output<typeof goodsDetail>

/** What a member buys: shares, or one of the two seats of a Double PK. */
const piecesOf = ({ seats, shares, price }: Issue['card']) =>
  seats === null ? { count: shares, price } : { count: seats.places.length, price: seats.price }

/** Up to the next cent: what is left to the house is shown rounded down, so the shown amounts add up. */
const upToCent = (minor: bigint) => ((minor + CENT - 1n) / CENT) * CENT
const CENT = 100n

/** Cells of the picture: three rows of eighteen. */
const CELLS = 54
type Part = 'prize' | 'rewards' | 'house' | 'adds'
const LOOKS: Record<Part, string> = {
  prize: 'bg-sold',
  rewards: 'bg-brand-soft border-brand border',
  house: 'cell-house border-line-strong border',
  adds: 'border-line-strong border border-dashed',
}

/**
 * Where the money of all shares goes: the prize, rebates and refunds, the house. The figures are those of the opening check,
 * which the terms of the issue keep.
 */
export function WhereMoney({ issue: { card, money } }: { issue: Issue }) {
  const { t } = useTranslation('tiers')
  const text = useMoneyText()
  const isCash = card.tiers.length > 0
  const sales = parseMoney(money.sales)
  const pieces = piecesOf(card)
  const price = text(pieces.price, 'price')
  const rewards = formatMoney(upToCent(parseMoney(money.rebates) + parseMoney(money.refunds)))
  const adds = formatMoney(upToCent(parseMoney(money.subsidy)))
  const parts: { part: Part; name: string; note: string; amount: string }[] = [
    {
      part: 'prize',
      name: t(isCash ? 'where.winners' : 'where.winner'),
      note: t(isCash ? 'where.cash' : 'where.goods'),
      amount: money.prize,
    },
    { part: 'rewards', name: t('where.rewards'), note: t('where.rewardsText'), amount: rewards },
    { part: 'house', name: t('where.house'), note: t('where.houseText'), amount: money.house },
    { part: 'adds', name: t('where.adds'), note: t('where.addsText'), amount: adds },
  ]
  const shown = parts.filter(({ amount }) => parseMoney(amount) > 0n)
  const percent = (amount: string) => Number((parseMoney(amount) * 1_000_000n) / sales) / 10_000
  return (
    <Ticket
      facts={
        <section aria-labelledby="where-title">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 id="where-title" className="text-title">
              {t('where.title', { price })}
            </h2>
            <span className="text-cap text-ink-2 num">
              {t('where.sum', {
                shares: formatNumber(pieces.count),
                price,
                total: text(money.sales, 'price'),
              })}
            </span>
          </div>
          <Cells
            parts={shown
              .filter(({ part }) => part !== 'adds')
              .map((one) => ({ ...one, rate: percent(one.amount) }))}
          />
          <ul className="mt-3">
            {shown.map(({ part, name, note, amount }) => (
              <Line key={part} part={part} name={name} note={note}>
                <Money amount={amount} form="price" className="block! font-bold" />
                <Num value={formatPercent(percent(amount))} className="text-cap text-ink-2 block!" />
              </Line>
            ))}
          </ul>
        </section>
      }
      yours={<Meaning issue={{ card, money }} isCash={isCash} />}
    />
  )
}

/** What it means for the member: on average, and over many draws. */
function Meaning({
  issue: { card, money },
  isCash,
}: {
  issue: Pick<Issue, 'card' | 'money'>
  isCash: boolean
}) {
  const { t } = useTranslation('tiers')
  const text = useMoneyText()
  const isPk = card.seats !== null
  const pieces = piecesOf(card)
  const price = text(pieces.price, 'price')
  const back = text(formatMoney(parseMoney(money.prize) / BigInt(pieces.count)))
  const none = card.shares - (isCash ? winningCodes(card.tiers) : 1)
  const loses = parseMoney(money.prize) < parseMoney(money.sales)
  return (
    <>
      <p className="font-bold text-pretty">
        {t(isCash ? 'where.averageCash' : isPk ? 'where.averageSeat' : 'where.average', { back, price })}
      </p>
      <p className="text-ink-2 mt-1 text-pretty">
        {isPk
          ? t('where.nothingSeat')
          : t('where.nothing', { count: none, total: formatNumber(card.shares) })}
        {loses && ` ${t('where.evening')}`}
      </p>
      {/* no member can have both seats */}
      {!isCash && !isPk && (
        <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
          <Tile term={t('where.market')} amount={card.prizeValue} />
          <Tile term={t('where.all')} amount={money.sales} />
        </dl>
      )}
    </>
  )
}

function Tile({ term, amount }: { term: string; amount: string }) {
  return (
    <div className="bg-sunken rounded-tile px-3.5 py-2.5">
      <dt className="text-cap text-ink-2">{term}</dt>
      <dd>
        <Money amount={amount} form="price" className="text-lead font-bold" />
      </dd>
    </div>
  )
}

/** The parts as cells, in proportion; every part has at least one. */
function Cells({ parts }: { parts: readonly { part: Part; rate: number }[] }) {
  const counts = parts.map(({ rate }) => Math.max(1, Math.round((rate / 100) * CELLS)))
  // the first and largest part takes what rounding leaves
  const rest = counts.slice(1).reduce((sum, count) => sum + count, 0)
  const cells = parts.flatMap(({ part }, index) =>
    Array.from({ length: index === 0 ? Math.max(1, CELLS - rest) : counts[index]! }, () => part),
  )
  return (
    <div aria-hidden="true" className="mt-3.5 grid grid-cols-18 gap-1">
      {cells.slice(0, CELLS).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the cells of a part are alike: their position is their only identity
        <span key={index} className={cx('rounded-tiny aspect-[3/4]', LOOKS[part])} />
      ))}
    </div>
  )
}

type LineProps = { part: Part; name: string; note: string; children: ReactNode }

function Line({ part, name, note, children }: LineProps) {
  return (
    <li className="border-line flex items-center gap-3.5 border-b py-2.5 last:border-transparent last:pb-0">
      <span aria-hidden="true" className={cx('rounded-tiny size-5 shrink-0', LOOKS[part])} />
      <span className="min-w-0 flex-1">
        <span className="block">{name}</span>
        <span className="text-cap text-ink-2 block">{note}</span>
      </span>
      <span className="shrink-0 text-end">{children}</span>
    </li>
  )
}
