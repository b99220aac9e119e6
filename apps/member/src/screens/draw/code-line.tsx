import { useTranslation } from '../../i18n/i18n.ts'
import type { CodeRun } from '../../parts/shares/opening.ts'
import { Strip } from '../../ui/strip.tsx'
import { Code } from '../../ui/values/num.tsx'
import { FIRST_CODE } from '../goods/purchase/purchase-math.ts'

const STUBS = 40

type CodeLineProps = { runs: readonly CodeRun[]; winning: number; shares: number }

/** All codes of an issue in one still line: the member's in gold, the winning one as a stroke. */
export function CodeLine({ runs, winning, shares }: CodeLineProps) {
  const { t } = useTranslation('draw')
  const place = (code: number) => `${(((code - FIRST_CODE + 0.5) / shares) * 100).toFixed(2)}%`
  const first = String(FIRST_CODE)
  const last = String(FIRST_CODE + shares - 1)
  return (
    <div role="img" aria-label={t('loss.line', { first, last, code: String(winning) })} className="mt-3">
      <div className="relative h-5.5">
        <span
          className="absolute flex w-0 justify-center"
          style={{ insetInlineStart: `clamp(1.75rem, ${place(winning)}, calc(100% - 1.75rem))` }}
        >
          <Code className="text-cap font-bold">{winning}</Code>
        </span>
      </div>
      <div className="relative flex h-8 items-center">
        <Strip stubs={STUBS} fills={[]} height="h-2.5" className="w-full" />
        {runs.map(({ first: from, quantity }) => (
          <span
            key={from}
            className="bg-gold absolute h-4.5 min-w-1.5 rounded-tiny"
            style={{
              insetInlineStart: `min(${(((from - FIRST_CODE) / shares) * 100).toFixed(2)}%, calc(100% - 6px))`,
              width: `${((quantity / shares) * 100).toFixed(2)}%`,
            }}
          />
        ))}
        <span
          className="bg-ink absolute -ms-0.5 h-8 w-1 rounded-full"
          style={{ insetInlineStart: place(winning) }}
        />
      </div>
      <div className="text-cap text-ink-2 mt-1 flex justify-between">
        <Code>{first}</Code>
        <Code>{last}</Code>
      </div>
    </div>
  )
}
