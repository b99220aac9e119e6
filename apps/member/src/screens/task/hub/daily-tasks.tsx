import { MessageSquareText, Share2, Ticket, UserPlus } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { paths } from '../../../paths.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { ClaimEnd, Refusal } from './claim-end.tsx'
import type { Claims, Tasks } from './use-tasks.ts'

type Daily = Tasks['daily'][number]

const ICONS: Record<Daily['task'], LucideIcon> = {
  purchase: Ticket,
  share: Share2,
  review: MessageSquareText,
  invite: UserPlus,
}
/** Where each task is done. */
const LINKS = {
  purchase: paths.mall(),
  share: paths.invitation(),
  review: paths.orders('received'),
  invite: paths.invitation(),
} as const satisfies Record<Daily['task'], unknown>

type DailyTasksProps = { tasks: Tasks; claims: Claims; why: string | undefined }

/** The tasks of the day, one strip each with its claim at the end. */
export function DailyTasks({ tasks, claims, why }: DailyTasksProps) {
  const { t } = useTranslation('task')
  const money = useMoneyText()
  return (
    <section aria-labelledby="daily">
      <h2 id="daily" className="text-title tab:flex tab:min-h-10 tab:items-center">
        {t('daily.title')}
      </h2>
      <Card pad="none" className="mt-2.5">
        <ul className="divide-line divide-y">
          {tasks.daily.map((one) => (
            <li key={one.task} className="px-4 py-3">
              <TaskRow one={one} claims={claims} why={why} />
            </li>
          ))}
        </ul>
        <p className="text-cap text-ink-2 border-line border-t px-4 py-3">
          {t('left', { amount: money(tasks.left, 'price') })}
        </p>
      </Card>
    </section>
  )
}

function TaskRow({ one, claims, why }: { one: Daily; claims: Claims; why: string | undefined }) {
  const { t } = useTranslation('task')
  const { task, reward, state } = one
  const Icon = ICONS[task]
  const name = t(`daily.${task}.name`)
  const isClaimed = state === 'claimed'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span
        className={cx(
          'rounded-tile grid size-11 shrink-0 place-items-center',
          isClaimed ? 'bg-sunken text-ink-3' : 'bg-brand-soft text-brand',
        )}
      >
        <Icon size={21} strokeWidth={1.8} aria-hidden="true" />
      </span>
      <div className="min-w-24 flex-1">
        <h3 className={cx('font-semibold', isClaimed && 'text-ink-2')}>{name}</h3>
        <p className="text-cap text-ink-2">
          <Money
            amount={reward}
            form="price"
            signed
            className={cx('font-semibold', !isClaimed && 'text-ok')}
          />{' '}
          · {t(`daily.${task}.text`)}
        </p>
      </div>
      <ClaimEnd
        claim={task}
        name={name}
        state={state}
        claims={claims}
        why={why}
        open={
          <ButtonLink {...LINKS[task]} tone="outline" size="sm" aria-label={t('goTo', { name })}>
            {t('go')}
          </ButtonLink>
        }
      />
      <Refusal claims={claims} at={task} />
    </div>
  )
}
