import { expect, test } from 'vitest'
import { RULE_KEYS } from '@fairlot/contract/endpoints/content'
import { LANGUAGES, type Language } from '@fairlot/contract/languages'
import { contentRoutes, RULES } from './index.ts'

const SCRIPT: Record<Language, RegExp> = {
  'en-us': /[A-Za-z]/,
  'bn-bd': /[\u0980-\u09ff]/,
  'ar-sa': /[\u0600-\u06ff]/,
  'zh-cn': /[\u4e00-\u9fff]/,
  'hi-in': /[\u0900-\u097f]/,
  'pt-br': /[A-Za-z]/,
  'id-id': /[A-Za-z]/,
  'vi-vn': /[\u00c0-\u01b0\u1ea0-\u1ef9]/,
}

test.each(RULE_KEYS)('%s says the same things in every language', (key) => {
  const { version, texts } = RULES[key]
  expect(version).toMatch(/^\d+$/)
  const sections = texts['en-us'].sections.length
  for (const language of LANGUAGES) {
    const text = texts[language]
    expect(text.sections).toHaveLength(sections)
    for (const [index, section] of text.sections.entries()) {
      expect(section.title).toMatch(new RegExp(`^${index + 1}\\. `))
      for (const words of [section.title, section.text, text.title, text.intro])
        expect(words).toMatch(SCRIPT[language])
      if (language !== 'en-us') expect(section.text).not.toBe(texts['en-us'].sections[index]?.text)
    }
  }
})

test('terms and privacy, to which members agree together, have the same version', () => {
  expect(RULES.privacy.version).toBe(RULES.terms.version)
})

test('answers in the language of the call, else in the default one', async () => {
  const { rule } = contentRoutes({ defaultLanguage: 'bn-bd' })
  const ask = (language: string) => rule({ input: { key: 'draw' }, language } as Parameters<typeof rule>[0])
  expect(await ask('ar-sa')).toMatchObject({ key: 'draw', version: '1', language: 'ar-sa' })
  expect(await ask('fr-fr')).toMatchObject({ language: 'bn-bd', title: RULES.draw.texts['bn-bd'].title })
})
