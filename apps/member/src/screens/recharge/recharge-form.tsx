import { Wallet } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { account } from '@fairlot/contract/endpoints/home'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { useRead } from '../../queries/queries.ts'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { Chips } from '../../ui/fields/choice.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PlayMoneyBadge } from '../../parts/brand/play-money-badge.tsx'
import { isGuardRefusal } from '../../parts/guard/guard-refusal.ts'
import { GuardLink } from '../../parts/guard/money-block-notice.tsx'
import { useSpan } from '../../parts/recharge/recharge-way.tsx'
import type { RechargeMethod } from '../../parts/recharge/recharge-way.tsx'
import { IdentityLink } from './identity-first.tsx'
import { MethodCards } from './method-cards.tsx'
import { PayerFields } from './payer-fields.tsx'
import { UsdtLine } from './usdt-line.tsx'
import { FORM_ID } from './use-recharge-form.ts'
import type { RechargeFormState, Refused } from './use-recharge-form.ts'

const MINUTES_OF_HOUR = 60
/** From here on, an expiry is written in hours. */
const HOURS_FROM = 3

type RechargeFormProps = {
  form: RechargeFormState
  methods: readonly RechargeMethod[]
  method: RechargeMethod
  onMethod: (id: string) => void
  /** what the purchase lacks for which the member recharges */
  need: string | undefined
  /** the page that the member came from */
  next: string | undefined
  /** the address of this page, with what was entered */
  here: string
}

/** The form: amount with quick amounts and limits, method, notes. */
export function RechargeForm({ form, methods, method, onMethod, need, next, here }: RechargeFormProps) {
  const { t } = useTranslation('recharge')
  const money = useMoneyText()
  const span = useSpan()(method.delay)
  // The chips show amounts without cents, as a member would type them.
  const steps = method.steps.map((step) => step.replace(/\.0+$/, ''))
  const chosen = steps.find((step) => form.amount !== null && parseMoney(step) === parseMoney(form.amount))
  return (
    <form id={FORM_ID} noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      {form.refusal !== null && <Refusal refusal={form.refusal} here={here} />}
      <div className="flex flex-col gap-3">
        <WalletLine />
        <AmountField
          label={t('amount.label')}
          value={form.text}
          onChange={form.enter}
          error={form.error}
          placeholder={steps[0] === undefined ? '' : t('amount.example', { amount: steps[0] })}
          hint={t('amount.limits', {
            minimum: money(method.minimum, 'price'),
            maximum: money(method.maximum, 'price'),
          })}
        />
        <Chips
          label={t('amount.quick')}
          value={chosen ?? null}
          onChange={form.enter}
          choices={steps.map((step) => ({ value: step, label: <Money amount={step} form="price" /> }))}
          className="grid grid-cols-[repeat(auto-fit,minmax(max(5.25rem,30%),1fr))] gap-2"
        />
        <Stays need={need} minimum={method.minimum} amount={form.amount} />
      </div>
      <MethodCards
        methods={methods}
        value={method.id}
        onChange={onMethod}
        search={{ amount: form.amount ?? undefined, need, next }}
      />
      {method.rate !== null && <UsdtLine rate={method.rate} amount={form.amount} />}
      <PayerFields payer={form.payer} method={method} />
      <Notice>
        <p>{span === null ? t('notice.delay') : t('notice.wait', { span })}</p>
        <Expiry minutes={method.expiryMinutes} />
        <PlayThrough percent={method.playThroughPercent} />
      </Notice>
    </form>
  )
}

/** When a recharge that is not paid ends: in minutes, or in hours when the method gives that long. */
function Expiry({ minutes }: { minutes: number }) {
  const { t } = useTranslation('recharge')
  const hours = Math.floor(minutes / MINUTES_OF_HOUR)
  return (
    <p className="mt-1">
      {hours < HOURS_FROM
        ? t('notice.expiry', { count: minutes })
        : t('notice.expiryHours', { count: hours })}
    </p>
  )
}

/** Before paying: what must be spent until the money can be withdrawn. A recharge keeps the percentage it was made with. */
function PlayThrough({ percent }: { percent: number }) {
  const { t } = useTranslation('recharge')
  const text =
    percent === 0
      ? t('notice.free')
      : percent === 100
        ? t('notice.once')
        : t('notice.play', { rate: percent })
  return <p className="mt-1 font-semibold">{text}</p>
}

type StaysProps = { need: string | undefined; minimum: string; amount: string | null }

/** Why a recharge is larger than what the purchase lacks, and where the rest stays. */
function Stays({ need, minimum, amount }: StaysProps) {
  const { t } = useTranslation('recharge')
  const money = useMoneyText()
  if (need === undefined || amount === null) return null
  const rest = parseMoney(amount) - parseMoney(need)
  if (parseMoney(need) >= parseMoney(minimum) || rest <= 0n) return null
  return (
    <p role="status" className="flex items-start gap-2">
      <Wallet size={19} strokeWidth={1.8} className="text-brand mt-0.5 shrink-0" aria-hidden="true" />
      <span>
        {t('amount.stays', {
          need: money(need, 'price'),
          minimum: money(minimum, 'price'),
          rest: money(formatMoney(rest), 'price'),
        })}
      </span>
    </p>
  )
}

/** Why no recharge was opened. It scrolls into view, because the button is at the foot of the page. */
function Refusal({ refusal: { code, message }, here }: { refusal: Refused; here: string }) {
  const place = useRef<HTMLDivElement>(null)
  // In braces, because newer browsers return a promise, which an effect must not return.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div role="alert" ref={place}>
      <Notice tone={isGuardRefusal(code) ? 'info' : 'bad'}>
        <p>{message}</p>
        <GuardLink code={code} />
        {code === 'IDENTITY_FIRST' && <IdentityLink next={here} />}
      </Notice>
    </div>
  )
}

/** The wallet balance. */
function WalletLine() {
  const { t } = useTranslation('recharge')
  const balance = useRead(account, {}).data?.balance
  return (
    <p className="text-ink-2 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
      <span>{t('wallet')}</span>
      {balance !== undefined && <Money amount={balance} className="text-ink font-bold" />}
      <PlayMoneyBadge />
    </p>
  )
}
