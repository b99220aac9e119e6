import { identityAgain, identityState } from '@fairlot/contract/endpoints/identity-check'
import { useState } from 'react'
import { CallError } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { Unsaved } from '../../parts/account/unsaved.tsx'
import { placedIn } from '../../parts/auth/refusals.ts'
import type { Identity } from '../../parts/identity/identity-standing.ts'
import { useUploads } from '../../parts/upload/use-uploads.ts'
import { paths } from '../../paths.ts'
import { useAction } from '../../queries/actions.ts'
import { refreshAll } from '../../queries/queries.ts'
import { queryClient } from '../../queries/query-client.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useOnline } from '../../ui/feedback/offline-bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { PictureSlot } from './picture-slot.tsx'
import { useRequestId } from './use-request-id.ts'

const isHere = ({ pathname }: { pathname: string }) => pathname === paths.identity().to

/** The pictures that a reviewer asked for again, and only these. */
export function AgainForm({ check }: { check: NonNullable<Identity['check']> }) {
  const { t } = useTranslation(['identity', 'ui'])
  const online = useOnline()
  const picture = useUploads('identity')
  const requestId = useRequestId()
  const [asked, setAsked] = useState(false)
  const slots = check.pictures.flatMap(({ slot, state }) => (state === 'again' ? [slot] : []))
  const placed = placedIn(['pictures'])
  const send = useAction(identityAgain, {
    touches: [identityState],
    shows: (error) => error.code === 'UPLOAD_GONE' || placed(error),
    onSuccess: () => toast.ok(t('go.sent')),
    onError: (error) => {
      if (!(error instanceof CallError)) return
      const { fields, message } = error.failure
      if (error.code === 'UPLOAD_GONE') for (const slot of slots) picture(slot).fail(message)
      if (fields?.pictures !== undefined) setAsked(true)
      if (error.code === 'IDENTITY_STEP') void refreshAll(queryClient, [identityState])
    },
  })
  const busy = slots.filter((slot) => picture(slot).busy).length
  const missing = slots.filter((slot) => picture(slot).id === null).length - busy
  const why = !online
    ? t('ui:offline.money')
    : busy > 0
      ? t('go.busy', { count: busy })
      : missing > 0
        ? t('go.missing', { count: missing })
        : undefined
  const submit = () => {
    const pictures = slots.flatMap((slot) => {
      const upload = picture(slot).id
      return upload === null ? [] : [{ slot, upload }]
    })
    send.mutate({ pictures, requestId: requestId(pictures) })
  }
  return (
    <form
      noValidate
      className="mt-4 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) submit()
      }}
    >
      {slots.map((slot) => (
        <PictureSlot
          key={slot}
          document={check.document}
          slot={slot}
          upload={picture(slot)}
          missed={asked}
          outlined
        />
      ))}
      <Button tone="gold" size="lg" wide type="submit" sending={send.isPending} why={why}>
        {t('go.again')}
      </Button>
      <Unsaved
        changed={!send.isSuccess && slots.some((slot) => picture(slot).state.step !== 'empty')}
        keeps={isHere}
      />
    </form>
  )
}
