import { ChevronRight } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber, formatPercent } from '../../i18n/format.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/values/avatar.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Countdown } from '../../ui/values/countdown.tsx'
import { Stage } from '../../ui/layout/stage.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import { useAfter } from '../../ui/feedback/use-after.ts'
import { WitnessMark } from '../../parts/shares/witness-mark.tsx'
import { useDue } from '../../parts/shares/use-due.ts'
import { WinningCode } from '../../parts/shares/winning-code.tsx'
import { percentOf } from './purchase/purchase-math.ts'
import { OwnCodes } from './share-card.tsx'
import type { Issue } from './use-issue.ts'

/** A draw that is later than this is explained. */
const LATE_AFTER_MS = 15_000
const SUN = { at: { bottom: -16 }, sun: 46, first: 66, step: 26, rings: 11 } as const

type DrawPanelProps = {
  issue: Issue
  /** the result rolls in, because the member watched the wait */
  roll: boolean
  onRolled: () => void
}

/** After the last share is sold: the countdown, the rolling code, the winner. */
export function DrawPanel({ issue, roll, onRolled }: DrawPanelProps) {
  const { t } = useTranslation('goods')
  const { card } = issue
  const drawn = card.winner !== null
  const awaitsWitness = card.awaitsWitness && card.drawAt === null && !drawn
  const [due, setDue] = useDue(card.drawAt)
  const revealed = drawn && !roll
  return (
    <>
      <Stage label={t('draw.label')} sunrise={SUN} className="narrow:px-4 px-2.5 pt-5 pb-12 text-center">
        <p className="text-on-brand-2">
          {revealed ? t('draw.code') : t('draw.allSold', { count: card.shares })}
        </p>
        {!drawn && card.drawAt !== null && !due ? (
          <>
            <h2 className="text-lead mt-1">{t('draw.in')}</h2>
            <div className="mt-3">
              <Countdown until={card.drawAt} onEnd={setDue} look="cells" label={t('draw.in')} />
            </div>
          </>
        ) : (
          <>
            <h2 className={revealed ? 'sr-only' : 'text-lead mt-1'}>
              {revealed
                ? t('draw.code')
                : !drawn && card.drawAt === null
                  ? t(awaitsWitness ? 'draw.witness' : 'draw.sealing')
                  : t('draw.now')}
            </h2>
            <div className="mt-3">
              {awaitsWitness ? (
                <WitnessMark />
              ) : (
                <WinningCode code={card.winner?.code ?? null} roll={roll || !drawn} onDone={onRolled} />
              )}
            </div>
          </>
        )}
        {awaitsWitness && (
          <p role="status" className="mx-auto mt-4 max-w-96 text-pretty">
            {t('draw.witnessText')}
          </p>
        )}
        {!drawn && due && issue.chain !== null && <LateNote awaitsWitness={card.awaitsWitness} />}
        {revealed && <Winner issue={issue} />}
      </Stage>
      <p role="status" className="sr-only">
        {revealed &&
          card.winner &&
          t('draw.announce', { name: card.winner.name, code: String(card.winner.code) })}
      </p>
      {drawn && card.mine > 0 && (
        <Card>
          {revealed && <OwnResult issue={issue} />}
          <OwnCodes issue={issue} />
        </Card>
      )}
    </>
  )
}

function LateNote({ awaitsWitness }: { awaitsWitness: boolean }) {
  const { t } = useTranslation('goods')
  const late = useAfter(LATE_AFTER_MS) || awaitsWitness
  return (
    <p role="status">
      {late && (
        <span className="text-on-brand-2 mt-4 block text-pretty">
          {t(awaitsWitness ? 'draw.lateWitness' : 'draw.late')}
        </span>
      )}
    </p>
  )
}

function Winner({ issue: { card } }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  if (!card.winner) return null
  const { name, quantity, mine } = card.winner
  return (
    <div className="animate-fade mt-5 flex flex-col items-center gap-4">
      <div className="bg-stage-raised rounded-card flex max-w-full items-center gap-3 px-4 py-2.5 text-start">
        <Avatar name={name} size={40} ring={mine} />
        <div className="min-w-0">
          <p className="text-lead truncate">
            <bdi>{mine ? t('draw.you') : name}</bdi>
          </p>
          <p className="text-cap text-on-brand-2">
            {t('draw.with', { count: quantity, rate: formatPercent(percentOf(quantity, card.shares)) })}
          </p>
        </div>
      </div>
      <ButtonLink
        {...paths.calculation(card.issue)}
        tone="stage"
        icon={<ChevronRight size={18} className="mirror order-2" aria-hidden="true" />}
      >
        {t('draw.calculation')}
      </ButtonLink>
    </div>
  )
}

function OwnResult({ issue: { card } }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const won = card.winner?.mine === true
  return (
    <div className="mb-3 flex items-center gap-3">
      <StatusPill tone={won ? 'won' : 'quiet'}>{won ? t('draw.won') : t('draw.notWon')}</StatusPill>
      <p className="text-ink-2 min-w-0">
        {won
          ? t('draw.wonText')
          : t('draw.notWonText', { count: card.mine, total: formatNumber(card.shares) })}
      </p>
    </div>
  )
}
