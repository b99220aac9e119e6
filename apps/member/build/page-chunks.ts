import path from 'node:path'
import type { Rolldown } from 'vite'

const SOURCES = path.resolve(import.meta.dirname, '../src')
const START = path.join(SOURCES, 'main.tsx')

/** The pages that visits begin with: those of the tabs, and those that links of other sites and messages lead to. */
export const FIRST_PAGES: readonly string[] = ['home', 'mall', 'goods', 'calculation', 'account']
/** The code of home is in the core. */
const PAGES = FIRST_PAGES.filter((name) => name !== 'home').map((name) =>
  path.join(SOURCES, 'screens', name, `${name}.tsx`),
)

/**
 * What the product is made of, and the few parts of libraries that its pages use from the start. The others import a library: the
 * schemas of forms, and the hashes of proofs.
 */
const OURS = new RegExp(
  [
    String.raw`member[\\/]src[\\/].*\.tsx?$`,
    String.raw`contract[\\/]src[\\/](?!schemas\.).*\.ts$`,
    String.raw`fairness[\\/]src[\\/](?!hash\.).*\.ts$`,
    String.raw`lucide-react[\\/]dist[\\/]esm[\\/]icons`,
    String.raw`query-core[\\/].*(?:infiniteQueryObserver|mutationObserver)`,
    String.raw`react-query[\\/].*(?:useInfiniteQuery|useMutation)`,
  ].join('|'),
)

type Context = Rolldown.ChunkingContext
type Reach = ReadonlyMap<string, ReadonlySet<string>>

/** The modules that a module needs before it runs. */
function withImports(start: string, context: Context): Set<string> {
  const found = new Set([start])
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

/** By module: the entries that need it. An entry is the start of the app, or what a page loads later. */
function reachOf(context: Context): Reach {
  const reach = new Map<string, Set<string>>()
  const entries = new Set([START])
  for (const entry of entries) {
    for (const id of withImports(entry, context)) {
      const by = reach.get(id) ?? new Set()
      reach.set(id, by.add(entry))
      for (const later of context.getModuleInfo(id)?.dynamicallyImportedIds ?? []) entries.add(later)
    }
  }
  return reach
}

/**
 * The name of a module's chunk. Each of PAGES arrives in few files, and without code that it does not show at first: on a slow network a
 * request costs more than a kilobyte. What two of them need is in `pages`; what one of them shares with other code is in a file
 * of its own.
 */
export function pageChunks(): (id: string, context: Context) => string | null {
  let reach: Reach | undefined
  return (id, context) => {
    reach ??= reachOf(context)
    const by = reach.get(id)
    if (!by || by.size < 2 || !OURS.test(id)) return null
    const pages = PAGES.filter((page) => by.has(page))
    const [page] = pages
    if (page === undefined || PAGES.includes(id)) return null
    return pages.length > 1 ? 'pages' : `with-${path.basename(page, '.tsx')}`
  }
}
