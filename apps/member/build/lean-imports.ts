import type { Plugin } from 'vite'

const HELPER = '\0vite/preload-helper.js'

/**
 * Replaces Vite's helper for dynamic imports, which loads style sheets and preloads of each chunk: style sheets and
 * preloads are the inline script's (`src/start/start.ts`).
 */
export function leanImports(): Plugin {
  return {
    name: 'fairlot-lean-imports',
    enforce: 'pre',
    apply: 'build',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
  }
}
