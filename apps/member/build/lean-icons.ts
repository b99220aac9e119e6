import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OURS = fileURLToPath(import.meta.resolve('../src/ui/lucide-icon.ts'))
const PACKAGE = 'lucide-react'
const ICON = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/][\w-]+\.mjs$/
const SOURCE = /[\\/]src[\\/].*\.tsx?$/
const IMPORT = /^import \{([^}]*)\} from 'lucide-react'$/gm

/** The file of each exported name. */
function filesByName(): Map<string, string> {
  const list = readFileSync(
    fileURLToPath(import.meta.resolve(`${PACKAGE}/dist/esm/lucide-react.mjs`)),
    'utf8',
  )
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of list.matchAll(
    /export \{([^}]*)\} from '\.\/(icons\/[\w-]+\.mjs)'/g,
  ))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  return files
}

/**
 * Replaces the frame component of lucide-react's icons with `src/ui/lucide-icon.ts`, and drops what that one does not read. Imports each
 * icon from its own file: the bundler then knows which page needs it (`page-chunks.ts`).
 */
export function leanIcons(): Plugin {
  const files = filesByName()
  const oneByOne = (_: string, names: string): string =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => {
        const [exported = '', local = exported] = name.split(/\s+as\s+/)
        const file = files.get(exported)
        if (file === undefined) throw new Error(`${PACKAGE} has no icon ${exported}`)
        return `import ${local} from '${PACKAGE}/dist/esm/${file}'`
      })
      .join(';')
  return {
    name: 'fairlot-lean-icons',
    enforce: 'pre',
    apply: 'build',
    resolveId: (source, importer) =>
      source.endsWith('/createLucideIcon.mjs') && importer?.includes(PACKAGE) === true ? OURS : null,
    transform(code, id) {
      if (ICON.test(id)) {
        const lean = code.replaceAll(/,? key: "\w+"/g, '').replaceAll(/^ {2}(?:name|size): .*\n/gm, '')
        return { code: lean, map: null }
      }
      if (!SOURCE.test(id) || !code.includes(`'${PACKAGE}'`)) return null
      return { code: code.replaceAll(IMPORT, oneByOne), map: null }
    },
  }
}
