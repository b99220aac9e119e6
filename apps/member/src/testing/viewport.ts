type Dom = { setViewport: (viewport: { width: number; height: number }) => void }

/** Gives the window of a component test a width: 390 for a phone, 1440 for the desktop layout. */
export function setViewport(width: number): void {
  ;(globalThis as unknown as { happyDOM: Dom }).happyDOM.setViewport({ width, height: 900 })
}
