import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import type { IndexHtmlTransformContext, Plugin } from 'vite'
import { sheetsIn, withImports } from './first-sheet.ts'
import { FONTS } from './fonts.ts'
import { languages, messageHash, messagesOf } from './messages.ts'
import { FIRST_PAGES } from './page-chunks.ts'
import { rescueScript } from './rescue.ts'

const SOURCES = path.resolve(import.meta.dirname, '../src')
const source = (file: string): string => readFileSync(path.join(SOURCES, file), 'utf8')

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>
type Chunk = Extract<Bundle[string], { type: 'chunk' }>

/** The namespaces of a list of messages in a source: an array, or the name of a constant; both can spread other constants. */
function namespacesIn(text: string, list: string): string[] {
  if (!list.startsWith('[')) {
    const [, value] = new RegExp(String.raw`const ${list} = (\[[^\]]*\]) as const`).exec(text) ?? []
    if (value === undefined) throw new Error(`build/page-start.ts does not find ${list} in src/routes`)
    return namespacesIn(text, value)
  }
  return [...list.matchAll(/\.\.\.(\w+)|'(\w+)'/g)].flatMap(([, spread, name = '']) =>
    spread === undefined ? [name] : namespacesIn(text, spread),
  )
}

type Screen = { path: string; file: string; namespaces: string[] }

/** The screens in the text of the routes: path, file, namespaces of messages. @throws Error when the file has another form */
export function screensIn(text: string): Screen[] {
  const call = String.raw`screen\(\(\) => import\('\.\./(screens/[^']+)'\), \{\s*messages: (\[[^\]]*\]|\w+)`
  const named = [...text.matchAll(new RegExp(String.raw`const (\w+) = ${call}`, 'g'))].flatMap(
    ([, name, file = '', list = '']) =>
      [...text.matchAll(new RegExp(String.raw`path: '([^']+)',\s*\.\.\.${name}\b`, 'g'))].map(
        ([, at = '']) => ({ path: at, file, list }),
      ),
  )
  const inline = [...text.matchAll(new RegExp(String.raw`path: '([^']+)',\s*\.\.\.${call}`, 'g'))].map(
    ([, at = '', file = '', list = '']) => ({ path: at, file, list }),
  )
  const found = [...named, ...inline]
  const files = new Set([...text.matchAll(/import\('\.\.\/(screens\/[^']+)'\)/g)].map(([, file]) => file))
  if (files.size === 0 || files.size !== new Set(found.map(({ file }) => file)).size)
    throw new Error('build/page-start.ts does not understand src/routes')
  return found.map((screen) => ({
    path: screen.path,
    file: screen.file,
    namespaces: [...new Set(namespacesIn(text, screen.list))],
  }))
}

/** The text of all routes: the areas, and what they share. */
export function routesText(): string {
  const files = readdirSync(path.join(SOURCES, 'routes')).toSorted()
  return files.map((file) => source(`routes/${file}`)).join('\n')
}

const screens = (): Screen[] => screensIn(routesText())

/** The pages whose messages come in one file, by its name. */
function bundled(): Map<string, readonly string[]> {
  return new Map(
    screens().flatMap(({ file, namespaces }) => {
      const name = path.basename(file, '.tsx')
      return FIRST_PAGES.includes(name) ? [[name, ['ui', ...namespaces]] as const] : []
    }),
  )
}

/** The files of products' drawings, by name. @throws Error without one */
function drawingsIn(bundle: Bundle): Record<string, string> {
  const files = Object.values(bundle).flatMap((file) => {
    const [from = ''] = file.type === 'asset' ? file.originalFileNames : []
    const name = /portraits\/objects\/([\w-]+)\.svg$/.exec(from)?.[1]
    return name === undefined ? [] : [[name, file.fileName] as const]
  })
  if (files.length === 0) throw new Error('no drawing of a product is among the built files')
  return Object.fromEntries(files)
}

/** The files of each page that index.html does not name itself. */
function pagesOf(bundle: Bundle) {
  const chunks = Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk')
  const entry = chunks.find((chunk) => chunk.isEntry)
  const named = entry ? withImports(entry, bundle) : new Set<string>()
  const files: string[] = []
  const bundles = bundled()
  const pages: Record<string, [number[], string[], string?]> = {}
  for (const { path: at, file, namespaces } of screens()) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file) === true)
    const needed = chunk ? [...withImports(chunk, bundle)].filter((name) => !named.has(name)) : []
    for (const name of needed) if (!files.includes(name)) files.push(name)
    const page = path.basename(file, '.tsx')
    pages[at] = [needed.map((name) => files.indexOf(name)), ['ui', ...namespaces]]
    if (bundles.has(page)) pages[at].push(page)
  }
  const hashes = Object.fromEntries(languages().map((language) => [language, messageHash(language)]))
  const { first, full } = sheetsIn(bundle)
  return {
    files,
    pages,
    hashes,
    drawings: drawingsIn(bundle),
    sheets: { first: `/${first}`, full: `/${full}` },
  }
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

/** The file of a font in the bundle. @throws Error when it is missing */
function fontIn(bundle: Bundle, name: string): string {
  const file = Object.keys(bundle).find((at) => at.includes(`/${name}-`) && at.endsWith('.woff2'))
  if (file === undefined) throw new Error(`the font ${name} is not among the built files`)
  return file
}

/** The font of this name is part of index.html: one character, which most amounts show. */
const INLINE_FONT = 'dong'

/** The rules of the fonts, with the names that the files have in the bundle. @throws Error when one is missing. */
function fonts(bundle: Bundle): string {
  return source('styles/fonts.css')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/url\('@fonts\/(\w+)\.woff2'\)/g, (_, name: string) =>
      name === INLINE_FONT
        ? `url(data:font/woff2;base64,${readFileSync(path.join(FONTS, `${name}.woff2`), 'base64')})`
        : `url(/${fontIn(bundle, name)})`,
    )
    .replaceAll(/\s*([{}:;,])\s*/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
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
 * Makes index.html show the brand and a skeleton from its first bytes: adds the inline script, and the inline style sheet with
 * the fonts. The script asks for the page's style sheet, so that the skeleton does not wait for it. The server allows the inline parts by
 * their hashes. A second script tells when the app does not start (`rescue.ts`).
 */
export function pageStart(): Plugin {
  return {
    name: 'fairlot-page-start',
    generateBundle(_, bundle) {
      delete bundle[fontIn(bundle, INLINE_FONT)]
      for (const language of languages()) {
        for (const [name, namespaces] of bundled()) {
          this.emitFile({
            type: 'asset',
            fileName: `assets/messages/${language}-page-${name}.${messageHash(language)}.json`,
            source: messagesOf(language, namespaces),
          })
        }
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        const label = (language: string) =>
          (JSON.parse(source(`i18n/${language}/ui.json`)) as { loading: string }).loading
        const code = await script({
          ...(bundle
            ? pagesOf(bundle)
            : { files: [], pages: {}, hashes: {}, drawings: {}, sheets: undefined }),
          labels: Object.fromEntries(languages().map((language) => [language, label(language)])),
          light: tokensOf(LIGHT).get('--bg'),
          dark: tokensOf(DARK).get('--bg'),
        })
        return {
          html: bundle ? html.replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '') : html,
          tags: [
            { tag: 'script', children: rescueScript(), injectTo: 'head' },
            { tag: 'script', children: code, injectTo: 'head' },
            { tag: 'style', children: styles() + (bundle ? fonts(bundle) : ''), injectTo: 'head' },
          ],
        }
      },
    },
  }
}
