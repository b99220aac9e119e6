import { Rich } from '../../../ui/values/rich.tsx'
import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, DoorClosed, RotateCcw, Ticket, Undo2 } from 'lucide-react'
import type { walletStatement } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../../api/api.ts'
import { formatDayTime } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { RecordRow } from '../../../ui/lists/record-row.tsx'

type Line = Output<typeof walletStatement>['items'][number]

const ICONS = {
  recharge: ArrowDownToLine,
  purchase: Ticket,
  release: Undo2,
  refund: RotateCcw,
  closing: DoorClosed,
} as const satisfies Record<Line['kind'], unknown>

type FundingRowProps = {
  line: Line
  /** false: the purchase was not carried out, so its line links to the issue */
  isOrder: boolean
}

/** A line of the wallet statement: kind, time, amount, balance after. It links to its order or recharge. */
export function FundingRow({ line, isOrder }: FundingRowProps) {
  const { t } = useTranslation('statement')
  const Icon = ICONS[line.kind]
  return (
    <div className="border-line relative flex items-center gap-3 border-b">
      <span className="bg-brand-soft text-brand grid size-10 shrink-0 place-items-center rounded-full">
        <Icon size={19} strokeWidth={1.9} aria-hidden="true" />
      </span>
      {/* The amount with four decimals is a separate button, above the link of the row. */}
      <div className="min-w-0 flex-1 [&_button]:relative [&_button]:z-1">
        <RecordRow
          name={
            <Link
              {...targetOf(line, isOrder)}
              className="cover rounded-tiny focus-visible:after:outline-offset-2"
            >
              {t(`kinds.${line.kind}`)}
            </Link>
          }
          detail={
            <>
              {line.title !== null && (
                <bdi className="w-full truncate [text-align:match-parent]">{line.title}</bdi>
              )}
              {line.issue !== null && <Code className="whitespace-nowrap">{line.issue}</Code>}
              <time className="whitespace-nowrap" dateTime={new Date(line.at).toISOString()}>
                {formatDayTime(line.at, activeLanguage())}
              </time>
            </>
          }
          amount={line.amount}
          status={
            <span className="text-cap text-ink-2">
              <Rich text={t('balance')} parts={{ amount: <Money amount={line.balance} /> }} />
            </span>
          }
        />
      </div>
    </div>
  )
}

function targetOf(line: Line, isOrder: boolean) {
  if (line.kind === 'recharge') return paths.payform(line.reference)
  if (line.kind === 'closing') return paths.closing()
  if (line.issue !== null && (line.kind === 'release' || !isOrder)) return paths.goods(line.issue)
  return paths.order(line.reference)
}
