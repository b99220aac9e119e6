import { rechargeLog, rechargeProof, rechargeStatus } from '@fairlot/contract/endpoints/wallet'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { CallError } from '../../../api/api.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { focusFirstError } from '../../../parts/auth/refusals.ts'
import { useUpload } from '../../../parts/upload/use-uploads.ts'
import { useAction } from '../../../queries/actions.ts'
import { refreshAll } from '../../../queries/queries.ts'
import { queryClient } from '../../../queries/query-client.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Recharge } from '../status/use-recharge-state.ts'

export type Proof = Recharge['proof']

/** The bank's number of a transfer: letters, digits and what banks put between them. */
const LONGEST = 64

type Options = {
  /** `proof` is what was sent before */
  recharge: Pick<Recharge, 'id' | 'proof'>
  onSent: () => void
}

/** The transaction number or the slip of a transfer. What was typed stays after a refusal. */
export function useProof({ recharge: { id, proof: given }, onSent }: Options) {
  const { t } = useTranslation('transfer')
  const [reference, setReference] = useState('')
  const slip = useUpload('slip')
  const [error, setError] = useState<string>()
  const [isAgain, setIsAgain] = useState(false)
  const send = useAction(rechargeProof, {
    touches: [rechargeStatus, rechargeLog],
    shows: ({ code, failure }) => code === 'UPLOAD_GONE' || Object.keys(failure.fields ?? {}).length > 0,
    lost: t('proof.lost'),
    onSuccess: () => {
      toast.ok(t('proof.thanks'))
      setIsAgain(false)
      setReference('')
      slip.remove()
      onSent()
    },
    onError: (failed) => {
      if (!(failed instanceof CallError)) return
      const { fields, message } = failed.failure
      setError(fields?.reference)
      if (failed.code === 'UPLOAD_GONE') slip.fail(message)
      else if (fields?.slip !== undefined) slip.fail(fields.slip)
      // the time for it is over
      if (failed.code === 'PROOF_CLOSED') void refreshAll(queryClient, [rechargeStatus])
    },
  })
  return {
    given,
    /** whether the form is shown: nothing was sent yet, or the member sends something else */
    isOpen: given === null || isAgain,
    again: () => setIsAgain(true),
    reference,
    enter: (text: string) => {
      setReference(text.slice(0, LONGEST))
      setError(undefined)
    },
    slip,
    // what was missing is there as soon as a picture is chosen
    error: slip.state.step === 'empty' || error !== t('proof.missing') ? error : undefined,
    /** why it cannot be sent now */
    why: slip.busy ? t('proof.wait') : undefined,
    sending: send.isPending,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (send.isPending || slip.busy) return
      const typed = reference.trim()
      if (typed === '' && slip.id === null) {
        setError(t('proof.missing'))
        focusFirstError(event.currentTarget)
        return
      }
      send.mutate({
        id,
        ...(typed === '' ? {} : { reference: typed }),
        ...(slip.id === null ? {} : { slip: slip.id }),
      })
    },
  }
}

export type ProofState = ReturnType<typeof useProof>
