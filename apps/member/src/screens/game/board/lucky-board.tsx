import { Check } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Ball, Mark } from '../../../parts/game/marks.tsx'
import { coloursOf, COLOURS, HALVES } from '../../../parts/game/outcome.ts'
import type { Colour } from '../../../parts/game/outcome.ts'
import { useGameWords } from '../../../parts/game/words.ts'
import { cx } from '../../../ui/cx.ts'
import { Times } from '../bet/slip-form.tsx'
import type { Slip } from '../bet/use-slip.ts'

const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const
const FILL: Record<Colour, string> = { green: 'bg-g-green', violet: 'bg-g-violet', red: 'bg-g-red' }

/** Colours, numbers, size and parity of a lucky ball. */
export function LuckyBoard({ slip }: { slip: Slip }) {
  const { t } = useTranslation('game')
  const words = useGameWords()
  return (
    <>
      <Group name={t('board.colour')}>
        <div className="grid grid-cols-3 gap-2 min-[360px]:gap-3">
          {COLOURS.map((colour) => (
            <Choice
              key={colour}
              slip={slip}
              option={colour}
              className={cx('text-on-stage tab:min-h-14 min-h-13 rounded-tile', FILL[colour])}
            >
              <span className="flex flex-wrap items-center justify-center gap-x-1.5">
                <Mark colour={colour} size={14} />
                <span className="tab:text-lead max-tab:-order-1 max-tab:w-full font-semibold">
                  {t(`colour.${colour}`)}
                </span>
                <TopTimes slip={slip} option={colour} className="text-cap font-semibold" />
              </span>
            </Choice>
          ))}
        </div>
      </Group>
      <Group name={t('board.number')} each={<TopTimes slip={slip} option="0" />}>
        <div className="bg-surface rounded-card shadow-card narrow:gap-x-4 tab:p-3 grid grid-cols-5 justify-items-center gap-x-1 gap-y-1 px-3 py-2">
          {NUMBERS.map((number) => (
            <Choice
              key={number}
              slip={slip}
              option={String(number)}
              round
              label={[
                words.option(String(number), 'lucky'),
                ...coloursOf('lucky', number).map((c) => t(`colour.${c}`)),
              ].join(', ')}
            >
              <Ball kind="lucky" outcome={number} />
            </Choice>
          ))}
        </div>
      </Group>
      <HalvesGroup slip={slip} />
    </>
  )
}

/** Big, small, single, double: the same in both kinds. */
export function HalvesGroup({ slip }: { slip: Slip }) {
  const { t } = useTranslation('game')
  // in both kinds the four pay the same
  return (
    <Group name={t('board.halves')} each={<TopTimes slip={slip} option={HALVES[0]} />}>
      <div className="narrow:grid-cols-4 narrow:gap-2.5 grid grid-cols-2 gap-3">
        {HALVES.map((half) => (
          <Choice
            key={half}
            slip={slip}
            option={half}
            className="bg-surface ring-line tab:min-h-14 min-h-12 rounded-tile ring-1 ring-inset"
          >
            <span className="tab:text-lead block font-semibold break-words">{t(`half.${half}`)}</span>
          </Choice>
        ))}
      </div>
    </Group>
  )
}

/** A group of options with its name and, where all pay the same, what each pays. While bets are closed it is dim. */
export function Group({ name, each, children }: { name: string; each?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('game')
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="text-ink-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={id} className="text-body font-medium">
          {name}
        </h2>
        {each !== undefined && (
          <p>
            {t('board.each')} <span className="text-ink font-semibold">{each}</span>
          </p>
        )}
      </div>
      {children}
    </section>
  )
}

/** What an option pays at best, as the board shows it. */
export function TopTimes({ slip, option, className }: { slip: Slip; option: string; className?: string }) {
  const pays = slip.state.options.find((one) => one.option === option)?.pays ?? []
  const best = pays.toSorted((a, b) => Number(b.multiplier) - Number(a.multiplier))[0]
  return best ? <Times multiplier={best.multiplier} {...(className !== undefined && { className })} /> : null
}

type ChoiceProps = {
  slip: Slip
  option: string
  /** a ball: the ring is a circle */
  round?: boolean
  label?: string
  className?: string
  children: ReactNode
}

/** An option as a toggle: the chosen one has a ring in the colour of the text, and a gold check. */
export function Choice({ slip, option, round = false, label, className, children }: ChoiceProps) {
  const chosen = slip.picks.includes(option)
  return (
    <button
      type="button"
      aria-pressed={chosen}
      aria-label={label}
      disabled={slip.locked}
      onClick={() => slip.toggle(option)}
      className={cx(
        'press relative grid min-h-11 min-w-11 place-items-center px-1.5 py-1.5 text-center',
        round && 'rounded-full',
        chosen && 'outline-ink outline-3 outline-offset-2 focus-visible:outline-focus',
        className,
      )}
    >
      {children}
      {chosen && (
        <span className="bg-gold text-on-gold ring-bg absolute -end-1.5 -top-1.5 grid size-6 place-items-center rounded-full ring-2">
          <Check size={15} strokeWidth={3} aria-hidden="true" />
        </span>
      )}
    </button>
  )
}
