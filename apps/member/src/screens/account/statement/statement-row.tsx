import { Rich } from '../../../ui/values/rich.tsx'
import { Link } from '@tanstack/react-router'
import { Coins } from 'lucide-react'
import { RECHARGE_KINDS } from '@fairlot/contract/kinds/recharge-ways'
import { formatDayTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import type { Line } from './days.ts'
import { ICONS, TILES } from './kinds.ts'
import { ExactMoney, Money, useMoneyText } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'

/** From 768 px, the columns of all rows and of their headings. */
export const COLUMNS =
  'tab:grid-cols-[36px_minmax(0,1fr)_8rem_6.5rem_6.25rem_6.25rem] desk:grid-cols-[36px_minmax(0,1fr)_9.5rem_8.5rem_8.5rem_8.5rem]'

/** The kinds that an order of a finance product and a bet name in their own words. */
const OWN_WORDS = ['purchase', 'prize', 'refund'] as const

type FundingRowProps = {
  line: Line
  /** false: the purchase was not carried out, so its line links to the issue */
  isOrder: boolean
  /** the place in the card of its month */
  isFirst: boolean
  isLast: boolean
}

/**
 * A line of the wallet statement, linked to its order, recharge, withdrawal or the piggy bank. On a phone in two lines: what and amount, time and
 * balance; from 768 px a row of 52 with a column each.
 */
export function FundingRow({ line, isOrder, isFirst, isLast }: FundingRowProps) {
  const { t } = useTranslation('statement')
  const Icon = line.finance === null ? ICONS[line.kind] : Coins
  const comesIn = !line.amount.startsWith('-')
  const kind = useKindName(line)
  const name = useLineName(line, kind)
  const fee = line.fee !== null && Number(line.fee) > 0 && <Fee amount={line.fee} />
  return (
    <div
      className={cx(
        'bg-surface hover:bg-sunken relative px-4',
        isFirst && 'rounded-t-card',
        isLast && 'rounded-b-card',
      )}
    >
      <div
        className={cx(
          'tab:min-h-13 tab:gap-x-4 grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 py-3 tab:py-1.5',
          COLUMNS,
          !isLast && 'border-line border-b',
        )}
      >
        <span
          className={cx(
            'rounded-tile max-tab:row-span-2 tab:size-9 grid size-10 shrink-0 place-items-center',
            TILES[line.kind],
          )}
        >
          <Icon size={19} strokeWidth={1.9} aria-hidden="true" />
        </span>
        <span className="min-w-0">
          <Link
            {...targetOf(line, isOrder)}
            className="cover rounded-tiny block truncate font-semibold focus-visible:after:outline-offset-[-3px]"
          >
            <bdi>{name}</bdi>
          </Link>
          {line.title !== null && <span className="text-cap text-ink-2 max-tab:hidden block">{kind}</span>}
          {fee && <span className="text-cap text-ink-2 max-tab:hidden block">{fee}</span>}
        </span>
        <span className="text-cap text-ink-2 max-tab:hidden min-w-0 break-all">
          {line.number !== null && <Code>{line.number}</Code>}
        </span>
        <span className="text-cap text-ink-2 max-tab:col-start-2 max-tab:row-start-2 min-w-0">
          {line.title !== null && <span className="tab:hidden">{kind} · </span>}
          <time dateTime={new Date(line.at).toISOString()}>{formatDayTime(line.at, activeLanguage())}</time>
          {fee && <span className="tab:hidden"> · {fee}</span>}
        </span>
        <span className="max-tab:col-start-3 max-tab:row-start-1 text-end">
          <ExactMoney
            amount={line.amount}
            signed={comesIn}
            className={cx('font-bold', comesIn && 'text-ok')}
          />
        </span>
        <span className="text-cap text-ink-2 max-tab:col-start-3 max-tab:row-start-2 text-end">
          <span className="sr-only">
            <Rich text={t('balance')} parts={{ amount: <Money amount={line.balance} /> }} />
          </span>
          <span aria-hidden="true">
            <Money amount={line.balance} />
          </span>
        </span>
      </div>
    </div>
  )
}

function Fee({ amount }: { amount: string }) {
  const { t } = useTranslation('statement')
  const money = useMoneyText()
  return t('row.fee', { amount: money(amount) })
}

/** What a line is called: "Cash prize" of a share, "Matured" of units, "Bet won" of a bet. */
function useKindName({ kind, finance, round }: Line): string {
  const { t } = useTranslation('statement')
  const own = OWN_WORDS.find((one) => one === kind)
  if (own !== undefined && finance !== null) return t(`finance.${own}`)
  if (own !== undefined && round !== null) return t(`bets.${own}`)
  return t(`kinds.${kind}`)
}

/** What a line was of: the product, else its kind, with the method of a top-up or the account of a withdrawal. */
function useLineName({ title, detail }: Line, kind: string): string {
  const { t } = useTranslation(['statement', 'recharge'])
  if (title !== null) return title
  if (detail === null) return kind
  const way = RECHARGE_KINDS.find((one) => one === detail)
  return t('row.withDetail', { kind, detail: way ? t(`recharge:method.${way}.name`) : detail })
}

function targetOf(line: Line, isOrder: boolean) {
  if (line.kind === 'recharge') return paths.recharges(line.reference)
  if (line.kind === 'withdrawal' || line.kind === 'withdrawal_back') return paths.withdrawals(line.reference)
  if (line.kind === 'piggy_in' || line.kind === 'piggy_out') return paths.piggy()
  if (line.kind === 'correction')
    return line.detail === 'chargeback' ? paths.recharges(line.reference) : paths.statement()
  if (line.kind === 'closing') return paths.closing()
  if (line.kind === 'vip_refund') return paths.vip()
  if (line.kind === 'task') return paths.task()
  if (line.kind === 'rebate') return paths.bonus()
  if (line.kind === 'event_prize' || line.kind === 'event_share') return paths.prize(line.detail ?? undefined)
  if (line.finance !== null)
    return paths.financeOrders(line.kind === 'interest' ? {} : { order: line.reference })
  if (line.round !== null) return paths.round(line.round.game, line.round.period)
  if (line.issue !== null && (line.kind === 'release' || !isOrder)) return paths.goods(line.issue)
  return paths.order(line.reference)
}
