import { Scale } from 'lucide-react'
import { formatNumber } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { formatMoment } from '../../../i18n/lazy-formats.ts'
import { nearest } from '../../../parts/shares/opening.ts'
import { WinningCode } from '../../../parts/shares/winning-code.tsx'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { Sunrise } from '../../../ui/layout/stage.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { firstCodes } from '../purchase/purchase-math.ts'
import { cashWonIn } from '../cash/cash-result.tsx'
import type { Issue } from '../use-issue.ts'

/** The number of own codes that are listed. */
const SHOWN = 3

/** The result for everyone who did not win: code, winner, the member's own result in grey, the check. */
export function DrawnResult({ issue }: { issue: Issue }) {
  const { t } = useTranslation(['goods', 'draw'])
  const { card } = issue
  const { winner } = card
  if (winner === null) return null
  return (
    <div className="flex flex-col gap-4">
      <section
        aria-label={t('draw.label')}
        className="bg-stage on-stage rounded-card relative isolate overflow-hidden px-2.5 pt-4 pb-5 text-center"
      >
        <div aria-hidden="true" className="absolute inset-0 -z-10 overflow-hidden">
          <Sunrise at={{ bottom: -30 }} sun={0} first={66} step={26} rings={9} />
        </div>
        <h2 className="text-on-brand-2 text-body mb-2.5 font-normal">{t('draw.code')}</h2>
        <WinningCode code={winner.code} />
      </section>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Avatar name={winner.name} size={40} />
        <div className="min-w-32 flex-1">
          <p className="font-semibold">{t('draw.wonBy', { name: winner.name })}</p>
          <p className="text-cap text-ink-2">
            {t('win.with', { count: winner.quantity, total: formatNumber(card.shares) })}
          </p>
        </div>
        {card.drawnAt !== null && (
          <p className="text-cap text-ink-2 text-end">
            {t('draw:loss.drawnAt', { time: formatMoment(card.drawnAt, activeLanguage()) })}
          </p>
        )}
      </div>
      {card.mine > 0 && cashWonIn(issue).length === 0 && <OwnResult issue={issue} code={winner.code} />}
      <ButtonLink
        {...paths.calculation(card.issue)}
        size="lg"
        wide
        icon={<Scale size={20} strokeWidth={1.8} aria-hidden="true" />}
      >
        {t('draw:check')}
      </ButtonLink>
    </div>
  )
}

/** Grey and small, because nothing went wrong. */
function OwnResult({ issue: { card, mine }, code }: { issue: Issue; code: number }) {
  const { t } = useTranslation(['goods', 'draw'])
  const distance = nearest(mine, code)
  const codes = firstCodes(mine, SHOWN)
  return (
    <div className="bg-sunken rounded-card p-4">
      <h3 className="font-semibold">{t('draw:loss.title', { count: card.mine })}</h3>
      <p className="text-ink-2 mt-0.5 text-pretty">
        {distance !== null && distance > 0 && `${t('draw:loss.near', { count: distance })} `}
        {t('draw:loss.luck')}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        {codes.map((own) => (
          <span key={own} className="num bg-surface text-ink-2 rounded-chip px-2.5 py-1.5 font-semibold">
            {own}
          </span>
        ))}
        {card.mine > codes.length && (
          <span className="text-cap text-ink-2">{t('codes.more', { count: card.mine - codes.length })}</span>
        )}
      </p>
    </div>
  )
}
