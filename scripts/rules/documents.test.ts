/** Every path, file name and npm command in the documents exists. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'apps/*/README.md',
  'bench/README.md',
  'docs/*.md',
].flatMap((pattern) => globSync(pattern, { cwd: root }))

/** Folders that the documents leave out at the beginning of a path. */
const shortened = ['apps/server/src', 'apps/server', 'packages/fairness/src']
/** Files that the product makes or serves, and that the repository does not contain. */
const made = new Set(
  'proof.json receipt.json case.json log.json secrets.json manifest.json drill.json drill-record.json high-water.json checkpoints.jsonl entries/*.jsonl fairlot-verifier.mjs'.split(
    ' ',
  ),
)
const isFileName = /\.(ts|tsx|js|mjs|json|jsonl|md|sql|css|svg)$/

/** The suffix of a role: `.routes.ts`. */
const isSuffix = (text: string) => /^\.\w+\.ts$/.test(text)

/** The folders of the repository whose paths commands name. */
const sources = ['apps', 'packages', 'scripts', 'e2e', 'bench', 'docs']

/** Paths that begin with a folder of the repository, in the commands of inline code and of code blocks. */
function pathsInCommands(whole: string): string[] {
  const blocks = [...whole.matchAll(/^```[^\n]*\n([\s\S]*?)^```$/gm)].map(([, inner]) => inner ?? '')
  const inline = [...whole.matchAll(/`([^`\n]+ [^`\n]+)`/g)].map(([, inner]) => inner ?? '')
  const words = [...blocks, ...inline].flatMap((text) => text.split(/[\s'"(),;:]+/))
  return words
    .map((word) => word.replace(/^\.\//, ''))
    .filter((word) => /^[\w.*<>/-]+$/.test(word) && sources.includes(/^(\w+)\/./.exec(word)?.[1] ?? ''))
}

/** Paths in code and links: `apps/server/src`, `buy.ts`, `docs/*.md`, `<language>/<namespace>.json`. */
function pathsIn(document: string): string[] {
  const whole = readFileSync(path.join(root, document), 'utf8')
  const text = whole.replaceAll(/^```[\s\S]*?^```$/gm, '')
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, inner]) => inner ?? '')
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target]) => target ?? '')
  const folders = new Set([...globSync('*', { cwd: root }), 'modules', 'platform', 'src', 'build'])
  const named = code.filter((word) => {
    if (!/^[\w.*<>/-]+$/.test(word) || word.startsWith('/') || isSuffix(word) || made.has(word)) return false
    return isFileName.test(word) || (word.includes('/') && folders.has(word.split('/')[0] ?? ''))
  })
  return [...named, ...links.filter((target) => !target.includes(':')), ...pathsInCommands(whole)]
}

function isThere(document: string, named: string): boolean {
  const pattern = named.replaceAll(/<[^>]+>/g, '*')
  const places = ['', path.dirname(document), ...shortened]
  if (places.some((at) => globSync(path.join(at, pattern), { cwd: root }).length > 0)) return true
  // A file name alone may be in any folder.
  const anywhere = `{apps,packages,scripts,e2e,bench}/**/${pattern}`
  return !pattern.includes('/') && globSync(anywhere, { cwd: root, exclude: ['**/node_modules'] }).length > 0
}

test('reads documents that name many paths', () => {
  expect(documents.length).toBeGreaterThan(8)
  expect(documents.flatMap(pathsIn).length).toBeGreaterThan(100)
})

test.each(documents)('%s names only paths that exist', (document) => {
  expect(pathsIn(document).filter((named) => !isThere(document, named))).toEqual([])
})

test('reports a path that does not exist', () => {
  expect(isThere('README.md', 'apps/server/src/nothing.ts')).toBe(false)
  expect(isThere('README.md', 'nothing.ts')).toBe(false)
  expect(isThere('README.md', 'docs/<name>.nothing')).toBe(false)
})

test('the documents name only npm commands that exist', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = documents.flatMap((document) =>
    [...readFileSync(path.join(root, document), 'utf8').matchAll(/npm run (?:--silent )?([\w-]+)/g)].map(
      ([, script]) => script ?? '',
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((script) => !(script in scripts))).toEqual([])
})

test('the samples of one test name a title of their file', () => {
  const samples = documents.flatMap((document) => [
    ...readFileSync(path.join(root, document), 'utf8').matchAll(/(\S+\.test\.tsx?) -t '([^']+)'/g),
  ])
  expect(samples.length).toBeGreaterThan(0)
  const missing = samples.filter(
    ([, file = '', title = '']) => !readFileSync(path.join(root, file), 'utf8').includes(title),
  )
  expect(missing.map(([sample]) => sample)).toEqual([])
})
