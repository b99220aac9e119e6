import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { boardAt, DIGITS, differsAt } from '../../parts/shares/opening.ts'
import type { CodeRun } from '../../parts/shares/opening.ts'

type CodeBoardProps = {
  runs: readonly CodeRun[]
  /** the winning code; null before the draw */
  code: number | null
  locked: number
}

const ROW = 'code-row rounded-code grid h-8 grid-cols-7 items-center gap-1.5 text-center'

/** The member's codes under the cells: digits that match turn gold, a code that differs is struck there and fades. */
export function CodeBoard({ runs, code, locked }: CodeBoardProps) {
  const { t } = useTranslation('draw')
  const { rows, more, moreIn } = boardAt(runs, code, locked)
  return (
    <ul aria-label={t('board.label')} className="flex flex-col gap-1">
      {rows.map((own, slot) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is a place on the board; its code may change
        <CodeRow key={slot} own={own} code={code} locked={locked} />
      ))}
      {more > 0 && (
        <li className={cx('text-cap rounded-code bg-stage-raised grid min-h-8 place-items-center px-3')}>
          {code === null
            ? t('board.more', { count: more })
            : t('board.moreIn', { count: more, still: formatNumber(moreIn) })}
        </li>
      )}
    </ul>
  )
}

function CodeRow({ own, code, locked }: { own: number; code: number | null; locked: number }) {
  const { t } = useTranslation('draw')
  const digits = String(own)
  const at = code === null ? null : differsAt(own, code)
  const isOut = code !== null && at !== null && at < locked
  const isWinner = code === own && locked === DIGITS
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isWinner) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isWinner])
  return (
    <li
      ref={row}
      dir="ltr"
      className={cx(
        ROW,
        'text-title',
        isWinner ? 'bg-gold text-on-gold' : isOut ? 'opacity-42' : 'bg-stage-raised',
      )}
    >
      <span className="sr-only">
        {digits}
        {isOut && ` ${t('board.out')}`}
        {isWinner && ` ${t('board.won')}`}
      </span>
      {Array.from(digits, (digit, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the digits of a code are identified by their position
          key={index}
          aria-hidden="true"
          className={cx(
            'relative tabular-nums',
            code !== null && !isOut && !isWinner && index < locked && 'text-gold',
          )}
        >
          {digit}
          {isOut && index === at && (
            <span className="absolute inset-x-0 top-1/2 mx-auto h-0.5 w-5 -rotate-20 rounded-full bg-current" />
          )}
        </span>
      ))}
    </li>
  )
}
