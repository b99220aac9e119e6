/**
 * Messages: one JSON file per language and namespace in the i18next format (nested keys, `_one`/`_other` plural forms,
 * `{{value}}`), fetched when first needed. The i18next library would be a ninth of the first load; the app needs only
 * the few functions below.
 */
import { use, useCallback, useSyncExternalStore } from 'react'
import MESSAGE_HASHES from 'virtual:message-hashes'
import { earlyMessages } from '../start/early-messages.ts'
import { applyLanguage, currentLanguage, usePreferences } from '../stores/preferences.ts'
import { formatNumber, formatPercent } from './format.ts'
import { direction } from './languages.ts'
import type { OfferedLanguage } from './languages.ts'
import type { MessageKey, Messages, Namespace } from './namespaces.ts'

export type Values = Record<string, string | number | bigint>

/** A key of the first namespace, or a key with its namespace in front (`ui:error.network`). */
export type Translate<N extends Namespace> = (key: MessageKey<N>, values?: Values) => string

type Tree = { readonly [key: string]: string | Tree }

/** Loaded messages by `language/namespace`. */
const arrived = new Map<string, Tree>()
const underWay = new Map<string, Promise<void>>()
const used = new Set<Namespace>(['ui'])
const listeners = new Set<() => void>()
let language: OfferedLanguage = currentLanguage()

/** `build/messages.ts` makes the addresses: one file per language and namespace, named by the language's hash. */
async function fetchFile(tongue: OfferedLanguage, namespace: Namespace): Promise<Tree> {
  const response = await fetch(`/assets/messages/${tongue}-${namespace}.${MESSAGE_HASHES[tongue]}.json`)
  if (!response.ok) throw new Error(`no messages ${tongue}/${namespace}`)
  return (await response.json()) as Tree
}

/** The namespaces that came with the first page's file: the device has no file of their own. */
const withoutFile = new Set<Namespace>()

async function fetchMessages(tongue: OfferedLanguage, namespace: Namespace): Promise<void> {
  const early = (await earlyMessages(tongue, namespace)) as Tree | undefined
  if (early) withoutFile.add(namespace)
  arrived.set(`${tongue}/${namespace}`, early ?? (await fetchFile(tongue, namespace)))
}

/** Callers that ask at the same time share one fetch. After a failure, the next caller fetches again. */
function arrival(tongue: OfferedLanguage, namespace: Namespace): Promise<void> {
  const name = `${tongue}/${namespace}`
  if (arrived.has(name)) return Promise.resolve()
  let fetching = underWay.get(name)
  if (!fetching) {
    fetching = fetchMessages(tongue, namespace).finally(() => underWay.delete(name))
    underWay.set(name, fetching)
  }
  return fetching
}

function load(tongue: OfferedLanguage, namespace: Namespace): Promise<void> {
  used.add(namespace)
  return arrival(tongue, namespace)
}

/** Fetches the files of namespaces in the current language before a screen needs them. A change of the language does not wait for them. */
export async function keepMessages(namespaces: readonly Namespace[]): Promise<void> {
  const tongue = currentLanguage()
  const missing = [...withoutFile]
  withoutFile.clear()
  await Promise.allSettled([
    ...namespaces.map((namespace) => arrival(tongue, namespace)),
    ...missing.map((namespace) => fetchFile(tongue, namespace)),
  ])
}

/** Fetches namespaces in the current language. Rejects when one cannot be fetched. */
export async function loadMessages(namespaces: readonly Namespace[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => load(language, namespace)))
}

/** Loads the shared namespace in the current language. */
export function startMessages(): Promise<void> {
  language = currentLanguage()
  return loadMessages(['ui'])
}

/** Changes the language without a reload: first the messages, then the writing direction and the stored choice. */
export async function changeLanguage(next: OfferedLanguage): Promise<void> {
  await Promise.all([...used].map((namespace) => load(next, namespace)))
  language = next
  usePreferences.setState({ language: next })
  applyLanguage(next)
  for (const listener of listeners) listener()
}

export const activeLanguage = (): OfferedLanguage => language

const RTL_LETTER = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/** Isolates an inserted name or number, so that it keeps its own direction inside the sentence. */
export function isolate(value: string, tongue: OfferedLanguage): string {
  if (direction(tongue) !== 'rtl' && !RTL_LETTER.test(value)) return value
  return `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}`
}

/** Inserted numbers get Latin digits and the language's marks. `{{rate, percent}}` adds the sign. */
function inserted(
  value: string | number | bigint,
  format: string | undefined,
  tongue: OfferedLanguage,
): string {
  // A whole rate of the terms stays whole.
  if (format === 'percent')
    return Number.isInteger(Number(value)) ? `${value}%` : formatPercent(Number(value), tongue)
  return typeof value === 'string' ? value : formatNumber(value, tongue)
}

const HOLE = /\{\{\s*(\w+)\s*(?:,\s*(\w+)\s*)?\}\}/g
/** The plural rules of CLDR for whole numbers. Intl.PluralRules takes 8 ms of a computer to begin with; the tests compare both. */
export function pluralOf(tongue: OfferedLanguage, of: number): Intl.LDMLPluralRule {
  const count = Math.abs(of)
  if (tongue === 'ar-sa') {
    const last = count % 100
    if (count < 3) return (['zero', 'one', 'two'] as const)[count] ?? 'other'
    return last > 10 ? 'many' : last > 2 ? 'few' : 'other'
  }
  const isOne = tongue === 'en-us' ? count === 1 : /^(?:bn|hi|pt)/.test(tongue) && count < 2
  return isOne ? 'one' : tongue === 'pt-br' && count > 0 && count % 1_000_000 === 0 ? 'many' : 'other'
}

function find(tree: Tree | undefined, key: string): string | undefined {
  let here: string | Tree | undefined = tree
  for (const part of key.split('.')) here = typeof here === 'object' ? here[part] : undefined
  return typeof here === 'string' ? here : undefined
}

/**
 * The message of a key in a language whose namespace has loaded. `count` selects the plural form. A missing key returns
 * the key itself; `scripts/messages.ts` checks that no key is missing.
 */
export function message(
  tongue: OfferedLanguage,
  namespace: Namespace,
  key: string,
  values: Values = {},
): string {
  const [prefix, rest] = key.includes(':') ? (key.split(':', 2) as [Namespace, string]) : [namespace, key]
  const tree = arrived.get(`${tongue}/${prefix}`)
  const { count } = values
  const form = typeof count === 'number' ? find(tree, `${rest}_${pluralOf(tongue, count)}`) : undefined
  const text = form ?? find(tree, rest) ?? rest
  return text.replaceAll(HOLE, (hole, name: string, format?: string) => {
    const value = values[name]
    return value === undefined ? hole : isolate(inserted(value, format, tongue), tongue)
  })
}

/** A message outside a component, in the current language. */
export function translate<N extends Namespace>(namespace: N, key: MessageKey<N>, values?: Values): string {
  return message(language, namespace, key, values)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const awaited = new Map<string, Promise<unknown>>()

/**
 * The promise that a render waits for whose screen did not load the namespaces beforehand: one for all such renders. Once a
 * render has waited for it, it is kept: React repeats the render, and a repeated render must wait for the same
 * promise in the same place.
 */
function arrivalOf(tongue: OfferedLanguage, namespaces: readonly Namespace[]): Promise<unknown> | undefined {
  const name = `${tongue}/${namespaces.join('+')}`
  const before = awaited.get(name)
  if (before || namespaces.every((namespace) => arrived.has(`${tongue}/${namespace}`))) return before
  const promise = Promise.all(namespaces.map((namespace) => load(tongue, namespace)))
  awaited.set(name, promise)
  // the next render asks again
  promise.catch(() => awaited.delete(name))
  return promise
}

/**
 * The translate function of one or more namespaces. Keys belong to the first; keys of the others have the namespace in
 * front.
 */
export function useTranslation<N extends Namespace = 'ui'>(
  namespaces: N | readonly [N, ...Namespace[]] = 'ui' as N,
): { t: Translate<N> } {
  const tongue = useSyncExternalStore(subscribe, activeLanguage)
  const names: readonly Namespace[] = typeof namespaces === 'string' ? [namespaces] : namespaces
  const promise = arrivalOf(tongue, names)
  if (promise) use(promise)
  const [first = 'ui'] = names
  const t = useCallback<Translate<N>>((key, values) => message(tongue, first, key, values), [tongue, first])
  return { t }
}

/** For tests: provides messages as if they had been fetched. @internal */
export function provideMessages<N extends Namespace>(
  tongue: OfferedLanguage,
  namespace: N,
  tree: Messages[N],
): void {
  arrived.set(`${tongue}/${namespace}`, tree)
}
