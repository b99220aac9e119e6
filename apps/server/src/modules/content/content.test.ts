import { expect, test } from 'vitest'
import { RULE_KEYS } from '@fairlot/contract/endpoints/content'
import { LANGUAGES, type OfferedLanguage } from '@fairlot/contract/languages'
import { SCRIPT } from '../../testing/language-scripts.ts'
import type { Values } from '../../platform/settings/settings.ts'
import { builtInTexts, RULES, TERMS_VERSION } from './built-in.ts'
import { companyMarks, unstatedFacts } from './company.ts'
import { contentRoutes, type ContentRoutesOptions } from './content.routes.ts'
import { plainText, readRule } from './rule-text.ts'

/** The settings with these values; the others have their initial ones. */
const stating = (stated: Readonly<Record<string, string>>): Values => ({
  get: ({ name, kind, initial }) => kind.read(stated[name] ?? initial),
})
const marksIn = (language: OfferedLanguage, stated: Readonly<Record<string, string>> = {}) => ({
  '{levels}': 'VIP 1: 500',
  '{direct}': '1.25%',
  '{indirect}': '0.5%',
  '{days}': '9',
  ...companyMarks(stating(stated), language),
})
/** Before anything is recorded: the texts of the release. */
const content = {
  versions: () => [],
  inForce: () => null,
  isComing: () => false,
  texts: () => expect.unreachable(),
  agree: () => expect.unreachable(),
}
const released = (options: Pick<ContentRoutesOptions, 'defaultLanguage' | 'marks'>) =>
  contentRoutes({ db: { query: () => expect.unreachable() }, content, utcOffsetMinutes: 0, ...options })

/** The text of a section as a member reads it. */
const filled = (text: string, language: OfferedLanguage) =>
  Object.entries(marksIn(language)).reduce((done, [mark, value]) => done.replaceAll(mark, value), text)

test.each(RULE_KEYS)('%s has the same sections in every language, each in its own script', (key) => {
  const { version, texts } = RULES[key]
  expect(version).toMatch(/^\d+$/)
  const sections = texts['en-us'].sections.length
  for (const language of LANGUAGES) {
    const text = texts[language]
    expect(text.sections).toHaveLength(sections)
    for (const [index, section] of text.sections.entries()) {
      expect(section.title).toMatch(new RegExp(`^${index + 1}\\. `))
      const shown = filled(section.text, language)
      for (const words of [section.title, shown, text.title, text.intro])
        expect(words).toMatch(SCRIPT[language])
      const english = filled(texts['en-us'].sections[index]!.text, 'en-us')
      if (language !== 'en-us') expect(shown).not.toBe(english)
    }
  }
})

test('the terms and the privacy statement have one version, to which members agree', () => {
  expect([RULES.terms.version, RULES.privacy.version]).toEqual([TERMS_VERSION, TERMS_VERSION])
})

test('answers in the language of the call, else in the default language', async () => {
  const { rule } = released({ defaultLanguage: 'bn-bd', marks: marksIn })
  const ask = (language: string) => rule({ input: { key: 'draw' }, language } as Parameters<typeof rule>[0])
  expect(await ask('ar-sa')).toMatchObject({ key: 'draw', version: '5', language: 'ar-sa' })
  expect(await ask('fr-fr')).toMatchObject({ language: 'bn-bd', title: RULES.draw.texts['bn-bd'].title })
})

test('texts show the settings in place of their marks', async () => {
  const { rule } = released({ defaultLanguage: 'en-us', marks: marksIn })
  for (const key of RULE_KEYS)
    for (const language of LANGUAGES) {
      const { sections } = await rule({ input: { key }, language } as Parameters<typeof rule>[0])
      const text = sections.map((section) => section.text).join('\n')
      expect(text).not.toMatch(/[{}]/)
      if (key === 'invitation') for (const shown of ['1.25%', '0.5%', '9']) expect(text).toContain(shown)
    }
})

test('the terms and the privacy statement name the company, and say what the house has not stated', async () => {
  const shown = async (stated: Readonly<Record<string, string>>, key: 'terms' | 'privacy') => {
    const { rule } = released({
      defaultLanguage: 'en-us',
      marks: (language) => marksIn(language, stated),
    })
    const { sections } = await rule({ input: { key }, language: 'en-us' } as Parameters<typeof rule>[0])
    return sections.at(-1)!.text.split('\n')
  }
  const missing = ['Operator: not stated yet', 'Address: not stated yet']
  expect(await shown({}, 'terms')).toEqual([...missing, 'Law and place of jurisdiction: not stated yet'])
  expect(await shown({}, 'privacy')).toEqual([missing[0], 'Contact for data protection: not stated yet'])
  const stated = {
    'company.name': 'Example $& Mall Ltd',
    'company.address': '1 Example Street',
    'company.law': 'Malta',
    'company.email': 'help@example.com',
  }
  expect(unstatedFacts(stating({ ...stated, 'company.law': '' }))).toEqual(['company.law'])
  expect(unstatedFacts(stating(stated))).toEqual([])
  expect(await shown(stated, 'terms')).toEqual([
    'Operator: Example $& Mall Ltd',
    'Address: 1 Example Street',
    'Law and place of jurisdiction: Malta',
    'E-mail: help@example.com',
  ])
  expect(await shown(stated, 'privacy')).toEqual([
    'Operator: Example $& Mall Ltd',
    'E-mail: help@example.com',
  ])
})

test.each(RULE_KEYS)('%s is the same text in Markdown, in which the database keeps it', (key) => {
  for (const language of LANGUAGES) {
    const { title, intro, sections } = readRule(builtInTexts(key)[language]!)
    const read = sections.map((section) => ({ title: section.title, text: plainText(section.blocks) }))
    const asOneLine = RULES[key].texts[language].sections.map((section) => ({
      ...section,
      text: section.text.replaceAll(/(?<!\n)\n(?!\n)/g, ' ').normalize('NFC'),
    }))
    expect({ title, intro, sections: read }).toEqual({ ...RULES[key].texts[language], sections: asOneLine })
  }
})

test.each([
  ['', 'another beginning than a title'],
  ['## No title\n\nText.', 'another beginning than a title'],
  ['# Title\n\n## Section', 'a title without a paragraph'],
  ['# Title\n\nIntro.\n\nMore.', 'more than one paragraph before'],
  ['# Title\n\nIntro.', 'no section'],
  ['# Title\n\nIntro.\n\n## One\n\n# Two', 'a second title'],
  ['# Title\n\nIntro.\n\n## One\n\n<b>x</b>', 'HTML'],
  ['# Title\n\nIntro.\n\n## One\n\n![x](https://a.example)', 'a picture'],
  ['# Title\n\nIntro.\n\n## One\n\n[x](http://a.example)', 'a link that is not https'],
  ['# Title\n\nIntro.\n\n## One\n\n[x](javascript:alert(1))', 'a link that is not https'],
  ['# Title\n\nIntro.\n\n## One\n\n[x](https://bank.example@evil.example)', 'a link that is not https'],
  [
    '# Title\n\nIntro.\n\n## One\n\n[https://bank.example](https://evil.example)',
    'a link whose text names another page',
  ],
  [
    '# Title\n\nIntro.\n\n## One\n\n[see **bank.example**](https://evil.example/bank)',
    'a link whose text names another page',
  ],
])('refuses the text %j', (markdown, what) => {
  expect(() => readRule(markdown)).toThrow(
    expect.objectContaining({
      code: 'TEXT_NOT_ALLOWED',
      details: expect.objectContaining({
        values: { what: expect.stringContaining(what), line: expect.any(Number) },
      }),
    }),
  )
})

test('the text of a link may be its address', () => {
  const { sections } = readRule('# Title\n\nIntro.\n\n## One\n\n[Law.example/a](https://law.example/a)')
  expect(sections[0]!.blocks).toEqual([
    { kind: 'paragraph', text: [{ text: 'Law.example/a', link: 'https://law.example/a' }] },
  ])
})

test('a text has headings, lists and links', () => {
  const { sections } = readRule(
    '# Title\n\nIntro.\n\n## One\n\nSee [the law](https://law.example/a?b=1).\n\n### Part\n\n- a\n- b',
  )
  expect(sections).toEqual([
    {
      title: 'One',
      blocks: [
        {
          kind: 'paragraph',
          text: [{ text: 'See ' }, { text: 'the law', link: 'https://law.example/a?b=1' }, { text: '.' }],
        },
        { kind: 'heading', text: [{ text: 'Part' }] },
        { kind: 'list', ordered: false, items: [[{ text: 'a' }], [{ text: 'b' }]] },
      ],
    },
  ])
  expect(plainText(sections[0]!.blocks)).toBe('See the law (https://law.example/a?b=1).\n\nPart\n\n• a\n• b')
})
