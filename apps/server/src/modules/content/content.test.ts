import { expect, test } from 'vitest'
import { RULE_KEYS } from '@fairlot/contract/endpoints/content'
import { LANGUAGES } from '@fairlot/contract/languages'
import { SCRIPT } from '../../testing/language-scripts.ts'
import { contentRoutes, RULES, TERMS_VERSION } from './index.ts'

const MARKS = { '{levels}': 'VIP 1: 500', '{direct}': '1.25%', '{indirect}': '0.5%', '{days}': '9' }

test.each(RULE_KEYS)('%s has the same sections in every language, each in its own script', (key) => {
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

test('the terms and the privacy statement have one version, to which members agree', () => {
  expect([RULES.terms.version, RULES.privacy.version]).toEqual([TERMS_VERSION, TERMS_VERSION])
})

test('answers in the language of the call, else in the default language', async () => {
  const { rule } = contentRoutes({ defaultLanguage: 'bn-bd', marks: () => MARKS })
  const ask = (language: string) => rule({ input: { key: 'draw' }, language } as Parameters<typeof rule>[0])
  expect(await ask('ar-sa')).toMatchObject({ key: 'draw', version: '5', language: 'ar-sa' })
  expect(await ask('fr-fr')).toMatchObject({ language: 'bn-bd', title: RULES.draw.texts['bn-bd'].title })
})

test('texts show the settings in place of their marks', async () => {
  const { rule } = contentRoutes({ defaultLanguage: 'en-us', marks: () => MARKS })
  for (const key of RULE_KEYS)
    for (const language of LANGUAGES) {
      const { sections } = await rule({ input: { key }, language } as Parameters<typeof rule>[0])
      const text = sections.map((section) => section.text).join('\n')
      expect(text).not.toMatch(/[{}]/)
      if (key === 'invitation') for (const shown of ['1.25%', '0.5%', '9']) expect(text).toContain(shown)
    }
})
