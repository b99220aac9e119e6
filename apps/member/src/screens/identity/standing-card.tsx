import { BadgeCheck, CalendarX, CircleX, Hourglass, IdCard, ImageUp } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { IdentityState } from '@fairlot/contract/life/identity-life'
import type { ReactNode } from 'react'
import { formatDate } from '../../i18n/format.ts'
import { formatDayTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import type { MessageKey } from '../../i18n/namespaces.ts'
import { usedPart } from '../../parts/identity/identity-standing.ts'
import type { Identity } from '../../parts/identity/identity-standing.ts'
import { UsedStrip } from '../../parts/shares/used-strip.tsx'
import { useSystem } from '../../queries/system.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/card.tsx'
import { useMoneyText } from '../../ui/values/money.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'
import type { StatusTone } from '../../ui/values/status-pill.tsx'

type Look = { icon: LucideIcon; tile: string; tone: StatusTone; pill: MessageKey<'identity'> }
const WAIT = { tile: 'bg-gold-soft text-gold-ink', tone: 'wait' } as const
const LOOKS: Record<IdentityState, Look> = {
  none: { icon: IdCard, tile: 'bg-brand-soft text-brand', tone: 'quiet', pill: 'pill.open' },
  waiting: { ...WAIT, icon: Hourglass, pill: 'pill.waiting' },
  again: { ...WAIT, icon: ImageUp, pill: 'pill.turn' },
  approved: { icon: BadgeCheck, tile: 'bg-ok-soft text-ok', tone: 'ok', pill: 'pill.done' },
  refused: { icon: CircleX, tile: 'bg-bad-soft text-bad', tone: 'bad', pill: 'pill.failed' },
  expired: { ...WAIT, icon: CalendarX, pill: 'pill.turn' },
}

/** The state of the check in a title, a pill and a sentence. */
export function StandingCard({ identity, children }: { identity: Identity; children?: ReactNode }) {
  const { t } = useTranslation('identity')
  const { standing, beforeRecharge, check } = identity
  const isNeeded = standing.state === 'none' && (standing.needed || beforeRecharge)
  const look = isNeeded ? { ...LOOKS.none, ...WAIT, pill: 'pill.turn' as const } : LOOKS[standing.state]
  const Icon = look.icon
  const again = check?.pictures.filter(({ state }) => state === 'again').length ?? 0
  const title = isNeeded
    ? t(standing.needed ? 'state.needed' : 'state.recharge')
    : standing.state === 'again'
      ? t('state.again', { count: again })
      : t(`state.${standing.state}`)
  return (
    <Card className="tab:p-5">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <span className={cx('grid size-12 shrink-0 place-items-center rounded-full', look.tile)}>
          <Icon size={23} strokeWidth={1.8} aria-hidden="true" />
        </span>
        <h2 className="text-lead min-w-32 flex-1 font-bold text-balance">{title}</h2>
        <StatusPill tone={look.tone}>{t(look.pill)}</StatusPill>
      </div>
      <div className="text-ink-2 mt-3 flex flex-col gap-2.5">
        <StandingText identity={identity} />
      </div>
      {children}
    </Card>
  )
}

function StandingText({ identity }: { identity: Identity }) {
  const { check, standing } = identity
  if (standing.state === 'none' || check === null) return <NotYet identity={identity} />
  switch (standing.state) {
    case 'waiting':
      return <InReview identity={identity} sentAt={check.createdAt} />
    case 'again':
      return <SomeAgain check={check} />
    case 'approved':
      return <Checked check={check} />
    case 'refused':
      return <Refused check={check} />
    case 'expired':
      return <Expired check={check} />
  }
}

type Check = NonNullable<Identity['check']>

function NotYet({ identity: { standing, beforeRecharge, minimumAge } }: { identity: Identity }) {
  const { t } = useTranslation('identity')
  const money = useMoneyText()
  const amounts = { threshold: money(standing.threshold, 'price'), used: money(standing.used, 'price') }
  const text = t(standing.needed ? 'text.needed' : 'text.none', amounts)
  return (
    <>
      {beforeRecharge && <p>{t('text.recharge', { age: minimumAge })}</p>}
      {(!beforeRecharge || standing.needed) && (
        <>
          <p>{text}</p>
          <UsedStrip label={t('text.strip')} part={usedPart(standing)} text={text} />
        </>
      )}
    </>
  )
}

function InReview({ identity, sentAt }: { identity: Identity; sentAt: number }) {
  const { t } = useTranslation('identity')
  const money = useMoneyText()
  const { usualHours, longestWorkingDays, standing, beforeRecharge } = identity
  return (
    <>
      <p>
        {t('text.sent', { time: formatDayTime(sentAt, activeLanguage()) })}{' '}
        {t('text.usual', { hours: usualHours, count: longestWorkingDays })}
      </p>
      {!beforeRecharge && <p>{t('text.meanwhile', { threshold: money(standing.threshold, 'price') })}</p>}
    </>
  )
}

function SomeAgain({ check: { note, pictures } }: { check: Check }) {
  const { t } = useTranslation('identity')
  return (
    <>
      <Note note={note} />
      {pictures.some(({ state }) => state === 'kept') && <p>{t('text.again')}</p>}
    </>
  )
}

/** What the reviewer wrote, in the words of the reviewer. */
function Note({ note }: { note: string | null }) {
  const { t } = useTranslation('identity')
  if (note === null || note === '') return null
  return (
    <p className="bg-sunken rounded-tile text-ink px-3.5 py-2.5">
      <span className="text-cap text-ink-2 block">{t('note')}</span>
      <bdi className="break-words">{note}</bdi>
    </p>
  )
}

function Checked({ check: { decidedAt, reviewer, validUntil } }: { check: Check }) {
  const { t } = useTranslation('identity')
  const language = activeLanguage()
  const date = decidedAt === null ? '' : formatDate(decidedAt, language)
  return (
    <p>
      {reviewer === null ? t('text.checked', { date }) : t('text.checkedBy', { date, reviewer })}{' '}
      {validUntil !== null && t('text.valid', { date: formatDate(dayAt(validUntil), language) })}
    </p>
  )
}

function Refused({ check: { reason, note } }: { check: Check }) {
  const { t } = useTranslation('identity')
  const support = useSystem()?.onlineservice ?? null
  return (
    <>
      <p className="text-ink font-medium">{t(`reason.${reason ?? 'other'}`)}</p>
      <Note note={note} />
      <p>{t('text.safe')}</p>
      {support !== null && (
        <a href={support} rel="noreferrer" className={buttonClass({ tone: 'sunken', wide: true })}>
          {t('start.support')}
        </a>
      )}
    </>
  )
}

function Expired({ check: { validUntil } }: { check: Check }) {
  const { t } = useTranslation('identity')
  if (validUntil === null) return null
  return <p>{t('text.expired', { date: formatDate(dayAt(validUntil), activeLanguage()) })}</p>
}

/** Noon of a day of the calendar, which is that day in every time zone of this device. */
const dayAt = (day: string): number => new Date(`${day}T12:00:00`).getTime()
