import path from 'node:path'
import { expect, test } from 'vitest'
import { checkGlossary, checkWords, readGlossaries, type Glossary, type Text } from './glossary.ts'

const text = (value: string, at = 'goods:title'): Text => ({
  file: 'goods.json',
  key: at.slice(at.indexOf(':') + 1),
  at,
  text: value,
})
const english: Glossary = { recharge: { use: 'recharge', never: ['top-up*'] } }

test('every glossary has the English terms and forbids no word that it asks for', async () => {
  const all = await readGlossaries(path.resolve(import.meta.dirname, '../..'))
  const reference = all.get('en-us') ?? {}
  expect(Object.keys(reference).length).toBeGreaterThan(25)
  expect([...all].flatMap(([language, glossary]) => checkGlossary(language, glossary, reference))).toEqual([])
})

test('a planted forbidden word is reported with file, key and the word to use', () => {
  expect(checkWords('en-us', english, [text('Top-ups take a minute', 'goods:bar.recharge')])).toEqual([
    'en-us goods.json: bar.recharge says “top-up*”; the word for “recharge” is “recharge”',
  ])
})

test('the glossaries of this repository report each of their words in each language', async () => {
  const all = await readGlossaries(path.resolve(import.meta.dirname, '../..'))
  for (const [language, glossary] of all) {
    for (const [name, term] of Object.entries(glossary)) {
      for (const word of term.never) {
        const planted = text(`… ${word.replaceAll('*', '')}.`, term.within?.[0] ?? 'goods:title')
        expect(checkWords(language, glossary, [planted])).toContainEqual(
          expect.stringContaining(`the word for “${name}” is “${term.use}”`),
        )
      }
    }
  }
})

test('a word inside of another word is not reported without a star', () => {
  const glossary: Glossary = { share: { use: 'share', never: ['lot'] } }
  expect(checkWords('en-us', glossary, [text('A lottery'), text('Fairlot'), text('{{lot}} <lot>')])).toEqual(
    [],
  )
  expect(checkWords('en-us', glossary, [text('One lot each.')])).toHaveLength(1)
})

test('a Chinese word is reported inside of a sentence', () => {
  const glossary: Glossary = { 'play money': { use: '体验金', never: ['游戏币'] } }
  expect(checkWords('zh-cn', glossary, [text('所有金额都是游戏币。')])).toHaveLength(1)
})

test('a term is confined to the keys that it names, except for others', () => {
  const glossary: Glossary = {
    tag: { use: 'وسم', never: ['رمز'], within: ['order:tag.'], except: ['order:tag.code'] },
  }
  const at = (key: string) => checkWords('ar-sa', glossary, [text('رمز', key)]).length
  expect([at('order:tag.title'), at('order:tag.code'), at('goods:codes.title')]).toEqual([1, 0, 0])
})

test('a glossary that lacks a term, has one too many or contradicts itself is reported', () => {
  expect(checkGlossary('x', { other: { use: 'a b', never: ['b'] } }, english)).toEqual([
    'x glossary: “recharge” is missing',
    'x glossary: “other” is not an English term',
    'x glossary: “other” forbids the word that it asks for',
  ])
})
