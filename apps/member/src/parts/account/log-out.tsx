import { LogOut } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { ListRow } from '../../ui/lists/list-row.tsx'

const LogOutQuestion = lazy(() =>
  import('./log-out-question.tsx').then((module) => ({ default: module.LogOutQuestion })),
)

/** The question is fetched when it is asked. */
function useQuestion(): { ask: () => void; question: ReactNode } {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  return {
    ask: () => {
      setWanted(true)
      setOpen(true)
    },
    question: wanted && (
      <Suspense>
        <LogOutQuestion open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  }
}

/** The last row of the list: logs out after a question. */
export function LogOutRow() {
  const { t } = useTranslation('setting')
  const { ask, question } = useQuestion()
  return (
    <>
      <ListRow icon={LogOut} label={t('logOut.row')} onClick={ask} />
      {question}
    </>
  )
}

/** The same as a plain button. */
export function LogOutButton({ className, children }: { className: string; children: ReactNode }) {
  const { ask, question } = useQuestion()
  return (
    <>
      <button type="button" className={className} onClick={ask}>
        {children}
      </button>
      {question}
    </>
  )
}
