import { Link } from '@tanstack/react-router'
import { Copy, Scale } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Code } from '../../ui/num.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { FIRST_CODE } from './purchase-math.ts'
import type { Issue } from './use-issue.ts'

/** The rule of this very issue, step by step: its reading, its grade, its number of shares. */
export function HowPicked({ issue }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const { card, reading, delay } = issue
  const steps = [
    t(`how.reading.${reading}`),
    ...(card.badge === 'plain' ? [] : [t(`how.entropy.${card.badge}`, { seconds: delay ?? 0 })]),
    t('how.remainder', { total: formatNumber(card.shares), first: String(FIRST_CODE) }),
  ]
  return (
    <Card>
      <h2 className="text-lead flex items-center gap-3">
        <span className="bg-brand-soft text-brand grid size-9 shrink-0 place-items-center rounded-full">
          <Scale size={20} strokeWidth={1.8} aria-hidden="true" />
        </span>
        {t('how.title')}
      </h2>
      <ol className="mt-3 flex flex-col gap-2.5">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span className="bg-sunken text-cap text-ink-2 mt-px grid size-6 shrink-0 place-items-center rounded-full font-semibold">
              <Code>{index + 1}</Code>
            </span>
            <span className="text-ink-2 min-w-0">{step}</span>
          </li>
        ))}
      </ol>
      {issue.commitment !== null && <Commitment hex={issue.commitment} />}
      <Link
        {...paths.fair()}
        className="text-brand mt-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('how.more')}
      </Link>
    </Card>
  )
}

/** The hash that fixes the secret before the first sale; whole for those who want to keep it. */
function Commitment({ hex }: { hex: string }) {
  const { t } = useTranslation('goods')
  const copy = useCopy()
  return (
    <div className="bg-sunken rounded-tile mt-4 flex items-center gap-2 py-1.5 ps-3.5 pe-1.5">
      <div className="min-w-0 flex-1">
        <h3 className="text-cap text-ink-2 font-medium">{t('how.commitment')}</h3>
        <p className="text-cap break-all">
          <Code className="inline!">{hex}</Code>
        </p>
      </div>
      <IconButton label={t('how.copy')} onClick={() => void copy(hex)}>
        <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
