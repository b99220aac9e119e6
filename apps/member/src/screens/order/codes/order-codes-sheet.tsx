import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { CodeChip } from '../../../parts/shares/code-chip.tsx'
import { Sheet } from '../../../ui/layout/sheet.tsx'
import { codeRange } from '../order-state.ts'

type OrderCodesSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  first: number
  quantity: number
  won: number | null
}

/** Divisible by two to six, so that every block except the last ends with a full row. */
const BLOCK = 120
const AHEAD_PX = 800

/** Every code of an order, up to all of an issue. Blocks are rendered as they come near the screen. */
export function OrderCodesSheet({ open, onOpenChange, first, quantity, won }: OrderCodesSheetProps) {
  const { t } = useTranslation('order')
  const holds = won !== null && won >= first && won < first + quantity
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('codes.title')}
      subtitle={`${t('codes.count', { count: quantity })} · \u2068${codeRange(first, quantity)}\u2069`}
    >
      {holds && (
        <p className="mb-3 flex flex-wrap items-center gap-2 font-medium">
          {t('codes.winning')} <CodeChip code={won} won />
        </p>
      )}
      <Blocks first={first} quantity={quantity} won={won} />
    </Sheet>
  )
}

function Blocks({ first, quantity, won }: { first: number; quantity: number; won: number | null }) {
  const { t } = useTranslation('order')
  const blocks = Math.ceil(quantity / BLOCK)
  const [height, setHeight] = useState(0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that the keyboard can scroll a list without focusable items
    <div role="group" aria-label={t('codes.title')} tabIndex={0} className="flex flex-col gap-2 rounded-chip">
      {Array.from({ length: blocks }, (_, index) => (
        <Block
          key={index}
          first={first + index * BLOCK}
          quantity={Math.min(BLOCK, quantity - index * BLOCK)}
          won={won}
          height={height}
          onHeight={index === 0 ? setHeight : undefined}
        />
      ))}
    </div>
  )
}

type BlockProps = {
  first: number
  quantity: number
  won: number | null
  /** the height of a full block, measured on the first one; 0 until then */
  height: number
  onHeight: ((height: number) => void) | undefined
}

function Block({ first, quantity, won, height, onHeight }: BlockProps) {
  const element = useRef<HTMLUListElement>(null)
  const [near, setNear] = useState(onHeight !== undefined)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: `${AHEAD_PX}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (near && element.current) onHeight?.(element.current.offsetHeight)
  }, [near, onHeight])
  const part = Math.ceil((height * quantity) / BLOCK)
  return (
    <ul
      ref={element}
      className="grid grid-cols-[repeat(auto-fill,minmax(88px,1fr))] gap-2"
      style={near ? undefined : { height: Math.max(part, 34) }}
    >
      {near &&
        Array.from({ length: quantity }, (_, index) => (
          <li key={first + index}>
            <CodeChip code={first + index} won={first + index === won} className="w-full" />
          </li>
        ))}
    </ul>
  )
}
