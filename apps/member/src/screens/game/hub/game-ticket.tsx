import { Link } from '@tanstack/react-router'
import type { gameList } from '@fairlot/contract/endpoints/game'
import { serverNow } from '../../../api/api.ts'
import type { Output } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Ball, Mark } from '../../../parts/game/marks.tsx'
import { coloursOf } from '../../../parts/game/outcome.ts'
import { Period } from '../../../parts/game/period.tsx'
import { useGameWords } from '../../../parts/game/words.ts'
import { paths } from '../../../paths.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { Ticket } from '../../../ui/layout/ticket.tsx'
import { Countdown } from '../../../ui/values/countdown.tsx'

type Entry = Output<typeof gameList>['games'][number]

/** A game: its name and last result above the cut, its running round below. The whole ticket is one link. */
export function GameTicket({ entry, onEnd }: { entry: Entry; onEnd: () => void }) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  const { game, kind, last } = entry
  const [first] = last?.result ? coloursOf(kind, last.result.outcome) : []
  return (
    <div className="relative">
      <Ticket
        factsClass="flex items-center gap-4 p-4"
        yoursClass="flex flex-wrap items-center justify-between gap-3 p-4"
        facts={
          <>
            {last?.result ? (
              <Ball kind={kind} outcome={last.result.outcome} size="lg" className="shrink-0" />
            ) : (
              <span
                aria-hidden="true"
                className="border-control size-14 shrink-0 rounded-full border-2 border-dashed"
              />
            )}
            <div className="min-w-0">
              <h3 className="text-lead">
                <Link {...paths.game(game)} className="cover">
                  {words.name(kind)}
                </Link>
              </h3>
              <p className="text-ink-2">{t('hub.every', { length: words.length(game) })}</p>
              {last?.result && (
                <p className="text-cap text-ink-2 mt-0.5 flex flex-wrap items-center gap-x-1.5">
                  {first && <Mark colour={first} size={12} own />}
                  <span>{words.traits(kind, last.result.outcome)}</span>
                </p>
              )}
            </div>
          </>
        }
        yours={
          <>
            <Running entry={entry} onEnd={onEnd} />
            <span aria-hidden="true" className={buttonClass({ tone: 'brand', size: 'sm' })}>
              {t('hub.open')}
            </span>
          </>
        }
      />
    </div>
  )
}

function Running({ entry: { round, state }, onEnd }: { entry: Entry; onEnd: () => void }) {
  const { t } = useTranslation('game')
  if (round === null)
    return <p className="text-ink-2 min-w-0 flex-1">{t(state === 'on' ? 'soon' : `why.${state}`)}</p>
  const isOpen = round.status === 'open' && round.closesAt > serverNow()
  const until = isOpen ? round.closesAt : round.endsAt
  const label = t(isOpen ? 'closesIn' : 'nextIn')
  return (
    <div className="min-w-0">
      <p className="text-cap text-ink-2">
        <Period period={round.period} />
      </p>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        {label} <Countdown key={until} until={until} label={label} onEnd={onEnd} className="text-lead" />
      </p>
    </div>
  )
}
