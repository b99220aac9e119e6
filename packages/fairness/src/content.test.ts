import { describe, expect, test } from 'vitest'
import { type Content, contentHash, readContent } from './content.ts'

/** The vector `content` of the published file. */
const VECTOR = {
  content: {
    art: 'phone',
    texts: {
      'en-us': { title: 'Nova X Pro, 256 GB', description: 'A phone.' },
      'bn-bd': { title: 'নোভা এক্স প্রো', description: '' },
    },
    pictures: [
      'd753df2bfb7ec40090c52e7839d28761d3f67631b65dfce25151547763b321f5',
      '1ec5e654db825c1bcb17697a9def7fc8d2e62d3c2ad8594183beb7cceaa9b650',
    ],
  },
  hash: '4ef78f8208129a46c3b65bb4be6f56b9bd0a298f7880003c5161609b7b8de742',
} as const

describe('the hash of a content', () => {
  test('is that of the vector, whatever the order of its fields and languages is', () => {
    const { art, texts, pictures } = VECTOR.content
    expect(contentHash(VECTOR.content)).toBe(VECTOR.hash)
    const turned = { pictures, texts: { 'bn-bd': texts['bn-bd'], 'en-us': texts['en-us'] }, art }
    expect(contentHash(turned)).toBe(VECTOR.hash)
    expect(contentHash(readContent(JSON.parse(JSON.stringify(turned))))).toBe(VECTOR.hash)
  })

  test('is another one for another text, portrait, picture or order of pictures', () => {
    const { art, texts, pictures } = VECTOR.content
    const others: Content[] = [
      { art: null, texts, pictures },
      { art, texts: { 'en-us': texts['en-us'] }, pictures },
      { art, texts: { ...texts, 'bn-bd': { ...texts['bn-bd'], description: ' ' } }, pictures },
      { art, texts: { ...texts, 'en-us': { ...texts['en-us'], title: 'Toy laptop' } }, pictures },
      { art, texts, pictures: pictures.toReversed() },
      { art, texts, pictures: pictures.slice(1) },
    ]
    expect(new Set([VECTOR.hash, ...others.map(contentHash)]).size).toBe(others.length + 1)
  })
})

test('a content is read strictly', () => {
  const { art, texts, pictures } = VECTOR.content
  expect(readContent(VECTOR.content)).toEqual(VECTOR.content)
  expect(readContent({ art: null, texts: {}, pictures: [] })).toEqual({ art: null, texts: {}, pictures: [] })
  const refused: [unknown, string][] = [
    [null, 'content is not an object'],
    [{ art, texts }, 'content lacks the field "pictures"'],
    [{ ...VECTOR.content, more: 1 }, 'content has an unknown field "more"'],
    [{ art: 'A phone', texts, pictures }, 'content.art is not the name of a portrait'],
    [{ art, texts: [], pictures }, 'content.texts is not an object'],
    [{ art, texts: { English: texts['en-us'] }, pictures }, 'content.texts is not a text by language'],
    [
      { art, texts: { 'en-us': { title: 'A' } }, pictures },
      'content.texts.en-us lacks the field "description"',
    ],
    [
      { art, texts: { 'en-us': { title: '\ud800', description: '' } }, pictures },
      'content.texts.en-us.title is not a text',
    ],
    [
      { art, texts: { 'en-us': { title: '', description: '' } }, pictures },
      'content.texts.en-us is a language without text',
    ],
    [{ art, texts, pictures: ['ab'] }, 'content.pictures[0] is not 32 bytes of lower-case hex'],
  ]
  for (const [value, message] of refused) expect(() => readContent(value), message).toThrow(message)
})
