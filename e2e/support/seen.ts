/** What a page has shown, also when it was gone before anybody looked. */
import type { Page } from 'playwright-core'

type Keeping = { shownLines: Set<string> }

/** Keeps every line of text that the page shows. Call it before the page opens. */
export async function keepLines(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shownLines = new Set<string>()
    Object.assign(globalThis, { shownLines })
    const changes = new MutationObserver(() => {
      for (const line of (document.body?.innerText ?? '').split('\n')) shownLines.add(line.trim())
    })
    changes.observe(document, { subtree: true, childList: true, characterData: true })
  })
}

/** Waits until the page shows a line that fits, or has shown one. */
export async function hasShown(page: Page, pattern: RegExp): Promise<void> {
  await page.waitForFunction((source) => {
    const { shownLines } = globalThis as unknown as Keeping
    const wanted = new RegExp(source)
    return [...shownLines].some((line) => wanted.test(line))
  }, pattern.source)
}

/** Presses a button in the first frame in which the page has it: it may be gone after a few. */
export async function pressAtOnce(page: Page, name: string): Promise<void> {
  await page.waitForFunction((text) => {
    const found = [...document.querySelectorAll('button')].find((button) => button.innerText.trim() === text)
    found?.click()
    return found !== undefined
  }, name)
}
