/** Languages of the product in the order of the language menus. */
export const LANGUAGES = ['en-us', 'bn-bd', 'ar-sa', 'zh-cn', 'hi-in', 'pt-br', 'id-id', 'vi-vn'] as const
export type Language = (typeof LANGUAGES)[number]

/** The languages that are completely translated. Apps offer only these. */
export const OFFERED_LANGUAGES = [
  'en-us',
  'bn-bd',
  'ar-sa',
  'zh-cn',
  'hi-in',
  'pt-br',
  'id-id',
  'vi-vn',
] as const satisfies readonly Language[]
export type OfferedLanguage = (typeof OFFERED_LANGUAGES)[number]

/** Each language's name in its own script, as menus show it. */
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

export const RIGHT_TO_LEFT: readonly Language[] = ['ar-sa']

/** The offered language that best matches a `language` field: the language itself, or one whose first two letters fit. */
export function matchingLanguage(wanted: string): OfferedLanguage | undefined {
  const lower = wanted.toLowerCase()
  const exact = OFFERED_LANGUAGES.find((language) => language === lower)
  return exact ?? OFFERED_LANGUAGES.find((language) => language.slice(0, 2) === lower.slice(0, 2))
}

/** The offered language that best matches a `language` field; `fallback` when none matches. */
export function offeredLanguage(wanted: string, fallback: OfferedLanguage): OfferedLanguage {
  return matchingLanguage(wanted) ?? fallback
}
