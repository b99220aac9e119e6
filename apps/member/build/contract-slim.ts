import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import type { Plugin } from 'vite'

const SOURCES = path.resolve(import.meta.dirname, '../src')
/** Also the folders of the endpoints: `mall/goods`. */
const CONTRACT = /packages[\\/]contract[\\/]src[\\/](?:endpoints[\\/])?([\w\\/-]+)\.ts$/

const IMPORT = /import \{([^}]*)\} from '@fairlot\/contract\/endpoints\/([\w/-]+)'/g

/** The query of the module with schemas. */
const SCHEMAS = '?schemas'

type Node = { type: string; start: number; end: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isEndpoint = (node: Node): boolean =>
  node.type === 'CallExpression' && isNode(node['callee']) && node['callee']['name'] === 'endpoint'

/** The imports of endpoints in a source file, and for each whether the file reads its schema (`register.input`). */
function importsIn(
  text: string,
): { found: string; file: string; names: { name: string; reads: boolean }[] }[] {
  return [...text.matchAll(IMPORT)].map(([found, list = '', file = '']) => ({
    found,
    file,
    names: list
      .split(',')
      .map((part) => part.trim())
      .filter((name) => name !== '')
      .map((name) => {
        const [exported = '', local = exported] = name.split(/\s+as\s+/)
        return { name, reads: new RegExp(`\\b${local}\\.(?:in|out)put\\b`).test(text) }
      }),
  }))
}

/** `file:endpoint` of every endpoint whose schema a source file reads. */
function schemasInUse(): Set<string> {
  const used = new Set<string>()
  for (const entry of readdirSync(SOURCES, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
    const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8')
    for (const { file, names } of importsIn(text))
      for (const { name, reads } of names) if (reads) used.add(`${file}:${name.split(/\s+as\s+/)[0]}`)
  }
  return used
}

/** Imports the endpoints whose schemas a source file reads from the module with schemas. */
function withSchemas(text: string): string {
  let result = text
  for (const { found, file, names } of importsIn(text)) {
    if (!names.some(({ reads }) => reads)) continue
    const from = (wanted: boolean, query: string): string =>
      `import { ${names.flatMap(({ name, reads }) => (reads === wanted ? [name] : [])).join(', ')} } from '@fairlot/contract/endpoints/${file}${query}'`
    result = result.replace(found, `${from(true, SCHEMAS)}; ${from(false, '')}`)
  }
  return result
}

type Edit = { at: number; remove: number; insert: string }

/** What the server and the OpenAPI document read of an endpoint, and the app does not. */
const FOR_SERVERS: readonly unknown[] = ['summary', 'errors']
const FOR_FORMS: readonly unknown[] = ['input', 'output']

/** Removes properties from `endpoint({ … })`. */
function drop(names: readonly unknown[], definition: Node | undefined, code: string): Edit[] {
  const properties = (definition?.['properties'] ?? []) as Node[]
  return properties.flatMap(({ start, end, key }) => {
    if (!isNode(key) || !names.includes(key['name'])) return []
    // Removes the comma after the property too.
    const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
    return [{ at: start, remove: end - start + comma, insert: '' }]
  })
}

/** Marks a declared value as free of side effects, so that the bundler drops it where it is unused. */
const markPure = ({ start, end }: Node): Edit[] => [
  { at: start, remove: 0, insert: '/* @__PURE__ */ (() => (' },
  { at: end, remove: 0, insert: '))()' },
]

const PLAIN = new Set(['Literal', 'TemplateLiteral', 'ArrowFunctionExpression', 'Identifier'])

function editsOf(root: Node, code: string, isKept: (name: string) => boolean): Edit[] {
  const edits: Edit[] = []
  for (const statement of root['body'] as Node[]) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement
    if (!isNode(declaration) || declaration.type !== 'VariableDeclaration') continue
    for (const { id, init } of declaration['declarations'] as Node[]) {
      if (!isNode(id) || !isNode(init) || PLAIN.has(init.type)) continue
      edits.push(...markPure(init))
      if (!isEndpoint(init)) continue
      const dropped = isKept(String(id['name'])) ? FOR_SERVERS : [...FOR_SERVERS, ...FOR_FORMS]
      edits.push(...drop(dropped, (init['arguments'] as Node[])[0], code))
    }
  }
  return edits
}

/** Applies edits from the end of the file, so that earlier positions stay valid. */
function apply(code: string, edits: readonly Edit[]): string {
  let text = code
  for (const { at, remove, insert } of edits.toSorted((a, b) => b.at - a.at)) {
    text = text.slice(0, at) + insert + text.slice(at + remove)
  }
  return text
}

/**
 * Leaves summaries and error lists of endpoints out of the build, and their schemas where the app uses only their types. The client needs
 * only path and auth, and the schema library would be part of the first load. A source file that reads an endpoint's schema (`login.input`,
 * by its imported name) imports the endpoint from a second module of the same file, which keeps it: pages without forms do not load it.
 */
export function contractSlim(): Plugin {
  let kept = new Set<string>()
  return {
    name: 'fairlot-contract-slim',
    enforce: 'pre',
    buildStart: () => {
      kept = schemasInUse()
    },
    async resolveId(source, importer) {
      if (!source.endsWith(SCHEMAS)) return null
      const found = await this.resolve(source.slice(0, -SCHEMAS.length), importer)
      return found && { ...found, id: found.id + SCHEMAS }
    },
    load: (id) =>
      id.endsWith(SCHEMAS)
        ? { code: readFileSync(id.slice(0, -SCHEMAS.length), 'utf8'), moduleType: 'ts' }
        : null,
    transform(code, id) {
      const [file, query] = id.split('?')
      const name = CONTRACT.exec(file ?? '')?.[1]?.replaceAll('\\', '/')
      if (name === undefined)
        return file?.startsWith(SOURCES) === true ? { code: withSchemas(code), map: null } : null
      const root = parseAst(code, { lang: 'ts' }) as unknown as Node
      const hasSchemas = query !== undefined && `?${query}` === SCHEMAS
      return {
        code: apply(
          code,
          editsOf(root, code, (exported) => hasSchemas && kept.has(`${name}:${exported}`)),
        ),
        map: null,
        moduleSideEffects: false,
      }
    },
  }
}
