/**
 * Which area may import which (docs/ARCHITECTURE.md). This list is the one place of the rules. The check resolves the
 * paths of all imports and lists the breaches. Which module owns which table is in owners.ts.
 */
import { existsSync, statSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'

const base = ['packages/contract', 'packages/fairness', 'apps/server/src/platform']
const moduleOf = (name: string) => `apps/server/src/modules/${name}`
const modules = (...names: string[]) => names.map(moduleOf)
/** The modules that every seller builds on. */
const shared = modules(
  'identity',
  'uploads',
  'identity-check',
  'ledger',
  'fair',
  'content',
  'guard',
  'wallet',
)
const below = [...base, ...shared]
const allBelowHome = [...below, ...modules('mall', 'games', 'finance', 'growth')]

/** Area → the areas that it may import, besides itself. A file belongs to the longest area that its path begins with. */
const allowed: Record<string, string[]> = {
  // Holds the published test vectors.
  'packages/fairness': [],
  'packages/fairness/src': ['packages/fairness'],
  'packages/fairness/cli': ['packages/fairness/src'],
  // the verifier loads the kit by its file name, because the served file does not contain it
  'packages/fairness/kit': ['packages/fairness/src', 'packages/fairness/cli'],
  'packages/contract': ['packages/fairness'],
  'apps/server/src/platform': ['packages/contract', 'packages/fairness'],
  [moduleOf('identity')]: base,
  [moduleOf('uploads')]: [...base, ...modules('identity')],
  [moduleOf('identity-check')]: [...base, ...modules('identity', 'uploads')],
  [moduleOf('ledger')]: [...base, ...modules('identity')],
  [moduleOf('fair')]: [...base, ...modules('identity')],
  [moduleOf('content')]: [...base, ...modules('identity')],
  [moduleOf('guard')]: [...base, ...modules('identity', 'ledger')],
  [moduleOf('wallet')]: [...base, ...modules('identity', 'uploads', 'identity-check', 'ledger', 'guard')],
  [moduleOf('mall')]: below,
  [moduleOf('games')]: below,
  [moduleOf('finance')]: below,
  [moduleOf('growth')]: [...below, ...modules('mall', 'games', 'finance')],
  [moduleOf('home')]: allBelowHome,
  [moduleOf('operator')]: [...allBelowHome, ...modules('home')],
  // The composition (main, start, app, context, routes), the programs and the demo world.
  'apps/server/src': [...allBelowHome, ...modules('home', 'operator')],
  'apps/member': ['packages/contract', 'packages/fairness'],
  'apps/console': ['packages/contract', 'packages/fairness'],
  'apps/cli': ['packages/contract', 'packages/fairness'],
  e2e: ['packages/contract', 'packages/fairness', 'apps/server/src', 'scripts'],
  bench: ['packages/contract', 'packages/fairness', 'apps/server/src'],
  scripts: ['packages/contract', 'packages/fairness', 'apps/server/src', 'apps/member', 'e2e'],
}
const areas = Object.keys(allowed).toSorted((a, b) => b.length - a.length)
const testing = 'apps/server/src/testing/'

/** The third-party packages that the pure package may use. */
const pureMayUse = /^@noble\/(curves|hashes)(\/|$)/
/** A draw that reads a clock or randomness could not be repeated. */
const impure =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bgetRandomValues\b|\bperformance\.now\b|\bfetch\(/

/** A module that the list lacks has no area: as a part of the composition it could import every module. */
function areaOf(file: string): string | undefined {
  const area = areas.find((one) => file.startsWith(`${one}/`))
  return area === 'apps/server/src' && file.startsWith(moduleOf('')) ? undefined : area
}

const isTest = (file: string) => /\.(test|fixture)\.[jt]sx?$/.test(file) || file.startsWith(testing)

/** The import specifiers of a source text, without those in comments. */
export function importsOf(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const pattern = /(?:^|[\s;}])(?:import|export)\s*(?:[\w*{}\s,$]+?\sfrom\s*|\(\s*)?['"]([^'"\n]+)['"]/g
  return [...code.matchAll(pattern)].map((match) => match[1] ?? '')
}

/** The file that a specifier names, relative to `root`; undefined for third-party packages and Node's modules. */
function resolve(root: string, from: string, specifier: string): string | undefined {
  const plain = specifier.replace(/\?\w+$/, '')
  const own = /^@fairlot\/(\w+)\/(.+)$/.exec(plain)
  const packages: Record<string, string> = {
    fairness: 'packages',
    contract: 'packages',
    server: 'apps',
    member: 'apps',
  }
  let target: string
  if (own) target = path.join(packages[own[1] ?? ''] ?? 'packages', own[1] ?? '', 'src', own[2] ?? '')
  else if (plain.startsWith('.')) target = path.join(path.dirname(from), plain)
  else return undefined
  for (const ending of ['', '.ts', '.tsx', '/index.ts']) {
    const at = path.join(root, target + ending)
    if (existsSync(at) && statSync(at).isFile()) return target + ending
  }
  return target
}

function breachesOfImport(from: string, specifier: string, target: string | undefined): string[] {
  const area = areaOf(from)
  if (area === undefined) return [`${from}: is in no known area`]
  if (
    area === 'packages/fairness/src' &&
    target === undefined &&
    !isTest(from) &&
    !pureMayUse.test(specifier)
  ) {
    return [`${from}: imports ${specifier}; the pure package uses only @noble/curves and @noble/hashes`]
  }
  if (target === undefined) return []
  // a workspace may read its own package.json, for example its version
  if (from.startsWith(target.replace(/package\.json$/, ''))) return []
  if (target.startsWith(testing)) {
    return isTest(from) || /^(e2e|bench)\//.test(from)
      ? []
      : [`${from}: imports ${target}, which is for tests`]
  }
  const to = areaOf(target)
  if (to === undefined) return [`${from}: imports ${target}, which is in no known area`]
  const found: string[] = []
  // A test may import from every area.
  const may =
    to === area || isTest(from) || (allowed[area] ?? []).some((known) => `${to}/`.startsWith(`${known}/`))
  if (!may) found.push(`${from}: imports ${target}, but ${area} may not use ${to}`)
  const module = /^apps\/server\/src\/modules\/([\w-]+)\//.exec(target)?.[1]
  const inModule = /^apps\/server\/src\/modules\/([\w-]+)\//.exec(from)?.[1]
  if (module !== undefined && inModule !== undefined && module !== inModule && !isTest(from)) {
    if (target !== `${moduleOf(module)}/index.ts`)
      found.push(`${from}: imports ${target} past its front door index.ts`)
  }
  return found
}

async function sourcesOf(root: string, directory: string): Promise<string[]> {
  if (!existsSync(path.join(root, directory))) return []
  const entries = await readdir(path.join(root, directory), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.[jt]sx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/(^|\/)(node_modules|dist|dev-dist|\.cache)\//.test(file))
}

/**
 * Checks all sources below `root`.
 *
 * @returns the number of files and imports that the check read (a caller fails when it is zero), and one sentence per breach
 */
export async function checkLayers(
  root: string,
): Promise<{ files: number; imports: number; breaches: string[] }> {
  const lists = await Promise.all(
    ['packages', 'apps', 'e2e', 'bench', 'scripts'].map((at) => sourcesOf(root, at)),
  )
  const files = lists.flat()
  const breaches: string[] = []
  let imports = 0
  for (const file of files) {
    const source = await readFile(path.join(root, file), 'utf8')
    if (areaOf(file) === 'packages/fairness/src' && !isTest(file) && impure.test(source)) {
      breaches.push(`${file}: uses a clock, randomness or the network; the pure package takes them as inputs`)
    }
    for (const specifier of importsOf(source)) {
      imports++
      breaches.push(...breachesOfImport(file, specifier, resolve(root, file, specifier)))
    }
  }
  return { files: files.length, imports, breaches }
}
