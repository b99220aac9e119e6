import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { serverNow } from '../../../api/api.ts'
import { paths } from '../../../paths.ts'
import { useMember } from '../../../stores/session.ts'
import { PlayMoneyBadge } from '../../../parts/brand/play-money-badge.tsx'

const NOON = 12
const EVENING = 18

/** The heading on the stage band: a greeting by the device's time of day, and one fact. */
export function Greeting() {
  const { t } = useTranslation(['desk', 'home'])
  const name = useMember()?.nickname
  const hour = new Date(serverNow()).getHours()
  const part = hour < NOON ? 'morning' : hour < EVENING ? 'day' : 'evening'
  return (
    <>
      <h1 className="text-head truncate">
        {name === undefined ? t('home:welcome.title') : t(`hello.${part}`, { name: name.split(' ')[0]! })}
      </h1>
      <PlayMoneyBadge onStage />
      <Link
        {...paths.fair()}
        className="text-on-brand-2 hover:text-on-stage ms-auto inline-flex min-h-11 shrink-0 items-center gap-2"
      >
        <ShieldCheck size={20} strokeWidth={1.8} className="text-gold" aria-hidden="true" />
        {t('checked')}
      </Link>
    </>
  )
}
