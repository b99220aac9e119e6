import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import type { Plugin } from 'vite'

const SOURCES = path.resolve(import.meta.dirname, '../src')
const CONTRACT = /packages[\\/]contract[\\/]src[\\/](?:endpoints[\\/])?(\w+)\.ts$/

const IMPORT = /import \{([^}]*)\} from '@fairlot\/contract\/endpoints\/(\w+)'/g

type Node = { type: string; start: number; end: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isEndpoint = (node: Node): boolean =>
  node.type === 'CallExpression' && isNode(node['callee']) && node['callee']['name'] === 'endpoint'

/** `file:endpoint` of every endpoint whose schema a source file reads (`register.input`). */
function schemasInUse(): Set<string> {
  const used = new Set<string>()
  for (const entry of readdirSync(SOURCES, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
    const text = readFileSync(path.join(entry.parentPath, entry.name), 'utf8')
    for (const [, names = '', file] of text.matchAll(IMPORT)) {
      for (const name of names.split(',')) {
        const [exported = '', local = exported] = name.trim().split(/\s+as\s+/)
        if (new RegExp(`\\b${local}\\.(?:in|out)put\\b`).test(text)) used.add(`${file}:${exported}`)
      }
    }
  }
  return used
}

type Edit = { at: number; remove: number; insert: string }

/** Removes `input` and `output` from `endpoint({ … })`. */
function dropSchemas(definition: Node | undefined, code: string): Edit[] {
  const properties = (definition?.['properties'] ?? []) as Node[]
  return properties.flatMap(({ start, end, key }) => {
    if (!isNode(key) || (key['name'] !== 'input' && key['name'] !== 'output')) return []
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
      if (!isEndpoint(init) || isKept(String(id['name']))) continue
      edits.push(...dropSchemas((init['arguments'] as Node[])[0], code))
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
 * Leaves endpoint schemas out of the build where the app uses only their types. The client needs only path and auth,
 * and the schema library would be part of the first load. An endpoint whose schema a source file reads (`login.input`,
 * by its imported name) keeps it.
 */
export function contractSlim(): Plugin {
  let kept = new Set<string>()
  return {
    name: 'fairlot-contract-slim',
    enforce: 'pre',
    buildStart: () => {
      kept = schemasInUse()
    },
    transform(code, id) {
      const [, file] = CONTRACT.exec(id.split('?')[0] ?? '') ?? []
      if (file === undefined) return null
      const root = parseAst(code, { lang: 'ts' }) as unknown as Node
      return {
        code: apply(
          code,
          editsOf(root, code, (name) => kept.has(`${file}:${name}`)),
        ),
        map: null,
        moduleSideEffects: false,
      }
    },
  }
}
