import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = path.resolve(import.meta.dirname, '../src/i18n')
const MODULE = 'virtual:message-hashes'
const NAMES = 'virtual:message-names'
/** every language has the files of this one */
const REFERENCE = 'en-us'
const URL_PATTERN = /^\/assets\/messages\/([a-z]{2}-[a-z]{2})-(\w+)\.\w+\.json/

export const languages = (): string[] =>
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)

const filesOf = (language: string): { namespace: string; text: string }[] =>
  readdirSync(path.join(FOLDER, language))
    .toSorted()
    .map((file) => ({
      namespace: path.basename(file, '.json'),
      // Parsing removes whitespace, and a broken file fails the build.
      text: JSON.stringify(JSON.parse(readFileSync(path.join(FOLDER, language, file), 'utf8'))),
    }))

/** The hash in the names of a language's files. */
export function messageHash(language: string): string {
  const hash = createHash('sha256')
  for (const { namespace, text } of filesOf(language)) hash.update(namespace).update(text)
  return hash.digest('hex').slice(0, 10)
}

/** The messages of some namespaces as one file. */
export function messagesOf(language: string, namespaces: readonly string[]): string {
  const trees = filesOf(language).filter(({ namespace }) => namespaces.includes(namespace))
  return `{${trees.map(({ namespace, text }) => `"${namespace}":${text}`).join(',')}}`
}

/**
 * Serves the messages as plain files, named by language, namespace and the language's hash. As JavaScript chunks, each
 * would add a line to the chunk list of the first load.
 */
export function messageFiles(): Plugin {
  let building = false
  return {
    name: 'fairlot-messages',
    configResolved: ({ command }) => {
      building = command === 'build'
    },
    resolveId: (id) => (id === MODULE || id === NAMES ? `\0${id}` : null),
    load(id) {
      if (id === `\0${NAMES}`) {
        const names = filesOf(REFERENCE).map(({ namespace }) => namespace)
        return `export default ${JSON.stringify(names)}`
      }
      if (id !== `\0${MODULE}`) return null
      const hashes = languages().map(
        (language) => [language, building ? messageHash(language) : 'dev'] as const,
      )
      return `export default ${JSON.stringify(Object.fromEntries(hashes))}`
    },
    generateBundle() {
      for (const language of languages()) {
        const hash = messageHash(language)
        for (const { namespace, text } of filesOf(language)) {
          const fileName = `assets/messages/${language}-${namespace}.${hash}.json`
          this.emitFile({ type: 'asset', fileName, source: text })
        }
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, language, namespace] = URL_PATTERN.exec(request.url ?? '') ?? []
        const found = language && filesOf(language).find((file) => file.namespace === namespace)
        if (!found) {
          next()
          return
        }
        response.setHeader('content-type', 'application/json')
        response.end(found.text)
      })
    },
    handleHotUpdate: ({ file, server }) => {
      if (file.startsWith(FOLDER) && file.endsWith('.json')) server.hot.send({ type: 'full-reload' })
    },
  }
}
