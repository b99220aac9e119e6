import { useEffect, useRef, useState } from 'react'

/**
 * Browsers limit how often a page may change its address, so a held stepper button writes it at this interval. The first
 * change is written at once: who pays and leaves the page comes back to the quantity.
 */
const WRITE_EVERY_MS = 250

const NOTHING: readonly number[] = []

/**
 * The quantity of a purchase, which the address holds. What the member chooses shows at once and goes into the address; a
 * change of the address from outside (the back button, a link, typing) is taken over.
 * @param inAddress undefined: the address has no quantity, and the last one is kept
 * @param writes false: the quantity is not written, because the form is closed
 * @param write replaces the quantity in the address
 */
export function useAmount(
  inAddress: number | undefined,
  writes: boolean,
  write: (quantity: number) => void,
): [quantity: number, setQuantity: (quantity: number) => void] {
  const [{ seen, quantity, written }, set] = useState({
    seen: inAddress,
    quantity: inAddress ?? 1,
    /** what this page wrote and the address does not show yet, the oldest first */
    written: NOTHING,
  })
  if (inAddress !== seen) {
    const place = inAddress === undefined ? -1 : written.indexOf(inAddress)
    const isOwn = inAddress === undefined || place !== -1
    set({
      seen: inAddress,
      quantity: isOwn ? quantity : inAddress,
      written: place === -1 ? NOTHING : written.slice(place + 1),
    })
  }
  const shown = inAddress ?? 1
  const wroteAt = useRef(-Infinity)
  useEffect(() => {
    if (!writes || quantity === shown) return
    const put = () => {
      wroteAt.current = performance.now()
      set((state) => ({ ...state, written: [...state.written, quantity] }))
      write(quantity)
    }
    const wait = wroteAt.current + WRITE_EVERY_MS - performance.now()
    if (wait <= 0) return put()
    const timer = setTimeout(put, wait)
    return () => clearTimeout(timer)
  }, [writes, quantity, shown, write])
  return [quantity, (next) => set((state) => ({ ...state, quantity: next }))]
}
