import { ShieldCheck, ShieldQuestionMark, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { formatFileSize } from '../../i18n/lazy-formats.ts'
import type { Check } from '../../parts/proof/use-check.ts'

/** The result of this device's check. It says "verified" only after a successful check. */
export function Verdict({ check }: { check: Check }) {
  return (
    <>
      <p role="status" className="sr-only">
        <Announcement check={check} />
      </p>
      <VerdictCard check={check} />
    </>
  )
}

function Announcement({ check }: { check: Check }) {
  const { t } = useTranslation('calculation')
  if (check.state === 'running') return t('check.running')
  if (check.state !== 'done') return null
  const { ok, failed } = check.checked
  return ok ? t('check.ok') : t('check.bad', { step: t(`step.${failed?.step ?? 'terms'}.name`) })
}

function VerdictCard({ check }: { check: Check }) {
  const { t } = useTranslation('calculation')
  const { t: ui } = useTranslation()
  switch (check.state) {
    case 'running':
      return (
        <Box
          tone="bg-surface text-ink shadow-card"
          icon={<Spinner size={26} className="text-brand" />}
          title={t('check.running')}
          text={t('check.runningText')}
        />
      )
    case 'waiting':
      return (
        <Box
          tone="bg-surface text-ink shadow-card"
          icon={<ShieldQuestionMark size={28} strokeWidth={1.8} className="text-brand" aria-hidden="true" />}
          title={t('check.waiting')}
          text={t('check.waitingText', { size: formatFileSize(check.bytes) })}
          action={<Button onClick={check.start}>{t('check.start')}</Button>}
        />
      )
    case 'failed':
      return (
        <Box
          alert
          tone="bg-gold-soft text-gold-ink"
          icon={<ShieldQuestionMark size={28} strokeWidth={1.8} aria-hidden="true" />}
          title={t('check.notDone')}
          text={check.message ?? t('check.notDoneText')}
          action={<Button onClick={check.start}>{ui('retry')}</Button>}
        />
      )
    case 'done':
      return check.checked.ok ? (
        <Verified complete={check.checked.complete} badge={check.checked.badge} />
      ) : (
        <Refuted check={check} />
      )
  }
}

function Verified({ complete, badge }: { complete: boolean; badge: string | null }) {
  const { t } = useTranslation('calculation')
  return (
    <Box
      tone="bg-ok-soft text-ok"
      icon={<ShieldCheck size={30} strokeWidth={1.9} aria-hidden="true" />}
      title={t('check.ok')}
      text={
        <>
          {t(complete ? 'check.okComplete' : 'check.okText')}
          {badge === 'beacon-local' && ` ${t('check.local')}`}
        </>
      }
    />
  )
}

/** A failed check is prominent, so that it cannot be missed. */
function Refuted({ check }: { check: Check & { state: 'done' } }) {
  const { t } = useTranslation('calculation')
  const { failed } = check.checked
  const step = t(`step.${failed?.step ?? 'terms'}.name`)
  return (
    <Box
      alert
      tone="bg-bad-soft text-bad ring-2 ring-bad ring-inset"
      icon={<ShieldX size={32} strokeWidth={1.9} aria-hidden="true" />}
      title={t('check.bad', { step })}
      text={
        <>
          {t('check.badText')}
          {failed && (
            <bdi lang="en" dir="ltr" className="mt-1 block break-words font-medium">
              {failed.step}: {failed.detail}
            </bdi>
          )}
        </>
      }
    />
  )
}

type BoxProps = {
  tone: string
  icon: ReactNode
  title: string
  text: ReactNode
  action?: ReactNode
  alert?: boolean
}

function Box({ tone, icon, title, text, action, alert = false }: BoxProps) {
  return (
    <section
      role={alert ? 'alert' : undefined}
      aria-labelledby="verdict"
      className={cx('rounded-card flex items-start gap-3 p-4', tone)}
    >
      <span className="shrink-0">{icon}</span>
      <div className="min-w-0 flex-1">
        <h2 id="verdict" className="text-lead font-bold">
          {title}
        </h2>
        <p className="mt-0.5">{text}</p>
        {action !== undefined && <div className="mt-3">{action}</div>}
      </div>
    </section>
  )
}
