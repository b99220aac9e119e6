import { formatDate } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import type { Recharge } from '../status/use-recharge-state.ts'
import { ProofCard } from './proof-card.tsx'
import { useProof } from './use-proof.ts'

const nothing = () => undefined

/** After the end: a member who has transferred the money can still prove it, until the given day. */
export function LateProof({ recharge }: { recharge: Recharge }) {
  if (recharge.proofUntil === null) return null
  return <Form recharge={recharge} until={recharge.proofUntil} />
}

function Form({ recharge, until }: { recharge: Recharge; until: number }) {
  const { t } = useTranslation(['transfer', 'ui'])
  const online = useOnline()
  const proof = useProof({ recharge, onSent: nothing })
  return (
    <ProofCard proof={proof} text={t('proof.late', { date: formatDate(until, activeLanguage()) })}>
      <Button type="submit" wide sending={proof.sending} why={online ? proof.why : t('ui:offline.money')}>
        {t('proof.sendLate')}
      </Button>
    </ProofCard>
  )
}
