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
    shouldBlockFn: ({ next }) => changed && keeps?.(next) !== true,
    enableBeforeUnload: () => changed,
    withResolver: true,
  })
  return (
    <UnsavedDialog
      open={blocker.status === 'blocked'}
      onKeep={() => blocker.reset?.()}
      onDiscard={() => blocker.proceed?.()}
    />
  )
}

type UnsavedDialogProps = { open: boolean; onKeep: () => void; onDiscard: () => void }

/** The question, with the safe choice first. */
export function UnsavedDialog({ open, onKeep, onDiscard }: UnsavedDialogProps) {
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
    >
      {t('unsaved.text')}
    </Dialog>
  )
}
