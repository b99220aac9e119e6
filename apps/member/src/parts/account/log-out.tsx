import { LogOut } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/layout/dialog.tsx'
import { ListRow } from '../../ui/lists/list-row.tsx'
import { useLogOut } from './use-log-out.ts'

/** The last row of the list: logs out after a question. */
export function LogOutRow() {
  const { t } = useTranslation('setting')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <ListRow icon={LogOut} label={t('logOut.row')} onClick={() => setAsking(true)} />
      <Question open={asking} onOpenChange={setAsking} />
    </>
  )
}

/** The same as a plain button. */
export function LogOutButton({ className, children }: { className: string; children: ReactNode }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setAsking(true)}>
        {children}
      </button>
      <Question open={asking} onOpenChange={setAsking} />
    </>
  )
}

function Question({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
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
