import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Strip } from '../../../ui/strip.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { ClaimEnd, Refusal } from './claim-end.tsx'
import type { Claims, Tasks } from './use-tasks.ts'

/** More stubs than this would be thinner than their gaps. */
const MOST_STUBS = 20

type LadderProps = { tasks: Tasks; claims: Claims; why: string | undefined }

/** The invitation ladder: each rung with the friends that it needs and its reward. */
export function Ladder({ tasks, claims, why }: LadderProps) {
  const { t } = useTranslation('task')
  const money = useMoneyText()
  const { qualified, ladder, minimum, margin } = tasks
  return (
    <section aria-labelledby="ladder">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="ladder" className="text-title">
          {t('ladder.title')}
        </h2>
        <ButtonLink {...paths.invitation()} tone="outline" size="sm">
          {t('ladder.invite')}
        </ButtonLink>
      </div>
      <Card pad="none" className="mt-2.5">
        <ol className="divide-line divide-y">
          {ladder.map(({ claim, friends, reward, state }) => {
            const done = Math.min(qualified, friends)
            const name = t('ladder.friends', { count: friends })
            const progress = t('ladder.of', { done, all: friends })
            return (
              <li key={claim} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                <div className="min-w-28 flex-1">
                  <h3 className={cx('font-semibold', state === 'claimed' && 'text-ink-2')}>{name}</h3>
                  <p className="text-cap">
                    <Money
                      amount={reward}
                      form="price"
                      signed
                      className={cx('font-semibold', state === 'claimed' ? 'text-ink-2' : 'text-ok')}
                    />
                  </p>
                  {state === 'open' && (
                    <div
                      role="progressbar"
                      aria-label={name}
                      aria-valuemin={0}
                      aria-valuemax={friends}
                      aria-valuenow={done}
                      aria-valuetext={progress}
                      className="mt-1.5"
                    >
                      <Strip
                        stubs={Math.min(friends, MOST_STUBS)}
                        fills={[{ part: done / friends, className: 'bg-sold' }]}
                      />
                    </div>
                  )}
                </div>
                <ClaimEnd
                  claim={claim}
                  name={name}
                  state={state}
                  claims={claims}
                  why={why}
                  open={<Code className="text-ink-2 font-semibold">{`${done} / ${friends}`}</Code>}
                />
                <Refusal claims={claims} at={claim} />
              </li>
            )
          })}
        </ol>
        <p className="text-cap text-ink-2 border-line border-t px-4 py-3">
          {t('ladder.text', { amount: money(minimum, 'price'), margin: money(margin, 'price') })}
        </p>
      </Card>
    </section>
  )
}
