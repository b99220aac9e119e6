import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { lastSeen } from '../../../parts/recharge/last-seen.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { keepNext } from '../recharge-next.ts'
import type { Recharge } from './use-recharge-state.ts'

type StepsProps = { recharge: Recharge; next: string | undefined }

/** The next step: pay, return to the purchase, go to the wallet, or try again. */
export function Steps({ recharge, next }: StepsProps) {
  const { t } = useTranslation(['recharge', 'ui'])
  const { status, payUrl, amount, method, kind } = recharge
  if (status === 'processing' && payUrl !== null) return <PayButton recharge={recharge} next={next} />
  if (status === 'failed') {
    return (
      <div className="grid gap-2">
        <ButtonLink
          {...paths.recharge({
            amount: amount.replace(/\.0+$/, ''),
            method,
            next,
          })}
          replace
          tone="gold"
          size="lg"
          wide
        >
          {t(kind === 'trc20' ? 'steps.newAmount' : 'steps.again')}
        </ButtonLink>
        {next !== undefined && <BackButton next={next} tone="sunken" size="md" />}
      </div>
    )
  }
  if (status === 'success') return <LeaveButton next={next} tone="gold" arrived />
  return <LeaveButton next={undefined} tone="sunken" />
}

/** Back to the purchase that the recharge is for, else with money in the wallet to the product that was seen last, else to the wallet. */
export function LeaveButton({
  next,
  tone,
  arrived = false,
}: {
  next: string | undefined
  tone: 'gold' | 'sunken'
  /** the money is in the wallet */
  arrived?: boolean
}) {
  const { t } = useTranslation('recharge')
  if (next !== undefined) return <BackButton next={next} tone={tone} size="lg" />
  if (arrived) return <SpendButton />
  return (
    <ButtonLink {...paths.account()} tone={tone} size="lg" wide>
      {t('steps.wallet')}
    </ButtonLink>
  )
}

/** To the product that was seen last, else to the mall. */
function SpendButton() {
  const { t } = useTranslation('recharge')
  const seen = lastSeen()
  return (
    <ButtonLink {...(seen ? paths.goods(seen.issue) : paths.mall())} tone="gold" size="lg" wide>
      {seen ? t('steps.product', { title: seen.title }) : t('steps.mall')}
    </ButtonLink>
  )
}

/** Leaves the app for the payment page. The payment returns to the address of this page. */
function PayButton({ recharge, next }: StepsProps) {
  const { t } = useTranslation(['recharge', 'ui'])
  const online = useOnline()
  const [leaving, setLeaving] = useState(false)
  const pay = () => {
    if (recharge.payUrl === null) return
    setLeaving(true)
    keepNext(recharge.id, next)
    // A page restored from the browser's back-forward cache is ready again.
    addEventListener('pageshow', () => setLeaving(false), { once: true })
    location.assign(recharge.payUrl)
  }
  return (
    <Button
      tone="gold"
      size="lg"
      wide
      onClick={pay}
      sending={leaving}
      why={online ? undefined : t('ui:offline.money')}
    >
      {t('steps.pay')}
    </Button>
  )
}

function BackButton({ next, tone, size }: { next: string; tone: 'gold' | 'sunken'; size: 'lg' | 'md' }) {
  const { t } = useTranslation('recharge')
  const router = useRouter()
  return (
    <Button tone={tone} size={size} wide onClick={() => router.history.replace(next)}>
      {t('steps.back')}
    </Button>
  )
}
