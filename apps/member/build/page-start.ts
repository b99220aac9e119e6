import { readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import type { IndexHtmlTransformContext, Plugin } from 'vite'
import { languages, messageHash } from './messages.ts'

const SOURCES = path.resolve(import.meta.dirname, '../src')
const source = (file: string): string => readFileSync(path.join(SOURCES, file), 'utf8')

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Chunk = Extract<Bundle[string], { type: 'chunk' }>

/** The screens of routes.tsx: path, file, namespaces of messages. @throws Error when the file has another form. */
function screens(): { path: string; file: string; namespaces: string[] }[] {
  const text = source('routes.tsx')
  const call = String.raw`screen\(\(\) => import\('\./(screens/[^']+)'\), \{\s*messages: \[([^\]]*)\]`
  const found = [...text.matchAll(new RegExp(String.raw`path: '([^']+)',\s*\.\.\.${call}`, 'g'))].map(
    ([, at = '', file = '', names = '']) => ({ path: at, file, names }),
  )
  const [, file, names] = new RegExp(`homeScreen = ${call}`).exec(text) ?? []
  if (file === undefined || names === undefined || found.length === 0)
    throw new Error('build/page-start.ts does not understand src/routes.tsx')
  const homes = [...text.matchAll(/path: '([^']+)', \.\.\.homeScreen/g)].map(([, at = '']) => ({
    path: at,
    file,
    names,
  }))
  return [...homes, ...found].map((screen) => ({
    ...screen,
    namespaces: [...screen.names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
  }))
}

/** A chunk and what it imports. Chunks can import each other. */
function withImports(chunk: Chunk, bundle: Bundle, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') withImports(imported, bundle, seen)
  }
  return seen
}

/** The files of each page that index.html does not name itself. */
function pagesOf(bundle: Bundle) {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry)
  const named = entry ? withImports(entry, bundle) : new Set<string>()
  const files: string[] = []
  const pages: Record<string, [number[], string[]]> = {}
  for (const { path: at, file, namespaces } of screens()) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file) === true)
    const needed = chunk ? [...withImports(chunk, bundle)].filter((name) => !named.has(name)) : []
    for (const name of needed) if (!files.includes(name)) files.push(name)
    pages[at] = [needed.map((name) => files.indexOf(name)), namespaces]
  }
  const hashes = Object.fromEntries(languages().map((language) => [language, messageHash(language)]))
  return { files, pages, hashes }
}

/** The values of tokens in one block of tokens.css. */
function tokensOf(selector: string): Map<string, string> {
  const text = source('styles/tokens.css')
  const block = text.slice(text.indexOf(`${selector} {`)).split('}', 1)[0] ?? ''
  return new Map(
    [...block.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}
const LIGHT = ':root'
const DARK = "[data-theme='dark']"

/** The style sheet of the skeleton with the tokens that it uses. */
function styles(): string {
  const text = source('start/start.css')
  const used = new Set([...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name))
  const blocks = [LIGHT, DARK].map((selector) => {
    const values = [...tokensOf(selector)].filter(([name]) => used.has(name))
    return `${selector}{${values.map(([name, value]) => `${name}:${value}`).join(';')}}`
  })
  const rules = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s*([{}:;,>+])\s*(?![^(]*\))/g, '$1')
  return (blocks.join('') + rules).replaceAll(/\s+/g, ' ').trim()
}

async function script(start: Record<string, unknown>): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { START: JSON.stringify(start) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: path.join(SOURCES, 'start/start.ts'), output: { format: 'iife' } },
    },
  })
  const [output] = Array.isArray(outputs) ? outputs : [outputs]
  if (!output || !('output' in output)) throw new Error('the start script was not built')
  const code = output.output[0].code.trim()
  // The text must not end its element.
  return code.replaceAll('</', String.raw`<\/`)
}

/**
 * Makes index.html show the brand and a skeleton from its first bytes: adds the inline script and the inline style sheet, and moves
 * the app's style sheet behind the skeleton. The server allows the inline parts by their hashes.
 */
export function pageStart(): Plugin {
  return {
    name: 'fairlot-page-start',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const sheets = html.match(/\s*<link rel="stylesheet"[^>]*>/g) ?? []
        const label = (language: string) =>
          (JSON.parse(source(`i18n/${language}/ui.json`)) as { loading: string }).loading
        const code = await script({
          ...(bundle ? pagesOf(bundle) : { files: [], pages: {}, hashes: {} }),
          labels: Object.fromEntries(languages().map((language) => [language, label(language)])),
          light: tokensOf(LIGHT).get('--bg'),
          dark: tokensOf(DARK).get('--bg'),
        })
        return {
          html: sheets
            .reduce((text, sheet) => text.replace(sheet, ''), html)
            .replace('</body>', () => `${sheets.join('').trim()}\n  </body>`),
          tags: [
            { tag: 'script', children: code, injectTo: 'head' },
            { tag: 'style', children: styles(), injectTo: 'head' },
          ],
        }
      },
    },
  }
}
