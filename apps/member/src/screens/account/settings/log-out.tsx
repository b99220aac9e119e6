import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Dialog } from '../../../ui/layout/dialog.tsx'
import { ListRow } from '../../../ui/lists/list-row.tsx'
import { useLogOut } from './use-log-out.ts'

/** The last row of the list: logs out after a question. */
export function LogOutRow() {
  const { t } = useTranslation(['setting', 'ui'])
  const [asking, setAsking] = useState(false)
  const { logOut, leaving } = useLogOut()
  return (
    <>
      <ListRow icon={LogOut} label={t('logOut.row')} onClick={() => setAsking(true)} />
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('logOut.title')}
        keep={t('ui:cancel')}
        act={t('logOut.act')}
        onAct={logOut}
        acting={leaving}
        tone="brand"
      >
        {t('logOut.text')}
      </Dialog>
    </>
  )
}
