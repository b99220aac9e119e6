import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { lean, partFor } from './sheet-split.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

/** Home with what it shows at its first paint at any width. */
const FIRST = [
  'screens/home/home.tsx',
  'screens/home/desk/desk.tsx',
  'screens/home/won-hero.tsx',
  'screens/home/welcome.tsx',
  'screens/home/just-drawn.tsx',
  'shell/desk/desk.tsx',
  'parts/wallet/head-parts.tsx',
  'parts/notices/notice-bell.tsx',
]

/** Code that has no classes of the sheet. */
const OF_LIBRARIES = /[\\/]node_modules[\\/]/

/** A chunk and what it imports. Chunks can import each other. */
export function withImports(chunk: Chunk, bundle: Bundle, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') withImports(imported, bundle, seen)
  }
  return seen
}

/**
 * The code of home: the modules that its parts and the start of the app need before they run. A chunk also has code that only other
 * pages reach. @throws Error when a file of FIRST is not in the bundle.
 */
function firstCode(bundle: Bundle, importsOf: (id: string) => readonly string[]): string {
  const code = new Map<string, string>()
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue
    for (const [id, module] of Object.entries(file.modules)) code.set(id, module.code ?? '')
  }
  const reached = new Set(
    ['main.tsx', ...FIRST].map((file) => {
      const id = [...code.keys()].find((at) => at.replaceAll('\\', '/').endsWith(`member/src/${file}`))
      if (id === undefined) throw new Error(`${file} is not among the built modules`)
      return id
    }),
  )
  for (const id of reached) for (const next of importsOf(id)) reached.add(next)
  return [...reached]
    .filter((id) => !OF_LIBRARIES.test(id))
    .map((id) => (code.get(id) ?? '').replaceAll(/\/\*[\s\S]*?\*\//g, ''))
    .join('\n')
}

/** The names of the two sheets in a bundle. @throws Error without them. */
export function sheetsIn(bundle: Bundle): { first: string; full: string } {
  const named = (name: string): string => {
    const file = Object.keys(bundle).find(
      (at) => path.posix.basename(at).startsWith(`${name}-`) && at.endsWith('.css'),
    )
    if (file === undefined) throw new Error(`the build made no style sheet ${name}`)
    return file
  }
  return { first: named('first'), full: named('full') }
}

/**
 * Replaces the style sheet by two: `first`, the part that home needs, and `full`. Home starts with the first one and asks for the full one
 * after it (`src/start/sheets.ts`); every other page starts with the full one. The fonts are in index.html (`page-start.ts`).
 */
export function firstSheet(): Plugin {
  return {
    name: 'fairlot-first-sheet',
    enforce: 'pre',
    apply: 'build',
    generateBundle(_, bundle) {
      const sheets = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'))
      const [sheet] = sheets
      if (sheet?.type !== 'asset' || sheets.length > 1) {
        this.error(
          `a page has a style sheet of its own, which nothing loads: ${sheets.map(({ fileName }) => fileName).join(', ')}`,
        )
      }
      const full = lean(String(sheet.source))
      const first = partFor(
        full,
        firstCode(bundle, (id) => this.getModuleInfo(id)?.importedIds ?? []),
      )
      this.emitFile({ type: 'asset', name: 'first.css', source: first })
      this.emitFile({ type: 'asset', name: 'full.css', source: full })
      delete bundle[sheet.fileName]
    },
  }
}
