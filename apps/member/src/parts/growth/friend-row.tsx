import type { userInviteList } from '@fairlot/contract/endpoints/growth/team'
import type { Output } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { Ago } from '../../ui/values/ago.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { Money } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { StatusTone } from '../../ui/values/status-pill.tsx'

export type Friend = Output<typeof userInviteList>['items'][number]

const TONES: Record<Friend['state'], StatusTone> = { registered: 'quiet', recharged: 'wait', qualified: 'ok' }

/** A friend: masked name and phone, state, what they spent, what the member received for it. */
export function FriendRow({ friend }: { friend: Friend }) {
  const { t } = useTranslation('invite')
  const { name, phone, joinedAt, state, spend, earned, held, samePerson } = friend
  return (
    <div className="flex items-start gap-3 px-4 py-3">
      <Avatar name={name} size={40} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <bdi className="min-w-0 truncate font-semibold">{name}</bdi>
          {samePerson ? (
            <StatusPill tone="bad">{t('friend.same')}</StatusPill>
          ) : held ? (
            <StatusPill tone="wait">{t('friend.held')}</StatusPill>
          ) : (
            <StatusPill tone={TONES[state]}>{t(`state.${state}`)}</StatusPill>
          )}
        </p>
        <p className="text-cap text-ink-2 flex flex-wrap gap-x-2">
          <Code>{phone}</Code>
          <span>
            {t('friend.joined')} <Ago at={joinedAt} />
          </span>
        </p>
        <dl className="text-cap mt-1 flex flex-wrap gap-x-4">
          {spend !== null && (
            <div className="flex gap-1.5">
              <dt className="text-ink-2">{t('friend.spend')}</dt>
              <dd className="font-semibold">
                <Money amount={spend} />
              </dd>
            </div>
          )}
          <div className="flex gap-1.5">
            <dt className="text-ink-2">{t('friend.earned')}</dt>
            <dd className="font-semibold">
              <Money amount={earned} />
            </dd>
          </div>
        </dl>
        {(held || samePerson) && (
          <p className="text-cap text-ink-2 mt-1">{t(samePerson ? 'friend.sameText' : 'friend.heldText')}</p>
        )}
      </div>
    </div>
  )
}
