import { Link, useSearch } from '@tanstack/react-router'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { LazyQuorumCard } from '../../parts/proof/witnesses/lazy-parts.tsx'
import { NotFound } from '../../shell/not-found.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { QueryState } from '../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page, Panes } from '../../ui/layout/page.tsx'
import { Ticket } from '../../ui/layout/ticket.tsx'
import { PullToRefresh } from '../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../ui/navigation/nav-bar.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import { EventProof } from './event-proof.tsx'
import { EventStage } from './event-stage.tsx'
import { FriendStubs } from './friend-stubs.tsx'
import { Join } from './join.tsx'
import { OwnLeftOut, OwnResult, Winners } from './results.tsx'
import { usePrize } from './use-prize.ts'
import type { PrizeDetail, PrizeEvent } from './use-prize.ts'

/** The prize-share event: its pool and clock, the member's friends who count, the result and its check. */
export default function PrizeScreen() {
  const { t } = useTranslation('event')
  const { event } = useSearch({ from: '/pages/prize/prize' })
  const query = usePrize(event)
  const title = t('title')
  const refresh = () => void query.refetch()
  return (
    <Page title={title} nav={<NavBar title={title} />} dataAt={query.dataUpdatedAt}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="flex flex-col gap-5 pt-2">
          <QueryState query={query} data={query.data} pending={<Bones />} missing={<NotFound />}>
            {(detail) =>
              detail.event === null ? (
                <>
                  <NoEvent on={detail.on} />
                  <Past detail={detail} />
                </>
              ) : (
                <EventView detail={detail} event={detail.event} onMoment={refresh} />
              )
            }
          </QueryState>
        </div>
      </PullToRefresh>
    </Page>
  )
}

type EventViewProps = { detail: PrizeDetail; event: PrizeEvent; onMoment: () => void }

function EventView({ detail, event, onMoment }: EventViewProps) {
  const { t } = useTranslation('event')
  const { own, on } = detail
  const isSealed = event.status === 'sealed' || event.status === 'drawn' || event.status === 'void'
  const isOver = event.status === 'drawn' || event.status === 'void'
  const left = own?.joined?.leftOut ?? null
  return (
    <Panes
      from="tab"
      start={
        <>
          {!on && !isOver && <Notice>{t('off.text')}</Notice>}
          <Ending event={event} />
          <EventStage event={event} onMoment={onMoment} />
          {left === null ? (
            (event.status === 'drawn' || event.share !== null) && <OwnResult own={own} />
          ) : (
            <OwnLeftOut event={event} counted={left.counted} />
          )}
          {!isOver && left === null && (
            <Ticket
              facts={<FriendStubs event={event} own={own} />}
              yours={<Join event={event} own={own} on={on} />}
            />
          )}
          <Winners event={event} />
        </>
      }
      end={
        <>
          {isSealed ? <EventProof event={event} own={own} /> : <Witnesses event={event} />}
          <How event={event} />
          <Past detail={detail} />
        </>
      }
    />
  )
}

/** Who has to sign the draw; after the seal the checked document says it. */
function Witnesses({ event: { witnesses, vouching, drawAt } }: { event: PrizeEvent }) {
  if (vouching == null || witnesses == null) return null
  return <LazyQuorumCard witnesses={witnesses} vouching={vouching} until={drawAt} promised="event" />
}

/** What members must know of an end without a draw, and of one in their favour. */
function Ending({ event: { status, share, vouching, lost } }: { event: PrizeEvent }) {
  const { t } = useTranslation('event')
  const money = useMoneyText()
  if (share === null) return status === 'void' ? <Notice>{t('void')}</Notice> : null
  const amount = money(share, 'price')
  const isLost = lost === true || vouching?.afterLoss === true
  const why = status === 'void' ? (isLost ? 'voidLost' : 'voidShared') : isLost ? 'favourLost' : 'favour'
  return <Notice tone="warn">{t(why, { amount })}</Notice>
}

/** `kept` is no rule of events that opened before friends were counted again. */
const RULES = ['friends', 'join', 'kept', 'draw', 'paid'] as const

function How({ event }: { event: PrizeEvent }) {
  const { t } = useTranslation(['event', 'round'])
  return (
    <Card>
      <h2 className="text-title">{t('how.title')}</h2>
      <ol className="mt-2 flex list-decimal flex-col gap-2 ps-5">
        {RULES.filter((rule) => rule !== 'kept' || event.recheck).map((rule) => (
          <li key={rule}>{t(`how.${rule}`)}</li>
        ))}
      </ol>
      {event.localBeacon && <p className="text-ink-2 mt-3">{t('round:check.local')}</p>}
      {event.demo && <p className="text-ink-2 mt-3">{t('how.demo')}</p>}
      <div className="mt-1 flex flex-wrap gap-x-5">
        <Link
          {...paths.rule('event')}
          className="text-brand inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('how.rules')}
        </Link>
        <Link
          {...paths.fair()}
          className="text-brand inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('how.fair')}
        </Link>
      </div>
    </Card>
  )
}

function NoEvent({ on }: { on: boolean }) {
  const { t } = useTranslation('event')
  return (
    <EmptyState
      title={t(on ? 'none.title' : 'off.title')}
      text={t(on ? 'none.text' : 'off.text')}
      action={<ButtonLink {...paths.home()}>{t('none.action')}</ButtonLink>}
    />
  )
}

function Past({ detail }: { detail: PrizeDetail }) {
  const { t } = useTranslation('event')
  if (detail.past.length === 0) return null
  return (
    <section aria-labelledby="past">
      <h2 id="past" className="text-title">
        {t('past')}
      </h2>
      <ul className="bg-surface rounded-card shadow-card divide-line mt-2.5 divide-y overflow-hidden">
        {detail.past.map(({ event, status, pool, participants, endedAt }) => (
          <li key={event} className="hover:bg-sunken relative flex items-center gap-3 px-4 py-3">
            <div className="min-w-0 flex-1">
              <Link
                {...paths.prize(event)}
                className="cover rounded-tiny font-semibold focus-visible:after:outline-offset-[-3px]"
              >
                <Money amount={pool} form="price" />
              </Link>
              <p className="text-cap text-ink-2">
                {formatDateTime(endedAt, activeLanguage())} · {t('took', { count: participants })}
              </p>
            </div>
            <StatusPill tone={status === 'drawn' ? 'ok' : 'quiet'}>{t(`status.${status}`)}</StatusPill>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Bones() {
  return (
    <Skeleton>
      <Panes
        from="tab"
        start={
          <>
            <Bone className="rounded-sheet h-72" />
            <Bone className="rounded-card h-64" />
          </>
        }
        end={<Bone className="rounded-card h-80" />}
      />
    </Skeleton>
  )
}
