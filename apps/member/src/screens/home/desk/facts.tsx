import { LockKeyhole, Scale, Ticket } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { cx } from '../../../ui/cx.ts'

const FACTS = [
  { name: 'code', icon: Ticket },
  { name: 'fixed', icon: LockKeyhole },
  { name: 'device', icon: Scale },
] as const

/** Three facts about every draw, with vertical perforations between them. */
export function Facts() {
  const { t } = useTranslation('desk')
  return (
    <section
      aria-label={t('facts.label')}
      className="bg-surface rounded-card shadow-card grid grid-cols-3 gap-6 p-6"
    >
      {FACTS.map(({ name, icon: Icon }, index) => (
        <div key={name} className={cx('relative flex gap-4', index > 0 && 'perforated-start ps-6')}>
          <span className="bg-brand-soft text-brand grid size-11 shrink-0 place-items-center rounded-full">
            <Icon size={20} strokeWidth={1.8} aria-hidden="true" />
          </span>
          <div className="min-w-0">
            <h2 className="text-lead">{t(`facts.${name}.title`)}</h2>
            <p className="text-ink-2 mt-1">{t(`facts.${name}.text`)}</p>
          </div>
        </div>
      ))}
    </section>
  )
}
