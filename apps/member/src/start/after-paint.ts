/** What the first paint does not need starts after it: on a slow phone its files would delay the paint. */

/** Resolves when the browser has painted the state of this moment; at once in a window that is not shown, which paints nothing. */
export async function afterPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve)
    })
  })
}
