import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/layout/dialog.tsx'

type UnsavedProps = {
  changed: boolean
  /** tells the page, which asks the same for its own steps */
  onChange?: (changed: boolean) => void
  /** whether the form stays at another address, such as that of its next step: then there is no question */
  keeps?: (next: { pathname: string; search: object }) => boolean
}

/** Asks before a page with a change that is not saved is left, also by the browser. */
export function Unsaved({ changed, onChange, keeps }: UnsavedProps) {
  useEffect(() => onChange?.(changed), [changed, onChange])
  const blocker = useBlocker({
    // A step between the entries of the page's sheets leaves nothing.
    shouldBlockFn: ({ current, next }) => changed && !isSame(current, next) && keeps?.(next) !== true,
    enableBeforeUnload: () => changed,
    withResolver: true,
  })
  return (
    <UnsavedDialog
      open={blocker.status === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
      ofHistory
    />
  )
}

type Place = { pathname: string; search: object }
const isSame = (one: Place, other: Place): boolean =>
  one.pathname === other.pathname && JSON.stringify(one.search) === JSON.stringify(other.search)

type UnsavedDialogProps = { open: boolean; onKeep: () => void; onDiscard: () => void; ofHistory?: boolean }

/** The question, with the safe choice first. */
export function UnsavedDialog({ open, onKeep, onDiscard, ofHistory = false }: UnsavedDialogProps) {
  const { t } = useTranslation('account')
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onKeep()
      }}
      title={t('unsaved.title')}
      keep={t('unsaved.keep')}
      act={t('unsaved.act')}
      onAct={onDiscard}
      tone="brand"
      ofHistory={ofHistory}
    >
      {t('unsaved.text')}
    </Dialog>
  )
}
