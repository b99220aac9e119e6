import { Check } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { GuardLink } from '../../../parts/guard/money-block-notice.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import type { Claim, Claims, Tasks } from './use-tasks.ts'

type ClaimEndProps = {
  claim: Claim
  /** what the button is for, for screen readers */
  name: string
  state: Tasks['daily'][number]['state']
  claims: Claims
  /** why nothing can be claimed now; undefined: it can */
  why: string | undefined
  /** what is shown while something is left to do */
  open: ReactNode
}

/** The end of a strip: what is left to do, the button that claims, or a check. */
export function ClaimEnd({ claim, name, state, claims, why, open }: ClaimEndProps) {
  const { t } = useTranslation('task')
  const reason = useId()
  if (state === 'claimed')
    return (
      <span className="text-ink-2 ms-auto inline-flex min-h-10 shrink-0 items-center gap-1.5 font-semibold">
        <Check size={18} strokeWidth={2.4} aria-hidden="true" />
        {t('state.claimed')}
      </span>
    )
  if (state === 'open') return open
  return (
    <>
      <Button
        size="sm"
        aria-label={t('claimOf', { name })}
        aria-describedby={why === undefined ? undefined : reason}
        disabled={why !== undefined}
        sending={claims.busy === claim}
        onClick={() => claims.claim(claim)}
      >
        {t('claim')}
      </Button>
      {why !== undefined && (
        <span id={reason} className="sr-only">
          {why}
        </span>
      )}
    </>
  )
}

/** The refusal of a claim, beside what was claimed. */
export function Refusal({ claims, at }: { claims: Claims; at: 'checkin' | Claim }) {
  const { refused } = claims
  const isHere = refused?.at === at
  return (
    <div role="alert" className="basis-full empty:hidden">
      {isHere && (
        <Notice tone="warn" className="mt-2">
          <p>{refused.message}</p>
          <GuardLink code={refused.code} />
        </Notice>
      )}
    </div>
  )
}
