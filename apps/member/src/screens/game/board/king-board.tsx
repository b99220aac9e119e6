import { useTranslation } from '../../../i18n/i18n.ts'
import { Runner } from '../../../parts/game/marks.tsx'
import { useGameWords } from '../../../parts/game/words.ts'
import type { Slip } from '../bet/use-slip.ts'
import { Choice, Group, HalvesGroup, TopTimes } from './lucky-board.tsx'

const RUNNERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** Ten lanes, one to a runner, then size and parity of the champion. */
export function KingBoard({ slip }: { slip: Slip }) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  return (
    <>
      <Group name={t('board.champion')} each={<TopTimes slip={slip} option="1" />}>
        <div className="tab:gap-2.5 grid grid-cols-2 gap-2">
          {RUNNERS.map((runner) => (
            <Choice
              key={runner}
              slip={slip}
              option={String(runner)}
              className="bg-surface shadow-card rounded-tile justify-items-stretch"
            >
              <span className="flex items-center gap-2 ps-1 pe-3">
                <span className="sr-only">{words.option(String(runner), 'king')} </span>
                <span aria-hidden="true">
                  <Runner number={runner} />
                </span>
                <span className="lane flex-1" aria-hidden="true" />
              </span>
            </Choice>
          ))}
        </div>
      </Group>
      <HalvesGroup slip={slip} />
    </>
  )
}
