import { Check, Download, ShieldCheck, ShieldQuestionMark, ShieldX, X } from 'lucide-react'
import type { SolvencyStepName3 } from '@fairlot/fairness/solvency/solvency-claim'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { formatDate } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { useFieldText } from '../../parts/auth/field-text.ts'
import { saveFile } from '../../parts/proof/save-file.ts'
import { hrefOf, paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { PhoneField } from '../../ui/fields/phone-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import type { Stated } from './newest-totals.tsx'
import { useOwnCheck } from './use-own-check.ts'
import type { Leaf, OwnCheck as Checked } from './use-own-check.ts'

/** In the order of `checkSolvencyClaim3`, whose code is fetched with the first check. */
const STEPS: readonly SolvencyStepName3[] = ['leaf', 'path', 'entry', 'log', 'witnesses']
const PARTS = ['wallet', 'piggy', 'held', 'escrow'] as const

/** "Check my balance": the member's own part of the total, recomputed on this device. */
export function OwnCheck({ stated, isNewest }: { stated: Stated; isNewest: boolean }) {
  const { t } = useTranslation('solvency')
  const member = useMember()
  const { check, start } = useOwnCheck(stated)
  const heading = useRef<HTMLHeadingElement>(null)
  // a day that the member chose in the list
  useEffect(() => {
    if (!isNewest) heading.current?.focus()
  }, [isNewest])
  const date = formatDate(stated.at, activeLanguage())
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="text-title outline-none">
        {isNewest ? t('check.title') : t('check.titleOf', { date })}
      </h2>
      <p className="text-ink-2 mt-1 text-pretty">{t('check.text')}</p>
      {member === null ? (
        <ButtonLink
          {...paths.login({ next: hrefOf(paths.solvency(isNewest ? {} : { day: stated.day })) })}
          tone="gold"
          size="lg"
          wide
          className="mt-4"
        >
          {t('check.login')}
        </ButtonLink>
      ) : (
        check.state !== 'done' && (
          <Start isBound={stated.binds === 'phone'} sending={check.state === 'running'} onStart={start} />
        )
      )}
      <div role="status" className="empty:hidden">
        <Result check={check} date={date} />
      </div>
      {check.state === 'done' && <Details {...check} stated={stated} />}
    </Card>
  )
}

type StartProps = { isBound: boolean; sending: boolean; onStart: (phone: string) => void }

/** Starts the check. In version 3 it needs the phone number, of which the page has only a part. */
function Start({ isBound, sending, onStart }: StartProps) {
  const { t } = useTranslation('solvency')
  const text = useFieldText()
  const [phone, setPhone] = useState({ value: '', isPossible: false })
  const [isWrong, setWrong] = useState(false)
  const start = () => {
    const isMissing = isBound && !phone.isPossible
    setWrong(isMissing)
    if (!isMissing) onStart(phone.value)
  }
  return (
    <form
      noValidate
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      {isBound && (
        <div className="flex flex-col gap-2">
          <PhoneField
            value={phone.value}
            onChange={(value, isPossible) => setPhone({ value, isPossible })}
            error={isWrong ? text('PHONE_FORMAT') : undefined}
          />
          <p className="text-cap text-ink-2 text-pretty">{t('check.phone')}</p>
        </div>
      )}
      <Button type="submit" tone="gold" size="lg" wide sending={sending}>
        {t('check.act')}
      </Button>
    </form>
  )
}

function Result({ check, date }: { check: Checked; date: string }) {
  const { t } = useTranslation('solvency')
  switch (check.state) {
    case 'idle':
    case 'running':
      return null
    case 'absent':
      return (
        <Verdict icon={ShieldQuestionMark} look="bg-sunken text-ink">
          {t('check.absent')}
        </Verdict>
      )
    case 'otherPhone':
      return (
        <Verdict icon={ShieldQuestionMark} look="bg-gold-soft text-gold-ink">
          <span className="block font-semibold">{t('check.otherPhone')}</span>
          {t('check.otherPhoneText', { date })}
        </Verdict>
      )
    case 'failed':
      return (
        <Verdict icon={ShieldQuestionMark} look="bg-gold-soft text-gold-ink">
          {check.message ?? t('check.notChecked')}
        </Verdict>
      )
    case 'done':
      return <Outcome {...check} />
  }
}

function Outcome({ verdict, leaf, trusted }: Pick<Done, 'verdict' | 'leaf' | 'trusted'>) {
  const { t } = useTranslation('solvency')
  const amount = useMoneyText()(leaf.amount)
  switch (verdict) {
    case 'ok':
      return (
        <Verdict icon={ShieldCheck} look="bg-ok-soft text-ok">
          <span className="block font-semibold">{t('check.ok', { amount })}</span>
          {t('check.okText')}
        </Verdict>
      )
    case 'unsigned':
      return (
        <Verdict icon={ShieldQuestionMark} look="bg-gold-soft text-gold-ink">
          <span className="block font-semibold">{t('check.ok', { amount })}</span>
          {t(trusted === null ? 'check.unsigned' : 'check.untrusted')}
        </Verdict>
      )
    case 'changed':
    case 'bad':
      return (
        <Verdict icon={ShieldX} look="bg-bad-soft text-bad ring-bad ring-2 ring-inset">
          <span className="block font-semibold">
            {verdict === 'bad' ? t('check.bad') : t('check.changed')}
          </span>
          {t('check.badText')}
        </Verdict>
      )
  }
}

function Verdict(props: { icon: typeof ShieldCheck; look: string; children: ReactNode }) {
  const { icon: Icon, look, children } = props
  return (
    <p className={cx('rounded-tile mt-4 flex items-start gap-2.5 px-3.5 py-3', look)}>
      <Icon size={22} strokeWidth={1.9} className="mt-px shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1 text-pretty">{children}</span>
    </p>
  )
}

type Done = Extract<Checked, { state: 'done' }>
type DetailsProps = Done & { stated: Stated }

/** What the member owned, the steps of the check, and the file to keep. */
function Details({ leaf, steps, trusted, publicKey, answer, stated }: DetailsProps) {
  const { t } = useTranslation('solvency')
  const { day, binds, witnesses } = stated
  // without witnesses the step says nothing
  const shown = STEPS.filter((step) => step !== 'witnesses' || witnesses !== null || trusted !== null)
  const textOf = (step: SolvencyStepName3): string => {
    if (step === 'leaf' && binds === 'phone') return t('steps.leaf.phone')
    if (step === 'witnesses' && trusted !== null) return t('steps.witnesses.trusted')
    return t(`steps.${step}.text`)
  }
  const save = () =>
    saveFile(
      new Blob([JSON.stringify({ ...answer, publicKey }, null, 2)], { type: 'application/json' }),
      `fairlot-solvency-${day}.json`,
    )
  return (
    <>
      <Parts leaf={leaf} />
      <h3 className="mt-5 font-semibold">{t('steps.title')}</h3>
      <ol className="mt-1">
        {shown.map((step) => (
          <Step key={step} name={t(`steps.${step}.name`)} text={textOf(step)} holds={steps[step] === true} />
        ))}
      </ol>
      <Button
        tone="outline"
        wide
        className="mt-4"
        icon={<Download size={19} aria-hidden="true" />}
        onClick={save}
      >
        {t('check.save')}
      </Button>
    </>
  )
}

function Parts({ leaf }: { leaf: Leaf }) {
  const { t } = useTranslation('solvency')
  return (
    <>
      <h3 className="mt-5 font-semibold">{t('parts.title')}</h3>
      <dl className="mt-1">
        {PARTS.map((part) => (
          <div key={part} className="border-line flex items-baseline justify-between gap-4 border-b py-2.5">
            <dt className="text-ink-2 min-w-0">{t(`parts.${part}`)}</dt>
            <dd>
              <Money amount={leaf[part]} />
            </dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 py-2.5 font-bold">
          <dt className="min-w-0">{t('parts.sum')}</dt>
          <dd>
            <Money amount={leaf.amount} />
          </dd>
        </div>
      </dl>
      <p className="text-cap text-ink-2 text-pretty">{t('parts.compare')}</p>
    </>
  )
}

function Step({ name, text, holds }: { name: string; text: string; holds: boolean }) {
  const { t } = useTranslation('solvency')
  const Icon = holds ? Check : X
  return (
    <li className="border-line flex items-start gap-3 border-b py-2.5 last:border-transparent last:pb-0">
      <span
        className={cx(
          'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full',
          holds ? 'bg-ok-soft text-ok' : 'bg-bad text-surface',
        )}
      >
        <Icon size={15} strokeWidth={2.6} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold">{name}</span>
          <span className={cx('text-cap font-semibold', holds ? 'text-ok' : 'text-bad')}>
            {holds ? t('steps.holds') : t('steps.fails')}
          </span>
        </span>
        <span className="text-cap text-ink-2 block">{text}</span>
      </span>
    </li>
  )
}
