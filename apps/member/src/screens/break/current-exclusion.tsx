import type { ExclusionKind } from '@fairlot/contract/kinds/guard-kinds'
import { Ban, CircleCheck, LogIn, ShieldCheck, Smartphone, Ticket, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatDateTime } from '../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Stage } from '../../ui/layout/stage.tsx'
import type { GuardState } from '../../parts/guard/use-guard.ts'

/** The current exclusion and its end. */
export function CurrentExclusion({
  exclusion,
  begun,
}: {
  exclusion: NonNullable<GuardState['exclusion']>
  /** it has just begun on this page: gets the focus and is read out */
  begun: boolean
}) {
  const { t } = useTranslation('break')
  const place = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!begun) return
    // after the dialog has returned the focus
    const timer = setTimeout(() => place.current?.focus())
    return () => clearTimeout(timer)
  }, [begun])
  const language = activeLanguage()
  return (
    <Stage label={t(`now.${exclusion.kind}`)}>
      <div className="flex flex-col gap-1 px-5 py-5">
        <h2 ref={place} tabIndex={-1} className="text-lead outline-none">
          {t(`now.${exclusion.kind}`)}
        </h2>
        <p className="text-on-brand-2">{t('now.until')}</p>
        <p className="text-head">
          <time dateTime={new Date(exclusion.until).toISOString()}>
            <bdi>{formatDateTime(exclusion.until, language)}</bdi>
          </time>
        </p>
        <p className="text-cap text-on-brand-2">
          {t('now.since', { time: formatDateTime(exclusion.since, language) })}
        </p>
      </div>
    </Stage>
  )
}

const BLOCKED = ['buy', 'early', 'phone'] as const
const UNCHANGED = ['orders', 'balance', 'login'] as const
const ICONS: Record<(typeof BLOCKED)[number] | (typeof UNCHANGED)[number], LucideIcon> = {
  buy: Ban,
  early: ShieldCheck,
  phone: Smartphone,
  orders: Ticket,
  balance: Wallet,
  login: LogIn,
}

/** What a break or self-exclusion blocks, and what stays the same. */
export function WhatItMeans({ exclusion }: { exclusion: ExclusionKind | null }) {
  const { t } = useTranslation('break')
  const blocked = BLOCKED.filter((name) => name !== 'phone' || exclusion !== 'break')
  return (
    <Card>
      <section aria-labelledby="exclusion-means">
        <h2 id="exclusion-means" className="text-lead">
          {t(exclusion === null ? 'means.title' : 'means.titleNow')}
        </h2>
        <Points names={blocked} />
        <h3 className="border-line mt-4 flex items-center gap-2 border-t pt-4 font-semibold">
          <CircleCheck size={20} strokeWidth={1.8} className="text-ok shrink-0" aria-hidden="true" />
          {t('means.stays')}
        </h3>
        <Points names={UNCHANGED} />
      </section>
    </Card>
  )
}

function Points({ names }: { names: readonly (keyof typeof ICONS)[] }) {
  const { t } = useTranslation('break')
  return (
    <ul className="mt-3 flex flex-col gap-3">
      {names.map((name) => {
        const Icon = ICONS[name]
        return (
          <li key={name} className="flex items-start gap-3">
            <Icon size={20} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
            <span>{t(`means.${name}`)}</span>
          </li>
        )
      })}
    </ul>
  )
}
