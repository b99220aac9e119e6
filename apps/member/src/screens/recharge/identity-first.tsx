import { identityState } from '@fairlot/contract/endpoints/identity-check'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { paths } from '../../paths.ts'
import { useRead } from '../../queries/queries.ts'
import { useBasics } from '../../queries/system.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** With real money: whether the member has to pass the identity check before the first recharge, and whether it is in review. */
export function useIdentityFirst(): 'needed' | 'waiting' | null {
  const { moneyMode } = useBasics()
  const { data } = useRead(identityState, {}, { enabled: moneyMode === 'real' })
  if (data === undefined || !data.beforeRecharge || data.standing.state === 'approved') return null
  return data.standing.state === 'waiting' ? 'waiting' : 'needed'
}

/**
 * Says so before the member fills in the form. `next` is the address to which the check leads back, with the amount that was
 * entered.
 */
export function IdentityFirst({ next }: { next: string }) {
  const { t } = useTranslation('recharge')
  const state = useIdentityFirst()
  if (state === null) return null
  return (
    <Notice tone="warn">
      <p>{t(`identity.${state}`)}</p>
      <IdentityLink next={next} />
    </Notice>
  )
}

/** The way to the check, also from a refusal. */
export function IdentityLink({ next }: { next: string }) {
  const { t } = useTranslation('recharge')
  return (
    <Link
      {...paths.identity({ next })}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {t('identity.go')}
    </Link>
  )
}
