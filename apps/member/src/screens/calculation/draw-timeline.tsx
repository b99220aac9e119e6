import { Check, Eye, EyeOff, ListChecks, Lock, Radio, Trophy } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { serverNow } from '../../api/api.ts'
import { formatClock, formatNumber } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Checked } from '../../parts/proof/check.ts'
import type { Moment } from '../../parts/proof/timeline.ts'
import { Card } from '../../ui/layout/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Clock } from '../../ui/values/countdown.tsx'
import type { CalculationHead } from './use-calculation.ts'
import { zoneName } from '../../ui/values/zone-name.ts'

const ICONS: Record<Moment['what'], LucideIcon> = {
  order: ListChecks,
  seal: Lock,
  witness: Eye,
  round: Radio,
  draw: Trophy,
}

/**
 * The moments of a draw on one line: what was fixed, who saw it, and only then the random number. The times of witnesses
 * are those of their own clocks.
 */
export function DrawTimeline({ head, checked }: { head: CalculationHead; checked: Checked }) {
  const { t } = useTranslation('calculation')
  const { timeline, attempt } = checked
  if (timeline.length === 0) return null
  const now = serverNow()
  return (
    <Card>
      <h2 className="text-title">{t('moments.title')}</h2>
      <p className="text-ink-2 mt-1 text-pretty">
        {t('moments.text', { zone: zoneName(head.utcOffsetMinutes) })}
      </p>
      {attempt > 1 && (
        <p className="bg-gold-soft text-gold-ink rounded-tile mt-3 px-3.5 py-2.5">
          {t('moments.attempts', { attempt: formatNumber(attempt) })}
        </p>
      )}
      <ol className="mt-4">
        {timeline.map((moment, index) => (
          <Row
            key={`${moment.what} ${moment.at} ${'who' in moment ? moment.who : ''}`}
            moment={moment}
            attempt={attempt}
            offset={head.utcOffsetMinutes}
            isAhead={moment.at > now}
            isLast={index === timeline.length - 1}
          />
        ))}
      </ol>
      {head.grade === 'witnessed' && !checked.hasQuorum && <Silent checked={checked} />}
    </Card>
  )
}

/** Before version 3: the named witnesses that have not signed in time, or not yet; one signature is enough. */
function Silent({ checked: { silent, verdict } }: { checked: Checked }) {
  const { t } = useTranslation('calculation')
  return (
    <div className="border-line mt-4 border-t pt-3">
      <ul>
        {silent.map((name) => (
          <li key={name} className="flex items-center gap-3 pb-3">
            <span
              className="bg-sunken text-ink-2 grid size-7 shrink-0 place-items-center rounded-full"
              aria-hidden="true"
            >
              <EyeOff size={15} strokeWidth={2.2} />
            </span>
            <span className="min-w-0 flex-1 font-semibold break-words">
              {t(verdict === 'sealed' ? 'moments.unsigned' : 'moments.silent', { name })}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-cap text-ink-2 text-pretty">{t('moments.enough')}</p>
    </div>
  )
}

type RowProps = { moment: Moment; attempt: number; offset: number; isAhead: boolean; isLast: boolean }

function Row({ moment, attempt, offset, isAhead, isLast }: RowProps) {
  const { t } = useTranslation('calculation')
  const { what, at } = moment
  const Icon = ICONS[what]
  const isVoid = what === 'seal' && moment.isVoid
  const localOffset = -new Date(at).getTimezoneOffset()
  return (
    <li className="flex gap-3">
      <span aria-hidden="true" className="flex flex-col items-center">
        <span
          className={cx(
            'grid size-7 shrink-0 place-items-center rounded-full',
            isAhead ? 'border-control text-ink-2 border-2' : isVoid ? 'bg-sunken text-ink-2' : LOOKS[what],
          )}
        >
          <Icon size={15} strokeWidth={2.2} />
        </span>
        {!isLast && <span className="bg-line-strong my-0.5 min-h-3 w-0.5 flex-1 rounded-full" />}
      </span>
      <span className={cx('flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3', !isLast && 'pb-5')}>
        <span className={cx('min-w-0 flex-1 basis-40 font-semibold', (isAhead || isVoid) && 'text-ink-2')}>
          <Name moment={moment} attempt={attempt} />
        </span>
        <span className="text-ink-2 flex flex-col items-end">
          <Clock at={at} offsetMinutes={offset} />
          {localOffset !== offset && (
            <span className="text-cap">
              {t('moments.local', { time: formatClock(at, localOffset).slice(0, 'HH:MM:SS'.length) })}
            </span>
          )}
        </span>
        {moment.what === 'witness' && <Before ms={moment.beforeRoundMs} />}
        {isVoid && <span className="text-cap text-ink-2 basis-full">{t('moments.void')}</span>}
      </span>
    </li>
  )
}

const LOOKS: Record<Moment['what'], string> = {
  order: 'bg-brand-soft text-brand',
  seal: 'bg-brand text-on-brand',
  witness: 'bg-ok-soft text-ok',
  round: 'bg-gold text-on-gold',
  draw: 'bg-brand text-on-brand',
}

function Name({ moment, attempt }: Pick<RowProps, 'moment' | 'attempt'>) {
  const { t } = useTranslation('calculation')
  if (moment.what === 'witness') return t('moments.witness', { name: moment.who })
  return moment.what === 'seal' && attempt > 1
    ? t('moments.sealAgain', { attempt: formatNumber(moment.attempt) })
    : t(`moments.${moment.what}`)
}

function Before({ ms }: { ms: number }) {
  const { t } = useTranslation('calculation')
  return (
    <span className="text-cap text-ok flex basis-full items-center gap-1 font-medium">
      <Check size={14} strokeWidth={2.6} className="shrink-0" aria-hidden="true" />
      {t('moments.before', { count: Math.round(ms / 1000) })}
    </span>
  )
}
