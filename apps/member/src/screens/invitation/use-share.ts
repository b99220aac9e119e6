import { taskList } from '@fairlot/contract/endpoints/growth/tasks'
import { userShare } from '@fairlot/contract/endpoints/growth/team'
import type { Output } from '../../api/api.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { useAction } from '../../queries/actions.ts'
import { useRead } from '../../queries/queries.ts'
import { useCopy } from '../../ui/buttons/use-copy.ts'

export type Invitation = Output<typeof userShare>

export const useInvitation = () => useRead(userShare, { shared: false }, { topics: ['team'] })

/** Notes that the link was shared, which is a task of the day. It is said nowhere when this fails: the sharing itself worked. */
export function useShared(): () => void {
  const note = useAction(userShare, { touches: [taskList], shows: () => true })
  return () => note.mutate({ shared: true })
}

/** Gives the link to the share menu of the device, else to the clipboard. */
export function useShareLink({ link }: Pick<Invitation, 'link'>): () => Promise<void> {
  const { t } = useTranslation(['invite', 'ui'])
  const copy = useCopy()
  const shared = useShared()
  return async () => {
    if (typeof navigator.share === 'function') {
      try {
        await navigator.share({ title: t('ui:brand'), text: t('share.text'), url: link })
        shared()
        return
      } catch (error) {
        // the member closed the menu: nothing was shared
        if (error instanceof DOMException && error.name === 'AbortError') return
      }
    }
    await copy(link)
    shared()
  }
}
