import { Link, useLocation } from '@tanstack/react-router'
import { Info, ShieldX } from 'lucide-react'
import { useTranslation } from '../i18n/i18n.ts'
import { paths } from '../paths.ts'
import { useEvidence } from '../stores/evidence.ts'
import { cx } from '../ui/cx.ts'

/** Says on every page but the one that explains it that the log contradicts what this device has seen, or that a new log continues a lost one. */
export function Bar() {
  const { t } = useTranslation('evidence')
  const alarmed = useEvidence((state) => state.alarmed)
  const Icon = alarmed ? ShieldX : Info
  const isExplained = useLocation().pathname === paths.fair().to
  if (isExplained) return null
  return (
    <section
      role={alarmed ? 'alert' : 'status'}
      aria-label={t(alarmed ? 'alarm.label' : 'continued.title')}
      className={cx(
        'px-page relative flex w-full items-start gap-3 py-3',
        alarmed ? 'bg-bad-soft text-bad' : 'bg-gold-soft text-gold-ink',
      )}
    >
      <Icon size={24} strokeWidth={1.9} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {alarmed && <p className="font-bold">{t('alarm.title')}</p>}
        <p>
          {t(alarmed ? 'alarm.bar' : 'continued.bar')}{' '}
          <Link {...paths.fair()} className="inline-block py-0.5 font-semibold underline underline-offset-4">
            {t('alarm.more')}
          </Link>
        </p>
      </div>
    </section>
  )
}
