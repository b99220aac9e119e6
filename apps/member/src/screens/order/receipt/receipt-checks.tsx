import type { SignedReceipt } from '@fairlot/fairness/receipt'
import { Check, Clock3, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { Finding, OrderFacts } from './check-receipt.ts'
import { useReceiptCheck } from './use-receipt-check.ts'

type ReceiptChecksProps = { signed: SignedReceipt; facts: OrderFacts; drawn: boolean }

/** The four checks with their results: signature, log, id, draw. */
export function ReceiptChecks({ signed, facts, drawn }: ReceiptChecksProps) {
  const { t } = useTranslation(['order', 'ui'])
  const { check, start } = useReceiptCheck('signature', signed, facts, true)
  return (
    <ul aria-live="polite" className="bg-sunken rounded-tile mt-3 flex flex-col gap-2.5 p-3.5">
      {check.state === 'done' ? (
        <>
          <Found finding={check.answer.signature} good={t('receipt.signed')} />
          <Found finding={check.answer.log} good={t('receipt.log')} />
          <OrderId finding={check.answer.id} />
        </>
      ) : check.state === 'failed' ? (
        <Line look="open" action={<Again onClick={start}>{t('ui:retry')}</Again>}>
          {t('receipt.notChecked')}
        </Line>
      ) : (
        <Line look="busy">{t('receipt.checking')}</Line>
      )}
      {drawn ? <InDraw signed={signed} facts={facts} /> : <Line look="later">{t('receipt.later')}</Line>}
    </ul>
  )
}

function InDraw({ signed, facts }: Pick<ReceiptChecksProps, 'signed' | 'facts'>) {
  const { t } = useTranslation(['order', 'ui'])
  const { check, start } = useReceiptCheck('draw', signed, facts, false)
  switch (check.state) {
    case 'waiting':
      return (
        <Line look="later" action={<Again onClick={start}>{t('receipt.check')}</Again>}>
          {t('receipt.drawOpen')}
        </Line>
      )
    case 'running':
      return <Line look="busy">{t('receipt.checking')}</Line>
    case 'failed':
      return (
        <Line look="open" action={<Again onClick={start}>{t('ui:retry')}</Again>}>
          {t('receipt.notChecked')}
        </Line>
      )
    case 'done':
      return <Found finding={check.answer.draw} good={t('receipt.inDraw')} />
  }
}

/** @param finding null where this device did not make the order, or has forgotten how */
function OrderId({ finding }: { finding: Finding | null }) {
  const { t } = useTranslation('order')
  if (finding === null) return <Line look="later">{t('receipt.idOpen')}</Line>
  return <Found finding={finding} good={t('receipt.id')} bad={t('receipt.idOther')} />
}

function Found({ finding, good, bad }: { finding: Finding; good: string; bad?: string }) {
  const { t } = useTranslation('order')
  if (finding.ok) return <Line look="good">{good}</Line>
  return (
    <Line look="bad">
      <span className="font-semibold">{bad ?? t('receipt.bad')}</span>
      <bdi lang="en" dir="ltr" className="text-cap block break-words">
        {finding.detail}
      </bdi>
    </Line>
  )
}

const LOOKS = {
  good: ['bg-ok-soft text-ok', Check],
  bad: ['bg-bad-soft text-bad', X],
  open: ['bg-gold-soft text-gold-ink', TriangleAlert],
  later: ['bg-surface text-ink-2', Clock3],
} as const

type LineProps = { look: keyof typeof LOOKS | 'busy'; children: ReactNode; action?: ReactNode }

function Line({ look, children, action }: LineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <Mark look={look} />
      <div className={cx('min-w-40 flex-1', look === 'bad' && 'text-bad')}>{children}</div>
      {action}
    </li>
  )
}

function Mark({ look }: Pick<LineProps, 'look'>) {
  if (look === 'busy') return <Spinner size={24} className="text-brand shrink-0" />
  const [tone, Icon] = LOOKS[look]
  return (
    <span className={cx('grid size-6 shrink-0 place-items-center self-start rounded-full', tone)}>
      <Icon size={15} strokeWidth={2.4} aria-hidden="true" />
    </span>
  )
}

function Again({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="sm" tone="outline" onClick={onClick}>
      {children}
    </Button>
  )
}
