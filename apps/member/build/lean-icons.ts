import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OURS = fileURLToPath(import.meta.resolve('../src/ui/lucide-icon.ts'))

/** Replaces the frame component of lucide-react's icons with `src/ui/lucide-icon.ts`. */
export function leanIcons(): Plugin {
  return {
    name: 'fairlot-lean-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer) =>
      source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react') === true ? OURS : null,
  }
}
