import { Link } from '@tanstack/react-router'
import { ChevronDown, Copy, Scale } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { paths } from '../../../paths.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { useCopy } from '../../../ui/buttons/use-copy.ts'
import { FIRST_CODE } from '../purchase/purchase-math.ts'
import type { Issue } from '../use-issue.ts'

const GradeQuorum = lazy(() =>
  import('./grade-quorum.tsx').then((module) => ({ default: module.GradeQuorum })),
)

/** How this issue picks its winner, step by step: which times count, its grade, its number of shares; and who has to sign. */
export function HowPicked({ issue }: { issue: Issue }) {
  return (
    <>
      <Steps issue={issue} />
      {issue.vouching != null && (
        <Suspense fallback={<div className="bg-surface rounded-card h-100" />}>
          <GradeQuorum issue={issue} />
        </Suspense>
      )}
    </>
  )
}

function Steps({ issue }: { issue: Issue }) {
  const { t } = useTranslation('goods')
  const { card, timesCounted, delay } = issue
  const steps = [
    t(`how.timesCounted.${timesCounted}`),
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
      {issue.commitment !== null && <Fingerprint name={t('how.commitment')} hex={issue.commitment} />}
      {issue.content !== null && <Fingerprint name={t('how.content')} hex={issue.content} />}
      <Link
        {...paths.fair()}
        className="text-brand mt-2 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t('how.more')}
      </Link>
    </Card>
  )
}

/** A hash that fixes something before the first sale, in full for members who want to keep it. */
function Fingerprint({ name, hex }: { name: string; hex: string }) {
  const { t } = useTranslation('goods')
  const copy = useCopy()
  return (
    <details className="group bg-sunken rounded-tile mt-4">
      <summary className="text-cap text-ink-2 flex min-h-11 cursor-pointer list-none items-center gap-2 px-3.5 font-medium">
        <span className="flex-1">{name}</span>
        <ChevronDown size={18} className="group-open:rotate-180" aria-hidden="true" />
      </summary>
      <div className="flex items-center gap-2 ps-3.5 pe-1.5 pb-1.5">
        <p className="text-cap min-w-0 flex-1 break-all">
          <Code className="inline!">{hex}</Code>
        </p>
        <IconButton label={t('how.copy')} onClick={() => void copy(hex)}>
          <Copy size={18} strokeWidth={1.8} aria-hidden="true" />
        </IconButton>
      </div>
    </details>
  )
}
