import type { userInviteList } from '@fairlot/contract/endpoints/growth/team'
import type { Output } from '../../api/api.ts'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { Ago } from '../../ui/values/ago.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Money } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { StatusTone } from '../../ui/values/status-pill.tsx'

export type Friend = Output<typeof userInviteList>['items'][number]

const TONES: Record<Friend['state'], StatusTone> = { registered: 'quiet', recharged: 'wait', qualified: 'ok' }

/**
 * A friend: masked name and phone, state, what they spent, what the member received for it. From 768 px a row with a column
 * for each.
 */
export function FriendRow({ friend }: { friend: Friend }) {
  const { t } = useTranslation('invite')
  const { name, phone, joinedAt, state, progress, spend, earned, held, samePerson } = friend
  return (
    <div className="tab:grid-cols-[40px_minmax(0,1fr)_minmax(0,2fr)_minmax(6.5rem,auto)] tab:gap-x-4 grid grid-cols-[40px_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3">
      <Avatar name={name} size={40} />
      <div className="min-w-0">
        <p className="flex min-h-6 items-center">
          <bdi className="min-w-0 truncate font-semibold">{name}</bdi>
        </p>
        <p className="text-cap text-ink-2">
          <Code>{phone}</Code>
        </p>
      </div>
      <p className="flex justify-end">
        <State friend={friend} />
      </p>
      <dl
        className={cx(
          'text-cap tab:col-start-3 tab:row-start-1 tab:gap-x-4 grid gap-x-2 max-tab:col-span-full max-tab:mt-1.5 narrow:max-tab:col-start-2',
          spend === null ? 'grid-cols-2' : 'grid-cols-[1fr_1fr_1.2fr] tab:grid-cols-3',
        )}
      >
        <FriendFact name={t('friend.joined')}>
          <Ago at={joinedAt} />
        </FriendFact>
        {spend !== null && (
          <FriendFact name={t('friend.spend')}>
            <Money amount={spend} />
          </FriendFact>
        )}
        <FriendFact name={t('friend.earned')}>
          <Money amount={earned} />
        </FriendFact>
      </dl>
      {!held && !samePerson && state !== 'qualified' && progress !== null && (
        <p className="text-cap text-ink-2 narrow:col-span-2 narrow:col-start-2 col-span-full mt-1">
          {t('stateText.progress', { percent: progress })}
        </p>
      )}
      {(held || samePerson) && (
        <p className="text-cap text-ink-2 narrow:col-span-2 narrow:col-start-2 col-span-full mt-1">
          {t(samePerson ? 'friend.sameText' : 'friend.heldText')}
        </p>
      )}
    </div>
  )
}

function State({ friend: { state, held, samePerson } }: { friend: Friend }) {
  const { t } = useTranslation('invite')
  if (samePerson) return <StatusPill tone="bad">{t('friend.same')}</StatusPill>
  if (held) return <StatusPill tone="wait">{t('friend.held')}</StatusPill>
  return <StatusPill tone={TONES[state]}>{t(`state.${state}`)}</StatusPill>
}

function FriendFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col justify-between">
      <dt className="text-ink-2">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
