import { OFFERED_LANGUAGES, RIGHT_TO_LEFT } from '@fairlot/contract/languages'
import type { Language, OfferedLanguage } from '@fairlot/contract/languages'

export type { OfferedLanguage }
export { OFFERED_LANGUAGES }

/** The session default of the specification, where the browser asks for a language that is not offered. */
export const DEFAULT_LANGUAGE: OfferedLanguage = 'en-us'

/** Each language in its own script, as menus show it. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  'en-us': 'English',
  'bn-bd': 'বাংলা',
  'ar-sa': 'العربية',
  'zh-cn': '简体中文',
  'hi-in': 'हिन्दी',
  'pt-br': 'Português',
  'id-id': 'Bahasa Indonesia',
  'vi-vn': 'Tiếng Việt',
}

/** The first of the browser's languages that is offered, else the default. */
export function deviceLanguage(wanted: readonly string[]): OfferedLanguage {
  for (const tag of wanted) {
    const primary = tag.slice(0, 2).toLowerCase()
    const match = OFFERED_LANGUAGES.find((language) => language.slice(0, 2) === primary)
    if (match) return match
  }
  return DEFAULT_LANGUAGE
}

export const direction = (language: OfferedLanguage): 'rtl' | 'ltr' =>
  RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'
