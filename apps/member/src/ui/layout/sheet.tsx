import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../cx.ts'
import { useLayer } from './layers.ts'
import { useWide } from './use-wide.ts'

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
  /** what the member must see beside the main button: it follows the content, and stays in view in a low window */
  summary?: ReactNode
  /** the width from 768 px: 480 px, or 640 px for a form */
  size?: 'dialog' | 'form'
  /** the id of the control that gets the focus after a sheet that an address opened, where no control had it before */
  returnsTo?: string
  /** the page's address says that it is open, so that it is in the history already */
  inAddress?: boolean
  children: ReactNode
}

/**
 * A panel over the page: below 768 px it rises from the foot and is at most 92% high; from 768 px it is a dialog in the
 * middle of the window, at most 80% high. The content scrolls by itself, the foot stays. In a low window (a phone on
 * its side) summary and foot stand beside the content. A tap outside, Escape, the close button, going back and, on a phone,
 * a swipe dismiss it. The focus stays inside and then returns.
 */
export function Sheet(props: SheetProps) {
  const {
    open,
    onOpenChange,
    title,
    subtitle,
    picture,
    foot,
    summary,
    size = 'dialog',
    returnsTo,
    inAddress = false,
    children,
  } = props
  const { t } = useTranslation()
  const isDialog = useWide('tab')
  useLayer(open && !inAddress, () => onOpenChange(false))
  return (
    <Drawer.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Drawer.VirtualKeyboardProvider>
        <Drawer.Portal>
          <Drawer.Backdrop className="sheet-scrim bg-scrim fixed inset-0 z-40" />
          <Drawer.Viewport className="tab:items-center tab:p-6 low:p-2 fixed inset-0 z-50 flex items-end justify-center">
            <Drawer.Popup
              // A dialog does not follow the finger.
              data-base-ui-swipe-ignore={isDialog ? '' : undefined}
              finalFocus={
                returnsTo === undefined ? undefined : () => document.getElementById(returnsTo) ?? true
              }
              className={cx(
                'sheet-popup bg-surface shadow-float flex max-h-[92dvh] w-full max-w-[480px] flex-col outline-none',
                'tab:max-h-[80dvh] low:max-h-full',
                size === 'form' && 'tab:max-w-160',
                foot !== undefined && 'low:max-w-180',
              )}
            >
              <div
                aria-hidden="true"
                className="bg-line-strong tab:hidden mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full"
              />
              <Drawer.Content className="flex min-h-0 flex-col">
                <header className="tab:px-7 tab:pt-7 low:pt-3 flex items-center gap-3 px-4 pt-3 pb-2">
                  {picture}
                  <div className="min-w-0 flex-1">
                    <Drawer.Title className="text-lead tab:text-head low:text-lead line-clamp-3 font-bold text-balance">
                      {title}
                    </Drawer.Title>
                    {subtitle !== undefined && <p className="text-cap text-ink-2">{subtitle}</p>}
                  </div>
                  <Drawer.Close
                    aria-label={t('close')}
                    className="press bg-sunken text-ink grid size-11 shrink-0 place-items-center self-start rounded-full"
                  >
                    <X size={22} aria-hidden="true" />
                  </Drawer.Close>
                </header>
                <Body foot={foot} summary={summary}>
                  {children}
                </Body>
              </Drawer.Content>
            </Drawer.Popup>
          </Drawer.Viewport>
        </Drawer.Portal>
      </Drawer.VirtualKeyboardProvider>
    </Drawer.Root>
  )
}

const SCROLL = 'tab:px-7 min-h-0 overflow-y-auto overscroll-contain px-4 pt-2'

function Body({ foot, summary, children }: Pick<SheetProps, 'foot' | 'summary' | 'children'>) {
  if (foot === undefined && summary === undefined) {
    return <div className={cx(SCROLL, 'tab:pb-7 pb-[calc(20px+var(--safe-bottom))]')}>{children}</div>
  }
  return (
    <div className="low:grid low:grid-cols-2 low:items-start flex min-h-0 flex-col">
      <div className={cx(SCROLL, 'low:max-h-full pb-3')}>{children}</div>
      <div className="tab:px-7 tab:pb-7 low:max-h-full low:min-h-0 low:overflow-y-auto low:ps-0 low:pb-3 px-4 pt-1 pb-[calc(16px+var(--safe-bottom))]">
        {summary !== undefined && <div className="low:pt-1 pt-2 pb-4">{summary}</div>}
        {foot}
      </div>
    </div>
  )
}
