/**
 * Checks the messages of the member app and of the contract in every language offered. Fails on a key that a
 * language lacks or has too many, on a key that no source names, on placeholders or markup that differ, on a
 * plural form that the language needs and does not have, and on an empty text. It also holds these messages and the
 * server's texts for members against the glossaries (rules/glossary.ts), and looks for numbers that a line break could part from their
 * units (rules/units.ts).
 */
import { existsSync } from 'node:fs'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { commandLine } from '../packages/fairness/cli/arguments.ts'
import { DEMO_ANNOUNCEMENT } from '../apps/server/src/demo/announcement.ts'
import { EVENT_TITLES } from '../apps/server/src/demo/texts/events.ts'
import { FINANCE_TEXTS } from '../apps/server/src/demo/texts/finance.ts'
import { RULES } from '../apps/server/src/modules/content/index.ts'
import { EXTERNAL_WORDS } from '../apps/server/src/modules/games/external/external-words.ts'
import { NOTICE_TEXTS } from '../apps/server/src/modules/identity/sms/sms-notices.ts'
import { SMS_TEXTS } from '../apps/server/src/modules/identity/sms/sms-texts.ts'
import { PAGE_MESSAGES } from '../apps/server/src/modules/wallet/sandbox/messages.ts'
import { STATEMENT_WORDS } from '../apps/server/src/modules/wallet/statement/statement-words.ts'
import { OFFERED_LANGUAGES } from '../packages/contract/src/languages.ts'
import { checkGlossary, checkWords, readGlossaries, type Text } from './rules/glossary.ts'
import { root } from './process.ts'
import { checkUnits } from './rules/units.ts'

const REFERENCE = 'en-us'
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
const PLURAL = new RegExp(`_(${FORMS.join('|')})$`)
/** Plural forms of one exact number. Their text may leave the number out ("a minute ago"). */
const EXACT = new Set(['zero', 'one', 'two'])

type Texts = Map<string, string>

function flatten(value: unknown, prefix: string, into: Texts): Texts {
  if (typeof value === 'string') into.set(prefix, value)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value))
      flatten(inner, prefix === '' ? key : `${prefix}.${key}`, into)
  } else throw new TypeError(`${prefix} is neither text nor group`)
  return into
}

const readTexts = async (file: string): Promise<Texts> =>
  flatten(JSON.parse(await readFile(file, 'utf8')), '', new Map())

const stem = (key: string): string => key.replace(PLURAL, '')
const formOf = (key: string): string | undefined => PLURAL.exec(key)?.[1]

/** The keys that are plurals: those whose reference text has an `_other` form. */
const pluralStems = (reference: Texts): Set<string> =>
  new Set([...reference.keys()].filter((key) => key.endsWith('_other')).map(stem))

/** The placeholders and tags of a text, which every translation must have. */
function marks(text: string): Set<string> {
  const names = [...text.matchAll(/\{\{\s*([\w.]+)[^}]*\}\}/g)].map((match) => `{{${match[1]}}}`)
  const single = [...text.replaceAll(/\{\{[^}]*\}\}/g, '').matchAll(/\{(\w+)\}/g)].map(
    (match) => `{${match[1]}}`,
  )
  const tags = [...text.matchAll(/<\/?[\w]+\/?>/g)].map((match) => match[0])
  return new Set([...names, ...single, ...tags])
}

function comparePlaceholders(key: string, reference: string, text: string): string[] {
  const wanted = marks(reference)
  const found = marks(text)
  if (EXACT.has(formOf(key) ?? '')) {
    wanted.delete('{{count}}')
    found.delete('{{count}}')
  }
  const lacks = [...wanted].filter((mark) => !found.has(mark)).map((mark) => `lacks ${mark}`)
  const extra = [...found]
    .filter((mark) => !wanted.has(mark))
    .map((mark) => `has ${mark}, which the English text has not`)
  return [...lacks, ...extra]
}

/** Latin words before a value turn round in a right-to-left text, such as `130 E mod`, unless both are in one isolate. */
const turnsRound = (text: string): boolean =>
  /[A-Za-z] \{/.test(text.replaceAll(/\u2066[^\u2069]*\u2069/g, ''))

/** The problems of one language's file, compared with the reference. */
function compare(name: string, language: string, reference: Texts, texts: Texts): string[] {
  const plurals = pluralStems(reference)
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const needed = new Set<string>()
  for (const key of reference.keys()) {
    if (plurals.has(stem(key))) for (const form of forms) needed.add(`${stem(key)}_${form}`)
    else needed.add(key)
  }
  const problems: string[] = []
  const say = (key: string, what: string) => problems.push(`${language} ${name}: ${key} ${what}`)
  for (const key of needed) if (!texts.has(key)) say(key, 'is missing')
  for (const [key, text] of texts) {
    const source = reference.get(key) ?? reference.get(`${stem(key)}_other`)
    if (!needed.has(key)) say(key, 'is not needed')
    else if (text.trim() === '') say(key, 'is empty')
    else if (language === 'ar-sa' && turnsRound(text))
      say(key, 'has Latin words before a value; isolate both')
    else if (source !== undefined) for (const what of comparePlaceholders(key, source, text)) say(key, what)
  }
  return problems
}

async function sources(directory: string): Promise<string[]> {
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name),
  )
  return Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8')))
}

/** Tells whether some source names a key: as a text, or by a template whose holes fit (`ago.${unit}`). */
function namedIn(texts: readonly string[]): (key: string) => boolean {
  const literals = new Set<string>()
  const templates: RegExp[] = []
  for (const text of texts) {
    for (const [, literal] of text.matchAll(/['"]([\w.:-]+)['"]/g)) literals.add(literal ?? '')
    for (const [, template] of text.matchAll(/`([^`]*\$\{[^`]*)`/g)) {
      const parts = (template ?? '').split(/\$\{[^}]*\}/)
      // A template without fixed parts would match every key.
      if (!parts.some((part) => /[a-z]\.|\.[a-z]|[a-z]:/i.test(part))) continue
      const pattern = parts
        .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
        .join(String.raw`[\w-]+`)
      templates.push(new RegExp(`^${pattern}$`))
    }
  }
  return (key) => literals.has(key) || templates.some((template) => template.test(key))
}

function unused(namespace: string, reference: Texts, texts: readonly string[]): string[] {
  const speaks = (text: string) => text.includes(`'${namespace}'`) || text.includes(`${namespace}:`)
  // The shared namespace is every file's default.
  const named = namedIn(namespace === 'ui' ? texts : texts.filter(speaks))
  const stems = new Set([...reference.keys()].map(stem))
  return [...stems]
    .filter((key) => !named(key) && !named(`${namespace}:${key}`))
    .map((key) => `${namespace}: ${key} is used nowhere`)
}

async function checkApp(): Promise<{ files: number; problems: string[] }> {
  const folder = path.join(root, 'apps/member/src/i18n')
  const texts = await sources(path.join(root, 'apps/member/src'))
  const names = await readdir(path.join(folder, REFERENCE))
  const problems: string[] = []
  for (const file of names) {
    const reference = await readTexts(path.join(folder, REFERENCE, file))
    for (const language of OFFERED_LANGUAGES) {
      const own = path.join(folder, language, file)
      if (!existsSync(own)) problems.push(`${language} ${file}: the file is missing`)
      else problems.push(...compare(file, language, reference, await readTexts(own)))
    }
    problems.push(...unused(file.replace(/\.json$/, ''), reference, texts))
  }
  for (const language of OFFERED_LANGUAGES) {
    const extra = (await readdir(path.join(folder, language))).filter((file) => !names.includes(file))
    problems.push(...extra.map((file) => `${language} ${file}: has no English file`))
  }
  return { files: names.length, problems }
}

async function checkContract(): Promise<string[]> {
  const folder = path.join(root, 'packages/contract/src/messages')
  const reference = await readTexts(path.join(folder, `${REFERENCE}.json`))
  const problems: string[] = []
  for (const language of OFFERED_LANGUAGES) {
    problems.push(
      ...compare('contract', language, reference, await readTexts(path.join(folder, `${language}.json`))),
    )
  }
  return problems
}

const asTexts = (file: string, namespace: string, texts: Texts): Text[] =>
  [...texts].map(([key, text]) => ({ file, key, at: `${namespace}:${key}`, text }))

/** Names and funding statements of the demo's finance products, and the title of its events, in a language. */
function demoTexts(language: (typeof OFFERED_LANGUAGES)[number]): Texts {
  const texts: Texts = new Map([['event', EVENT_TITLES[language]]])
  for (const [code, all] of Object.entries(FINANCE_TEXTS))
    for (const { name, funding } of all.filter((text) => text.language === language))
      texts.set(`${code}.name`, name).set(`${code}.funding`, funding)
  return texts
}

/** All texts that members read in a language: of the app, of the contract, and of the server. */
async function textsOf(language: (typeof OFFERED_LANGUAGES)[number]): Promise<Text[]> {
  const folder = path.join(root, 'apps/member/src/i18n', language)
  const files = await Promise.all(
    (await readdir(folder)).map(async (file) =>
      asTexts(file, file.replace(/\.json$/, ''), await readTexts(path.join(folder, file))),
    ),
  )
  const read = async (file: string) => readTexts(path.join(root, file, `${language}.json`))
  const rules = Object.entries(RULES).flatMap(([name, rule]) =>
    asTexts(`rules/${name}.ts`, 'rules', flatten(rule.texts[language], name, new Map())),
  )
  return [
    ...files.flat(),
    ...rules,
    ...asTexts('contract messages', 'contract', await read('packages/contract/src/messages')),
    ...asTexts('demo texts', 'demo', await read('apps/server/src/demo/texts')),
    ...asTexts('demo/texts', 'demo', demoTexts(language)),
    ...asTexts(
      'demo/announcement.ts',
      'demo',
      flatten(DEMO_ANNOUNCEMENT[language], 'announcement', new Map()),
    ),
    ...asTexts('sms-texts.ts', 'sms', flatten(SMS_TEXTS[language], '', new Map())),
    ...asTexts('sms-notices.ts', 'sms', flatten(NOTICE_TEXTS[language], '', new Map())),
    ...asTexts('statement-words.ts', 'statement', flatten(STATEMENT_WORDS[language], '', new Map())),
    ...asTexts('external-words.ts', 'external', flatten(EXTERNAL_WORDS[language], '', new Map())),
    ...asTexts('sandbox/messages.ts', 'sandbox', flatten(PAGE_MESSAGES[language], '', new Map())),
  ]
}

async function checkGlossaries(): Promise<string[]> {
  const glossaries = await readGlossaries(root)
  const english = glossaries.get(REFERENCE) ?? {}
  const problems: string[] = []
  for (const language of OFFERED_LANGUAGES) {
    const glossary = glossaries.get(language) ?? {}
    problems.push(...checkGlossary(language, glossary, english))
    const texts = await textsOf(language)
    problems.push(...checkWords(language, glossary, texts))
    // The phone that shows a text message breaks lines as it likes, and U+00A0 is not in the short alphabet of SMS.
    problems.push(
      ...checkUnits(
        language,
        texts.filter(({ file }) => !file.startsWith('sms-')),
      ),
    )
  }
  return problems
}

commandLine({
  usage: `Usage: node scripts/run.js scripts/messages.ts

Checks the messages of all languages.`,
})
const app = await checkApp()
const problems = [...app.problems, ...(await checkContract()), ...(await checkGlossaries())]
if (app.files === 0) problems.push('no messages were found')
console.log(
  problems.length === 0
    ? `${app.files} namespaces in ${OFFERED_LANGUAGES.length} languages`
    : problems.join('\n'),
)
process.exitCode = problems.length === 0 ? 0 : 1
