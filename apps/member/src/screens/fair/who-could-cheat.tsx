import type { fairAbout } from '@fairlot/contract/endpoints/fair'
import { defaultQuorum, together } from '@fairlot/fairness/quorum'
import type { UseQueryResult } from '@tanstack/react-query'
import { ShieldQuestionMark } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Output } from '../../api/api.ts'
import { useQuorumWords } from '../../parts/proof/witnesses/quorum-words.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Bone, Skeleton } from '../../ui/feedback/skeleton.tsx'

export type About = Output<typeof fairAbout>

/** What the check does not find in any grade. */
const ALWAYS = ['clock', 'row', 'root', 'undrawn', 'loss', 'straw', 'pay'] as const

/** Who could still cheat in this deployment: who holds the beacon's key, and what no formula rules out. */
export function WhoCouldCheat({ about: query }: { about: UseQueryResult<About> }) {
  const { t } = useTranslation('fair')
  const { data } = query
  const isWitnessed = data !== undefined && data.witnesses.length > 0
  return (
    <Card>
      <h2 className="text-title flex items-center gap-2.5">
        <ShieldQuestionMark size={24} strokeWidth={1.8} className="text-brand shrink-0" aria-hidden="true" />
        {t('here.title')}
      </h2>
      {data ? (
        <Notice tone="warn" className="mt-3">
          {data.beacon.local ? (
            t('here.local')
          ) : isWitnessed ? (
            <OfQuorum witnesses={data.witnesses} />
          ) : (
            t('here.public')
          )}
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
        <li>{t(isWitnessed ? 'here.run' : 'here.seal')}</li>
        {ALWAYS.map((point) => (
          <li key={point}>{t(`here.${point}`)}</li>
        ))}
      </ul>
    </Card>
  )
}

/** Whom the house would need to choose a result of what opens now, by the quorum that the server gives so many witnesses. */
function OfQuorum({ witnesses }: Pick<About, 'witnesses'>) {
  const { t } = useTranslation('witness')
  const quorum = defaultQuorum(witnesses.length)
  const words = useQuorumWords({ quorum, together: together(witnesses.length, quorum), witnesses })
  return (
    <>
      <span className="block font-semibold">{words.together}</span>
      {words.why !== null && <span className="mt-1 block">{words.why}</span>}
      <span className="mt-1 block">{words.promise('draw')}</span>
      <span className="mt-1 block">{t('grade.rule')}</span>
    </>
  )
}
