import { Hourglass, MessageSquareText, Wallet } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'

/** What follows a new or changed account: a message, the rest, then withdrawals. */
export function WhatNext({ hours }: { hours: number }) {
  const { t } = useTranslation('payout')
  const steps = [
    [MessageSquareText, t('next.told')],
    [Hourglass, t('next.rests', { count: hours })],
    [Wallet, t('next.ready')],
  ] as const
  return (
    <section aria-labelledby="payout-next">
      <h2 id="payout-next" className="text-lead">
        {t('next.title')}
      </h2>
      <ol className="mt-3 flex flex-col gap-3.5">
        {steps.map(([Icon, text]) => (
          <li key={text} className="flex items-start gap-3.5">
            <span className="bg-brand-soft text-brand grid size-9 shrink-0 place-items-center rounded-full">
              <Icon size={19} strokeWidth={1.9} aria-hidden="true" />
            </span>
            <p className="min-w-0 flex-1 self-center">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
