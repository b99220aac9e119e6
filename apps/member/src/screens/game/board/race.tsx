import type { CSSProperties } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Runner } from '../../../parts/game/marks.tsx'
import { Period } from '../../../parts/game/period.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Num } from '../../../ui/values/num.tsx'
import { runsOf } from './race-math.ts'

type RaceProps = {
  period: string
  /** the runners in the order of their finish */
  finish: readonly number[]
  running: boolean
  /** shows the order of finish at once */
  onEnd: () => void
  /** shows the race once more */
  onAgain: () => void
}

/** The race of a round, from the full order of finish. Its end is the same order as a list, which is there from the start. */
export function Race({ period, finish, running, onEnd, onAgain }: RaceProps) {
  const { t } = useTranslation('game')
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lead">
          <Period period={period} />
        </h2>
        <Button tone="sunken" size="sm" onClick={running ? onEnd : onAgain}>
          {t(running ? 'race.skip' : 'race.again')}
        </Button>
      </div>
      {running ? (
        <div aria-hidden="true" className="race mt-3 flex flex-col gap-1">
          {runsOf(period, finish).map(({ runner, place, durationMs, third, twoThirds }) => (
            <div key={runner} className="lane relative h-8">
              <span
                className="race-run block"
                onAnimationEnd={place === finish.length ? onEnd : undefined}
                style={
                  {
                    '--race-ms': `${durationMs}ms`,
                    '--race-1': third,
                    '--race-2': twoThirds,
                  } as CSSProperties
                }
              >
                <Runner number={runner} />
              </span>
            </div>
          ))}
        </div>
      ) : (
        <div
          aria-hidden="true"
          className="mt-3 grid grid-cols-5 justify-items-center gap-y-2 min-[360px]:grid-cols-10"
        >
          {finish.map((runner, index) => (
            <span key={runner} className="flex flex-col items-center gap-1">
              <Runner number={runner} size="xs" {...(index === 0 && { className: 'ring-gold ring-3' })} />
              <Num value={index + 1} className="text-cap text-ink-2" />
            </span>
          ))}
        </div>
      )}
      <h3 className="sr-only">{t('race.order')}</h3>
      <ol className="sr-only">
        {finish.map((runner) => (
          <li key={runner}>{t('number.king', { number: String(runner) })}</li>
        ))}
      </ol>
    </Card>
  )
}
