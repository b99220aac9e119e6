import { prizeDetail, prizeJoin } from '@fairlot/contract/endpoints/growth/prize'
import { FLAG } from '@fairlot/contract/flags'
import { useState } from 'react'
import { CallError } from '../../api/api.ts'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { Fact } from '../../parts/growth/fact.tsx'
import { GuardLink } from '../../parts/guard/money-block-notice.tsx'
import { hrefOf, paths } from '../../paths.ts'
import { useMoneyCall } from '../../queries/actions.ts'
import { useMember } from '../../stores/session.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { Code, Num } from '../../ui/values/num.tsx'
import type { OwnPart, PrizeEvent } from './use-prize.ts'

type JoinProps = { event: PrizeEvent; own: OwnPart | null; on: boolean }

/** The member's part of an event: what is missing, the way in, or the place in the list. */
export function Join({ event, own, on }: JoinProps) {
  const { t } = useTranslation('event')
  const isMember = useMember() !== null
  if (own?.joined) return <Joined joined={own.joined} />
  if (event.status !== 'open')
    return <p className="text-ink-2">{t(event.status === 'scheduled' ? 'join.later' : 'join.over')}</p>
  if (!isMember)
    return (
      <ButtonLink {...paths.login({ next: hrefOf(paths.prize(event.event)) })} tone="gold" size="lg" wide>
        {t('join.login')}
      </ButtonLink>
    )
  const missing = Math.max(0, event.friends - (own?.counted ?? 0))
  if (missing > 0)
    return (
      <>
        <p className="mb-3 font-semibold">{t('join.missing', { count: missing })}</p>
        <ButtonLink {...paths.invitation()} tone="gold" size="lg" wide>
          {t('join.invite')}
        </ButtonLink>
      </>
    )
  return <JoinButton event={event} on={on} />
}

function JoinButton({ event, on }: { event: PrizeEvent; on: boolean }) {
  const { t } = useTranslation(['event', 'ui'])
  const online = useOnline()
  const [refused, setRefused] = useState<CallError | null>(null)
  const join = useMoneyCall(prizeJoin, {
    touches: [prizeDetail],
    shows: ({ flag }) => flag === FLAG.refused,
    onError: (error) => {
      if (error instanceof CallError && error.flag === FLAG.refused) setRefused(error)
    },
  })
  return (
    <>
      <div role="alert" className="empty:hidden">
        {refused !== null && (
          <Notice tone="warn" className="mb-3">
            <p>{refused.failure.message}</p>
            <GuardLink code={refused.code} />
          </Notice>
        )}
      </div>
      <Button
        tone="gold"
        size="lg"
        wide
        sending={join.isPending}
        why={on ? (online ? undefined : t('ui:offline.money')) : t('off.text')}
        onClick={() => {
          setRefused(null)
          join.mutate({ event: event.event })
        }}
      >
        {t('join.act')}
      </Button>
      <p className="text-cap text-ink-2 mt-2 text-center">{t('join.chance')}</p>
    </>
  )
}

function Joined({ joined }: { joined: NonNullable<OwnPart['joined']> }) {
  const { t } = useTranslation('event')
  return (
    <>
      <h3 className="text-lead">{t('joined.title')}</h3>
      <dl>
        <Fact name={t('joined.seq')}>
          <Num value={joined.seq} />
        </Fact>
        <Fact name={t('joined.tag')}>
          <Code>{joined.tag}</Code>
        </Fact>
        <Fact name={t('joined.at')}>{formatDateTime(joined.at, activeLanguage())}</Fact>
      </dl>
      <p className="text-cap text-ink-2">{t('joined.text')}</p>
    </>
  )
}
