import { goodsHistory } from '@fairlot/contract/endpoints/mall/goods'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Output } from '../../../api/api.ts'
import { usePages } from '../../../queries/pages.ts'
import { Ago } from '../../../ui/values/ago.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'
import type { Issue } from '../use-issue.ts'

type Participant = Output<typeof goodsHistory>['items'][number]

/** Who takes part, in groups of five names. */
export function Participants({ issue }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const pages = usePages(goodsHistory, { issue: issue.card.issue })
  const rest = issue.card.participants - pages.items.length
  const none = issue.card.participants === 0 ? 'none' : 'few'
  return (
    <>
      {pages.items.length > 0 && <p className="text-cap text-ink-2 mb-1">{t('participants.groups')}</p>}
      <InfiniteList
        pages={pages}
        keyOf={(row) => String(row.place)}
        label={t('tabs.participants')}
        row={(row) => <ParticipantRow row={row} />}
        rowClass="border-line border-b last:border-transparent"
        {...(rest > 0 && { end: t('participants.rest', { count: rest }) })}
        empty={<EmptyState title={t(`participants.${none}`)} text={t(`participants.${none}Text`)} />}
      />
    </>
  )
}

/** No code, amount or exact time beside a name: they would reveal which tag of the calculation is whose. */
function ParticipantRow({ row }: { row: Participant }) {
  const { t } = useTranslation('goods')
  const { name, at, mine } = row
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-3">
      <Avatar name={name} size={mine ? 32 : 40} ring={mine} />
      <div className="min-w-24 flex-1">
        <p className="flex items-center gap-2 font-semibold">
          <bdi className="truncate">{name}</bdi>
          {mine && <StatusPill tone="won">{t('participants.you')}</StatusPill>}
        </p>
        <p className="text-cap text-ink-2">
          <Ago at={at} />
        </p>
      </div>
    </div>
  )
}
