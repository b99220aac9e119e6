import path from 'node:path'
import type { Plugin } from 'vite'

const OURS = path.resolve(import.meta.dirname, '../src/ui/lucide-icon.ts')

/** Gives the icons of lucide-react our own frame in place of the library's. */
export function leanIcons(): Plugin {
  return {
    name: 'fairlot-lean-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer) =>
      source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react') === true ? OURS : null,
  }
}
