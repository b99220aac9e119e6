import { useTranslation } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { useLogOut } from './use-log-out.ts'

type LogOutQuestionProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Asks before it logs out. */
export function LogOutQuestion({ open, onOpenChange }: LogOutQuestionProps) {
  const { t } = useTranslation(['setting', 'ui'])
  const { logOut, leaving } = useLogOut()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('logOut.title')}
      keep={t('ui:cancel')}
      act={t('logOut.act')}
      onAct={logOut}
      acting={leaving}
      tone="brand"
    >
      {t('logOut.text')}
    </Dialog>
  )
}
