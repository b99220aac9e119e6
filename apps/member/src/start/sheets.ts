/**
 * The style sheets. The build makes two (`build/first-sheet.ts`): what home needs at its first paint, and the full one. The inline script
 * of index.html asks for the page's own. The full one repeats every rule of the first, so it changes nothing where it follows.
 */

type Sheets = { arrival: Promise<void>; full: string; isFull: boolean }

declare global {
  /** set by `start.ts`; undefined in development and in tests, where one sheet is there from the start */
  var fairlotSheets: Sheets | undefined
}

/** Adds a style sheet. Rejects when it does not arrive. */
export async function addSheet(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  const arrival = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(new Error(`no style sheet ${href}`))
    })
  })
  document.head.append(link)
  return arrival
}

/** The sheet of the first page. Without it the page is shown all the same. */
export async function firstSheet(): Promise<void> {
  await globalThis.fairlotSheets?.arrival.catch(() => undefined)
}

/** Brings the full sheet into the browser's cache. What needs the sheet asks for it again when this fails. */
export function fetchFullSheet(): void {
  const sheets = globalThis.fairlotSheets
  if (sheets && !sheets.isFull) fetch(sheets.full, { priority: 'low' }).catch(() => undefined)
}

/** The full sheet, which every page and part but home needs. Rejects when it does not arrive; the next call asks again. */
export async function fullSheet(): Promise<void> {
  const sheets = globalThis.fairlotSheets
  if (!sheets) return
  if (!sheets.isFull) {
    sheets.isFull = true
    sheets.arrival = addSheet(sheets.full)
  }
  try {
    await sheets.arrival
  } catch (cause) {
    sheets.isFull = false
    throw cause
  }
}
