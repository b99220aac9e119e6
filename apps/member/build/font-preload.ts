import type { Plugin } from 'vite'

/**
 * Adds a preload link for the Latin file of the bundled font, under its hashed name.
 *
 * Without the link, the browser finds the font only after the style sheet, and text changes its font on screen.
 */
export function fontPreload(): Plugin {
  return {
    name: 'fairlot-font-preload',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const file = Object.keys(bundle ?? {}).find((name) => /\/latin-[\w-]+\.woff2$/.test(name))
        if (file === undefined) return []
        const attrs = {
          rel: 'preload',
          href: `/${file}`,
          as: 'font',
          type: 'font/woff2',
          crossorigin: '',
          fetchpriority: 'low',
        }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
