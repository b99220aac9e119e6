import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { useLayer } from './layers.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  children: ReactNode
  /** the label of the safe choice, which comes first */
  keep: string
  /** the label of the confirming button */
  act: string
  onAct: () => void
  acting?: boolean
  /** why the action is not possible yet */
  why?: string | undefined
  /** `gold` when the member gains, `bad` when something is lost */
  tone?: 'gold' | 'brand' | 'bad'
  /** it asks about a step in the history, and gets no entry there */
  ofHistory?: boolean
}

const HALF = 'min-w-fit flex-1'

/**
 * Asks before an action that cannot be undone or costs money outside the buy sheet: two equal buttons, the safe one
 * first. Going back is the safe choice.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  children,
  keep,
  act,
  onAct,
  acting = false,
  why,
  tone = 'gold',
  ofHistory = false,
}: DialogProps) {
  useLayer(open && !ofHistory, () => onOpenChange(false))
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-scrim bg-scrim fixed inset-0 z-40" />
        <AlertDialog.Viewport className="fixed inset-0 z-50 grid place-items-center p-4">
          <AlertDialog.Popup className="dialog-popup bg-surface rounded-sheet shadow-float tab:max-w-[480px] tab:p-7 low:p-4 max-h-full w-full max-w-sm overflow-y-auto overscroll-contain p-5 outline-none">
            <AlertDialog.Title className="text-title tab:text-head low:text-title text-balance">
              {title}
            </AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="text-ink-2 mt-2">
              {children}
            </AlertDialog.Description>
            {/* equal halves while both labels fit, else stacked */}
            <div className="mt-5 flex flex-wrap items-start gap-3">
              <AlertDialog.Close
                render={
                  <Button tone="sunken" className={HALF}>
                    {keep}
                  </Button>
                }
              />
              {why === undefined ? (
                <Button tone={tone} onClick={onAct} sending={acting} className={HALF}>
                  {act}
                </Button>
              ) : (
                <span className={HALF}>
                  <Button tone={tone} why={why} wide>
                    {act}
                  </Button>
                </span>
              )}
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
