/** The server's messages in every language. A missing message is a compile error. */
import type { Code } from './flags.ts'
import { RIGHT_TO_LEFT } from './languages.ts'
import type { Language } from './languages.ts'
import { localNumber } from './money/number-marks.ts'
import arabic from './messages/ar-sa.json' with { type: 'json' }
import bengali from './messages/bn-bd.json' with { type: 'json' }
import english from './messages/en-us.json' with { type: 'json' }
import hindi from './messages/hi-in.json' with { type: 'json' }
import indonesian from './messages/id-id.json' with { type: 'json' }
import portuguese from './messages/pt-br.json' with { type: 'json' }
import vietnamese from './messages/vi-vn.json' with { type: 'json' }
import chinese from './messages/zh-cn.json' with { type: 'json' }

export type FieldMessage = keyof (typeof english)['fields']
type Catalogue = { codes: Record<Code, string>; fields: Record<FieldMessage, string> }

const CATALOGUES: Record<Language, Catalogue> = {
  'en-us': english,
  'bn-bd': bengali,
  'ar-sa': arabic,
  'zh-cn': chinese,
  'hi-in': hindi,
  'pt-br': portuguese,
  'id-id': indonesian,
  'vi-vn': vietnamese,
}

/** A text, a number, which is written in the language's marks, or what makes the text in the language of the message. */
export type MessageValue = string | number | ((language: Language) => string)
export type MessageValues = Record<string, MessageValue>

function textOf(value: MessageValue, language: Language): string {
  if (typeof value === 'function') return value(language)
  return typeof value === 'number' ? localNumber(String(value), language) : value
}

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/**
 * The message of a named error. Replaces `{name}` by the value of that name. In right-to-left languages each value is
 * wrapped in Unicode isolates; otherwise `₫2.00.` would be shown as `.2.00₫`.
 */
export function codeMessage(language: Language, code: Code, values: MessageValues = {}): string {
  return filled(CATALOGUES[language].codes[code], language, values)
}

function filled(message: string, language: Language, values: MessageValues): string {
  const isRtl = RIGHT_TO_LEFT.includes(language)
  return message.replaceAll(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    if (value === undefined) return hole
    const text = textOf(value, language)
    return isRtl ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text
  })
}

/** The message of a field rule, with its values as in `codeMessage`. A rule without a message has the message of `INVALID`. */
export function fieldMessage(language: Language, rule: string, values: MessageValues = {}): string {
  const fields = CATALOGUES[language].fields
  return filled(isFieldMessage(rule) ? fields[rule] : fields.INVALID, language, values)
}

/** Whether a text is the name of a field rule that has a message. */
export function isFieldMessage(rule: string): rule is FieldMessage {
  return Object.hasOwn(english.fields, rule)
}
