import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../cx.ts'

type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** a quiet line under the title */
  subtitle?: ReactNode
  /** a small picture before the title */
  picture?: ReactNode
  /** stays in view under the scrolling content: the main button */
  foot?: ReactNode
  children: ReactNode
}

/**
 * A panel that rises from the foot of the page, at most 92% high, with its own scroll. A swipe, a tap outside, Escape
 * and the close button dismiss it. The focus stays inside and then returns.
 */
export function Sheet({ open, onOpenChange, title, subtitle, picture, foot, children }: SheetProps) {
  const { t } = useTranslation()
  return (
    <Drawer.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className="sheet-scrim bg-scrim fixed inset-0 z-40" />
          <Drawer.Viewport className="fixed inset-0 z-50 flex items-end justify-center">
            <Drawer.Popup className="sheet-popup bg-surface shadow-float flex max-h-[92dvh] w-full max-w-[480px] flex-col outline-none">
              <div
                aria-hidden="true"
                className="bg-line-strong mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full"
              />
              <Drawer.Content className="flex min-h-0 flex-col">
                <header className="flex items-center gap-3 px-4 pt-3 pb-2">
                  {picture}
                  <div className="min-w-0 flex-1">
                    <Drawer.Title className="text-lead line-clamp-3 font-bold text-balance">
                      {title}
                    </Drawer.Title>
                    {subtitle !== undefined && <p className="text-cap text-ink-2">{subtitle}</p>}
                  </div>
                  <Drawer.Close
                    aria-label={t('close')}
                    className="press bg-sunken text-ink grid size-10 shrink-0 place-items-center rounded-full"
                  >
                    <X size={22} aria-hidden="true" />
                  </Drawer.Close>
                </header>
                <div
                  className={cx(
                    'min-h-0 overflow-y-auto overscroll-contain px-4 pt-2',
                    foot === undefined ? 'pb-[calc(20px+var(--safe-bottom))]' : 'pb-3',
                  )}
                >
                  {children}
                </div>
                {foot !== undefined && (
                  <div className="px-4 pt-1 pb-[calc(16px+var(--safe-bottom))]">{foot}</div>
                )}
              </Drawer.Content>
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  )
}
