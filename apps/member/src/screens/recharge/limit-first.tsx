import { limits, limitSave } from '@fairlot/contract/endpoints/guard'
import { LIMIT_PERIODS } from '@fairlot/contract/kinds/guard-kinds'
import type { LimitPeriod } from '@fairlot/contract/kinds/guard-kinds'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../queries/actions.ts'
import { useRead } from '../../queries/queries.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Chips } from '../../ui/fields/choice.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { keepNotNow, saidNotNow } from './limit-later.ts'
import { useRecharges } from './use-recharges.ts'

const CHOICES = 3

type Chosen = { cap: string; period: LimitPeriod }

/**
 * Before the first recharge: an offer to set a deposit limit, with quick choices. It never blocks the form, and "not
 * now" is remembered.
 * @param steps wire amounts to choose from
 */
export function LimitFirst({ steps }: { steps: readonly string[] }) {
  const member = useMember()
  const recharges = useRecharges()
  const state = useRead(limits, {}).data
  const [later, setLater] = useState(() => member !== null && saidNotNow(member.id))
  const [done, setDone] = useState<Chosen | null>(null)
  if (member === null) return null
  if (done) return <Done {...done} />
  const isFirst = recharges?.every(({ status }) => status !== 'success') === true
  const isFree = state?.exclusion === null && !state.closing
  const hasLimit = state?.limits.some(({ kind, cap }) => kind === 'deposit' && cap !== null)
  if (later || !isFirst || !isFree || hasLimit === true) return null
  return (
    <Offer
      steps={steps.slice(-CHOICES - 1, -1)}
      onLater={() => {
        keepNotNow(member.id)
        setLater(true)
      }}
      onDone={setDone}
    />
  )
}

type OfferProps = { steps: readonly string[]; onLater: () => void; onDone: (set: Chosen) => void }

function Offer({ steps, onLater, onDone }: OfferProps) {
  const { t } = useTranslation(['recharge', 'guard'])
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section aria-labelledby="limit-first">
      <Card className="flex flex-col gap-3">
        <div>
          <h2 id="limit-first" className="text-lead">
            {t('limit.title')}
          </h2>
          <p className="text-cap text-ink-2 mt-0.5">{t('limit.text')}</p>
        </div>
        {isOpen ? (
          <Choices steps={steps} onLater={onLater} onDone={onDone} />
        ) : (
          <div className="grid grid-cols-2 gap-2.5">
            <Button tone="sunken" size="sm" onClick={onLater}>
              {t('limit.later')}
            </Button>
            <Button tone="outline" size="sm" onClick={() => setIsOpen(true)}>
              {t('guard:setLimit')}
            </Button>
          </div>
        )}
      </Card>
    </section>
  )
}

function Choices({ steps, onLater, onDone }: OfferProps) {
  const { t } = useTranslation(['recharge', 'ui'])
  const online = useOnline()
  const place = useRef<HTMLDivElement>(null)
  const [period, setPeriod] = useState<LimitPeriod>('month')
  const [cap, setCap] = useState<string | null>(null)
  const save = useAction(limitSave, { touches: [limits] })
  // The button that opened the choices is gone, so the first choice gets the focus.
  useEffect(() => place.current?.querySelector('input')?.focus({ preventScroll: true }), [])
  // Amounts as a member would type them.
  const amounts = steps.map((step) => step.replace(/\.0+$/, ''))
  const set = () => {
    if (cap === null) return
    save.mutate({ kind: 'deposit', period, cap }, { onSuccess: () => onDone({ cap, period }) })
  }
  return (
    <div ref={place} className="flex flex-col gap-3">
      <Chips
        label={t('limit.amount')}
        value={cap}
        onChange={setCap}
        choices={amounts.map((amount) => ({ value: amount, label: <Money amount={amount} form="price" /> }))}
      />
      <Chips
        label={t('limit.period')}
        value={period}
        onChange={setPeriod}
        choices={LIMIT_PERIODS.map((value) => ({ value, label: t(`limit.per.${value}`) }))}
      />
      <div className="flex flex-wrap items-start gap-2.5 *:flex-auto">
        <Button tone="sunken" onClick={onLater}>
          {t('limit.later')}
        </Button>
        {cap !== null && (
          <Button sending={save.isPending} why={online ? undefined : t('ui:offline.bar')} onClick={set}>
            {t('limit.set')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The limit that was just set, with a link to change it. */
function Done({ cap, period }: Chosen) {
  const { t } = useTranslation('recharge')
  const money = useMoneyText()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={place} role="status" tabIndex={-1} className="outline-none">
      <Notice tone="ok">
        <p className="font-semibold">{t(`limit.done.${period}`, { amount: money(cap, 'price') })}</p>
        <Link
          {...paths.limits()}
          className="inline-flex min-h-8 items-center font-semibold underline underline-offset-2"
        >
          {t('limit.change')}
        </Link>
      </Notice>
    </div>
  )
}
