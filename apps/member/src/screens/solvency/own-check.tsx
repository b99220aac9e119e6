import { Check, Download, ShieldCheck, ShieldQuestionMark, ShieldX, X } from 'lucide-react'
import type { SolvencyStepName } from '@fairlot/fairness/solvency/solvency-claim'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { formatDate } from '../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../i18n/i18n.ts'
import { saveFile } from '../../parts/proof/save-file.ts'
import { hrefOf, paths } from '../../paths.ts'
import { useMember } from '../../stores/session.ts'
import { Button, ButtonLink } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Money, useMoneyText } from '../../ui/values/money.tsx'
import type { Stated } from './newest-totals.tsx'
import { useOwnCheck } from './use-own-check.ts'
import type { Leaf, OwnCheck as Checked } from './use-own-check.ts'

/** In the order of `checkSolvencyClaim`, whose code is fetched with the first check. */
const STEPS: readonly SolvencyStepName[] = ['leaf', 'path', 'entry', 'log']
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
          <Button
            tone="gold"
            size="lg"
            wide
            className="mt-4"
            sending={check.state === 'running'}
            onClick={start}
          >
            {t('check.act')}
          </Button>
        )
      )}
      <div role="status" className="empty:hidden">
        <Result check={check} />
      </div>
      {check.state === 'done' && <Details {...check} day={stated.day} />}
    </Card>
  )
}

function Result({ check }: { check: Checked }) {
  const { t } = useTranslation('solvency')
  const money = useMoneyText()
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
    case 'failed':
      return (
        <Verdict icon={ShieldQuestionMark} look="bg-gold-soft text-gold-ink">
          {check.message ?? t('check.notChecked')}
        </Verdict>
      )
    case 'done':
      return check.ok ? (
        <Verdict icon={ShieldCheck} look="bg-ok-soft text-ok">
          <span className="block font-semibold">{t('check.ok', { amount: money(check.leaf.amount) })}</span>
          {t('check.okText')}
        </Verdict>
      ) : (
        <Verdict icon={ShieldX} look="bg-bad-soft text-bad ring-bad ring-2 ring-inset">
          <span className="block font-semibold">{t('check.bad')}</span>
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

type DetailsProps = Extract<Checked, { state: 'done' }> & { day: string }

/** What the member owned, the steps of the check, and the file to keep. */
function Details({ leaf, steps, publicKey, answer, day }: DetailsProps) {
  const { t } = useTranslation('solvency')
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
        {STEPS.map((step) => (
          <Step key={step} step={step} holds={steps[step]} />
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

function Step({ step, holds }: { step: SolvencyStepName; holds: boolean }) {
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
          <span className="font-semibold">{t(`steps.${step}.name`)}</span>
          <span className={cx('text-cap font-semibold', holds ? 'text-ok' : 'text-bad')}>
            {holds ? t('steps.holds') : t('steps.fails')}
          </span>
        </span>
        <span className="text-cap text-ink-2 block">{t(`steps.${step}.text`)}</span>
      </span>
    </li>
  )
}
