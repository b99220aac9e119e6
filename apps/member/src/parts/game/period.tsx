import { useTranslation } from '../../i18n/i18n.ts'
import { Code } from '../../ui/values/num.tsx'

/** `Round 20261120-0847` */
export function Period({ period, className }: { period: string; className?: string }) {
  const { t } = useTranslation('game')
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1">
      {t('round')} <Code {...(className !== undefined && { className })}>{period}</Code>
    </span>
  )
}
