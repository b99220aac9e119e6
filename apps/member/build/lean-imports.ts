import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * Replaces Vite's helper for dynamic imports, which loads style sheets and preloads of each chunk: the app has one style sheet, and
 * the inline script of index.html preloads.
 */
export function leanImports(): Plugin {
  return {
    name: 'fairlot-lean-imports',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
    generateBundle(_, bundle) {
      const sheets = Object.keys(bundle).filter((file) => file.endsWith('.css'))
      if (sheets.length > 1)
        this.error(`a page has a style sheet of its own, which nothing loads: ${sheets.join(', ')}`)
    },
  }
}
