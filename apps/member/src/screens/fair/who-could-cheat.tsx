import type { fairAbout } from '@fairlot/contract/endpoints/fair'
import type { UseQueryResult } from '@tanstack/react-query'
import { ShieldQuestionMark } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'

export type About = Output<typeof fairAbout>

/** What the check does not find in any grade. */
const ALWAYS = ['terms', 'prize', 'row', 'root', 'undrawn', 'loss', 'straw', 'pay'] as const

/** Who could still cheat in this deployment: who holds the beacon's key, and what no formula rules out. */
export function WhoCouldCheat({ about: query }: { about: UseQueryResult<About> }) {
  const { t } = useTranslation('fair')
  const { data } = query
  // no opening names a witness of the house's own
  const named = data?.witnesses.filter(({ own }) => !own) ?? []
  const isWitnessed = named.length > 0
  return (
    <Card>
      <h2 className="text-title flex items-center gap-2.5">
        <ShieldQuestionMark size={24} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('here.title')}
      </h2>
      {data ? (
        <Notice tone="warn" className="mt-3">
          {t(data.beacon.local ? 'here.local' : isWitnessed ? 'here.witnessed' : 'here.public')}
        </Notice>
      ) : query.isError ? (
        <p className="text-ink-2 mt-3">{t('here.unknown')}</p>
      ) : (
        <Skeleton>
          <Bone className="rounded-tile mt-3 h-24" />
        </Skeleton>
      )}
      <h3 className="mt-4 font-semibold">{t('here.rest')}</h3>
      <ul className="mt-2 flex list-disc flex-col gap-2 ps-5">
        <li>{isWitnessed ? t('here.witnesses', { count: named.length }) : t('here.seal')}</li>
        {ALWAYS.map((point) => (
          <li key={point}>{t(`here.${point}`)}</li>
        ))}
      </ul>
    </Card>
  )
}
