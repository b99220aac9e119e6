import { Check, Plus } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import type { OwnPart, PrizeEvent } from './use-prize.ts'

type FriendStubsProps = { event: PrizeEvent; own: OwnPart | null }

/** One stub for each friend that the event needs. A stub is filled by a friend who registered and topped up in time. */
export function FriendStubs({ event, own }: FriendStubsProps) {
  const { t } = useTranslation('event')
  const money = useMoneyText()
  const counting = (own?.friends ?? []).filter(({ counts }) => counts).slice(0, event.friends)
  const others = (own?.friends ?? []).filter(({ counts }) => !counts)
  return (
    <>
      <h2 className="text-title">{t('need', { count: event.friends })}</h2>
      <p className="text-ink-2 mt-1">{t('needText', { amount: money(event.topUp, 'price') })}</p>
      <ol
        aria-label={t('stubs', { done: counting.length, all: event.friends })}
        className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(72px,1fr))] gap-2"
      >
        {Array.from({ length: event.friends }, (_, index) => {
          const friend = counting[index]
          return (
            <li
              // oxlint-disable-next-line react/no-array-index-key -- a stub is identified by its place
              key={index}
              className={cx(
                'rounded-tile flex min-h-24 min-w-0 flex-col items-center justify-center gap-1 px-1.5 py-2 text-center',
                friend ? 'bg-gold text-on-gold' : 'border-control text-ink-2 border-2 border-dashed',
              )}
            >
              {friend ? (
                <Check size={24} strokeWidth={2.6} aria-hidden="true" />
              ) : (
                <Plus size={24} strokeWidth={1.9} aria-hidden="true" />
              )}
              <span className="text-cap max-w-full truncate font-semibold">
                {friend ? <bdi>{friend.name}</bdi> : t('stub', { number: index + 1 })}
              </span>
            </li>
          )
        })}
      </ol>
      {others.length > 0 && event.status === 'open' && (
        <ul aria-label={t('others')} className="mt-3 flex flex-col gap-2">
          {others.map(({ name, state }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- masked names repeat
            <li key={index} className="flex items-center gap-2.5">
              <Avatar name={name} size={28} />
              <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
              <StatusPill tone={state === 'registered' ? 'quiet' : 'wait'}>{t(`friend.${state}`)}</StatusPill>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
