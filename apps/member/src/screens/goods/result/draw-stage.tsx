import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { BigClock } from '../../../parts/shares/big-clock.tsx'
import { useDue } from '../../../parts/shares/use-due.ts'
import { WinningCode } from '../../../parts/shares/winning-code.tsx'
import { WitnessMark } from '../../../parts/shares/witness-mark.tsx'
import { useAfter } from '../../../ui/feedback/use-after.ts'
import { firstCodes } from '../purchase/purchase-math.ts'
import type { Issue } from '../use-issue.ts'

/** A draw that is later than this is explained. */
const LATE_AFTER_MS = 15_000
/** The number of own codes on the stage. */
const SHOWN = 3

type DrawStageProps = {
  issue: Issue
  /** the result opens here, because the member watched the wait */
  roll: boolean
  onRolled: () => void
  /** the way to the whole screen, where the page has no bar for it */
  action?: ReactNode
}

/** On the stage, from the last sale to the last digit: clock, cells, own codes. */
export function DrawStage({ issue, roll, onRolled, action }: DrawStageProps) {
  const { t } = useTranslation('goods')
  const { card } = issue
  const code = card.winner?.code ?? null
  const awaitsWitness = card.awaitsWitness && card.drawAt === null && code === null
  const [due, setDue] = useDue(card.drawAt)
  const counts = code === null && card.drawAt !== null && !due
  const now =
    card.drawAt !== null || code !== null ? 'draw.now' : awaitsWitness ? 'draw.witness' : 'draw.sealing'
  return (
    <div className="flex flex-col items-center gap-3 text-center">
      <p className="text-on-brand-2">{t('draw.allSold', { count: card.shares })}</p>
      {counts && card.drawAt !== null ? (
        <>
          <h2 className="text-lead -mt-2">{t('draw.in')}</h2>
          <BigClock until={card.drawAt} onEnd={setDue} label={t('draw.in')} />
        </>
      ) : (
        <h2 className="text-lead -mt-2">{t(now)}</h2>
      )}
      {awaitsWitness ? (
        <>
          <WitnessMark />
          <p role="status" className="max-w-96 text-pretty">
            {t('draw.witnessText')}
          </p>
        </>
      ) : (
        <WinningCode code={code} roll={roll || code === null} shares={card.shares} onDone={onRolled} />
      )}
      {code === null && due && issue.chain !== null && <LateNote issue={issue} />}
      {card.mine > 0 && <StageCodes issue={issue} />}
      {action}
    </div>
  )
}

function StageCodes({ issue: { card, mine } }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const codes = firstCodes(mine, SHOWN)
  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      <h3 className="text-cap text-on-brand-2 font-medium">{t('draw.yours')}</h3>
      {codes.map((code) => (
        <span key={code} className="num bg-stage-raised rounded-chip text-body px-2.5 py-1.5 font-semibold">
          {code}
        </span>
      ))}
      {card.mine > codes.length && (
        <span className="text-cap text-on-brand-2">
          {t('codes.more', { count: card.mine - codes.length })}
        </span>
      )}
    </div>
  )
}

function LateNote({ issue: { card, vouching } }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const { awaitsWitness } = card
  const missing = vouching == null ? 'draw.lateWitness' : 'draw.lateQuorum'
  const late = useAfter(LATE_AFTER_MS) || awaitsWitness
  return (
    <p role="status" className="empty:hidden">
      {late && (
        <span className="text-on-brand-2 text-pretty">{t(awaitsWitness ? missing : 'draw.late')}</span>
      )}
    </p>
  )
}
