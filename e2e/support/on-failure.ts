/** A setup file: when a test fails, the open pages are kept as pictures, and their text is printed. */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach } from 'vitest'
import { openPages } from './browser.ts'

const directory = path.resolve(import.meta.dirname, '../../.cache/failures')
const LIMIT_MS = 10_000

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await mkdir(directory, { recursive: true })
  const name = task.name.replaceAll(/\W+/g, '-').slice(0, 80)
  for (const [index, page] of openPages().entries()) {
    const file = path.join(directory, `${name}.${index}.png`)
    const saved = await page.screenshot({ path: file, timeout: LIMIT_MS }).then(
      () => file,
      (error: unknown) => `no picture: ${String(error)}`,
    )
    const text = await page
      .locator('body')
      .innerText({ timeout: LIMIT_MS })
      .catch((error: unknown) => String(error))
    console.log(`${page.url()} (${saved})\n${text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 2_000)}`)
  }
})
