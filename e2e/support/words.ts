/** What the app says in a language: its own message files, so that a journey follows a text that is changed. */
import { readFileSync } from 'node:fs'
import type { OfferedLanguage } from '@fairlot/contract/languages'

type Messages = { [key: string]: string | Messages }

/** Punctuation of a regular expression. */
const SPECIAL = /[.*+?^${}()|[\]\\]/g
const PLACE = /\\\{\\\{.+?\\\}\\\}/g

/**
 * @returns the text of a message, by `namespace:path.of.keys`, as a pattern that matches the whole text, with anything in place of its
 *   values. Throws when the language has no such message.
 */
export function wordsOf(language: OfferedLanguage): (name: string) => RegExp {
  const read = new Map<string, Messages>()
  const messagesOf = (namespace: string): Messages => {
    const known = read.get(namespace)
    if (known) return known
    const at = new URL(`../../apps/member/src/i18n/${language}/${namespace}.json`, import.meta.url)
    const messages = JSON.parse(readFileSync(at, 'utf8')) as Messages
    read.set(namespace, messages)
    return messages
  }
  return (name) => {
    const [namespace = '', keys = ''] = name.split(':')
    let found: string | Messages | undefined = messagesOf(namespace)
    for (const key of keys.split('.')) found = typeof found === 'object' ? found[key] : undefined
    if (typeof found !== 'string') throw new Error(`${language} has no message ${name}`)
    return new RegExp(`^${found.replaceAll(SPECIAL, String.raw`\$&`).replaceAll(PLACE, '.+')}$`)
  }
}
