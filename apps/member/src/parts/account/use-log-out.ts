import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { logout } from '@fairlot/contract/endpoints/identity'
import { call, CallError } from '../../api/api.ts'
import { forgetSystem } from '../../queries/system.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../stores/session.ts'
import { toast } from '../../ui/feedback/toast.ts'

/** Removes the request ids of the member's orders from this device. */
function forgetOrders(member: string): void {
  import('../../evidence/keeper.ts')
    .then(({ forgetRequests }) => forgetRequests(member))
    .catch(() => undefined)
}

/**
 * Ends the session on the server, then clears token, member and system info on this device, whatever the server
 * answered. When the server could not be reached, the member is told.
 */
export function useLogOut(): { logOut: () => void; leaving: boolean } {
  const { t } = useTranslation('setting')
  const navigate = useNavigate()
  const client = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    // A refusal means that the session has already ended.
    const told = await call(logout, {}).then(
      () => true,
      (error: unknown) => error instanceof CallError,
    )
    await navigate(paths.home())
    const member = useSession.getState().session?.member.id
    if (member !== undefined) forgetOrders(member)
    useSession.getState().end()
    forgetSystem()
    client.clear()
    if (told) toast.ok(t('logOut.done'))
    else toast.bad(t('logOut.here'))
  }
  return { logOut: () => void leave(), leaving }
}
