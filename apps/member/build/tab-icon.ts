import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'

const ICON = /href="\/(icons\/icon\.svg)"/

/**
 * Writes the icon of the browser's tab into index.html.
 *
 * As a file it takes a connection while the browser waits for the app's code, and Chromium asks for it again when the address changes.
 */
export function tabIcon(): Plugin {
  let directory = ''
  return {
    name: 'fairlot-tab-icon',
    apply: 'build',
    configResolved: ({ publicDir }) => {
      directory = publicDir
    },
    transformIndexHtml: async (html) => {
      const file = ICON.exec(html)?.[1]
      if (file === undefined) throw new Error('index.html names no icon')
      const svg = await readFile(path.join(directory, file), 'utf8')
      // double quotes end the attribute; the others have a meaning in addresses
      const address = svg
        .trim()
        .replaceAll('"', "'")
        .replaceAll(/[%#<>]/g, encodeURIComponent)
      return html.replace(ICON, `href="data:image/svg+xml,${address}"`)
    },
  }
}
