import type { IdentityStep } from '@fairlot/contract/life/identity-life'
import { Eye } from 'lucide-react'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import type { Identity } from '../../parts/identity/identity-standing.ts'
import { Timeline } from '../../ui/lists/timeline.tsx'
import { usePictureName } from './picture-slot.tsx'

type Check = NonNullable<Identity['check']>

const DOTS: Record<IdentityStep, string> = {
  waiting: 'bg-gold',
  first_approved: 'bg-gold',
  again: 'bg-gold',
  approved: 'bg-ok',
  refused: 'bg-bad',
  withdrawn: 'bg-line-strong',
}

/** What happened to the check, and every look of a reviewer. */
export function CheckHistory({ check }: { check: Check }) {
  return (
    <div className="tab:grid tab:grid-cols-2 tab:gap-6 flex flex-col gap-5">
      <Steps timeline={check.timeline} />
      <Looks check={check} />
    </div>
  )
}

function Steps({ timeline }: Pick<Check, 'timeline'>) {
  const { t } = useTranslation('identity')
  const steps = timeline.map(({ step, at }) => ({
    key: `${step}-${at}`,
    dot: DOTS[step],
    title: t(`timeline.${step}`),
    at,
  }))
  return <Timeline title={t('timeline.title')} steps={steps} />
}

function Looks({ check: { document, looks } }: { check: Check }) {
  const { t } = useTranslation('identity')
  const picture = usePictureName(document)
  return (
    <section aria-labelledby="identity-looks">
      <h2 id="identity-looks" className="text-lead">
        {t('looks.title')}
      </h2>
      {looks.length === 0 ? (
        <p className="text-ink-2 mt-2">{t('looks.none')}</p>
      ) : (
        <ul className="mt-3 flex flex-col gap-3.5">
          {looks.map(({ slot, reviewer, at }) => (
            <li key={`${slot}-${reviewer}-${at}`} className="flex items-start gap-3">
              <Eye size={19} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
              <div className="min-w-0">
                <p>{t('looks.one', { reviewer, picture: picture(slot) })}</p>
                <When at={at} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function When({ at }: { at: number }) {
  return (
    <p className="text-cap text-ink-2">
      <time dateTime={new Date(at).toISOString()}>{formatDateTime(at, activeLanguage())}</time>
    </p>
  )
}
