/**
 * Figures in a text that may be wrong: those that a translation has and English has not, or the other way round, and those that no setting
 * has now and the text of the release does not have either. They only warn: a text may speak of other figures.
 */
import type { RuleKey } from '@fairlot/contract/endpoints/content'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { latinDigits } from '@fairlot/contract/typed-text'
import type { Settings } from '../../platform/settings/settings.ts'
import { RULES } from './built-in.ts'
import type { Texts } from './versions.queries.ts'

/** A figure that a list or a heading counts with, as in `1. Shares` or `## 1. Shares`. */
const COUNTED = /^\s*(#+\s*)?\d{1,2}[.)]\s/gm
const LINKS = /\]\([^)]*\)/g
const MARKS = /\{[a-zA-Z]+\}/g

/** `1,250.50` and `1.250,50` are one figure: only its digits are compared, without zeros at the end of a part of two digits. */
function figuresOf(markdown: string): Set<string> {
  const text = latinDigits(markdown).replaceAll(LINKS, ']').replaceAll(MARKS, '').replaceAll(COUNTED, '')
  const found = text.match(/\d+([.,\u066b\u066c\u202f\u00a0]\d+)*/g) ?? []
  return new Set(found.map((figure) => figure.replace(/[.,\u066b]00?$/, '').replaceAll(/\D/g, '')))
}

const missingIn = (figures: Set<string>, other: Set<string>) => [...figures].filter((one) => !other.has(one))

/** Every number that a setting has, as it is and as a percentage of hundredths. */
function settingFigures(settings: Pick<Settings, 'definitions' | 'stored'>): Set<string> {
  const values = settings.definitions.flatMap(({ name }) => settings.stored(name).value.split(','))
  const numbers = values.filter((value) => /^\d+(\.\d+)?$/.test(value)).map(Number)
  return new Set(numbers.flatMap((n) => [...figuresOf(String(n)), ...figuresOf(String(n / 100))]))
}

/** @returns sentences in English */
export function figureWarnings(
  key: RuleKey,
  texts: Texts,
  settings: Pick<Settings, 'definitions' | 'stored'>,
): string[] {
  const english = figuresOf(texts['en-us'] ?? '')
  const release = figuresOf(RULES[key].texts['en-us'].sections.map(({ text }) => text).join('\n'))
  const known = settingFigures(settings)
  const unknown = missingIn(english, release).filter((figure) => !known.has(figure))
  const ofSettings =
    unknown.length === 0 ? [] : [`en-us: no setting has these figures now: ${unknown.join(', ')}`]
  const translations = Object.entries(texts).filter(([language]) => language !== 'en-us')
  const compared = (translations as [OfferedLanguage, string][]).flatMap(([language, text]) => {
    const own = figuresOf(text)
    const [lacks, adds] = [missingIn(english, own), missingIn(own, english)]
    return [
      ...(lacks.length > 0 ? [`${language} lacks figures of en-us: ${lacks.join(', ')}`] : []),
      ...(adds.length > 0 ? [`${language} has figures that en-us has not: ${adds.join(', ')}`] : []),
    ]
  })
  return [...ofSettings, ...compared]
}
