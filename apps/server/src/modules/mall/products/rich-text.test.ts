import { richText } from '@fairlot/contract/media/rich-text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { richTextOf } from './rich-text.ts'

test('paragraphs, headings, lists and strong and emphasised words become the tree', () => {
  const markdown =
    '# In the box\n\nA *light* **14 inch** laptop,\nwith ***everything***.\n\n- charger\n- **case**\n\n1. open\n2. enjoy'
  expect(richTextOf(markdown)).toEqual([
    { kind: 'heading', text: [{ text: 'In the box' }] },
    {
      kind: 'paragraph',
      text: [
        { text: 'A ' },
        { text: 'light', emphasis: true },
        { text: ' ' },
        { text: '14 inch', strong: true },
        { text: ' laptop, with ' },
        { text: 'everything', strong: true, emphasis: true },
        { text: '.' },
      ],
    },
    { kind: 'list', ordered: false, items: [[{ text: 'charger' }], [{ text: 'case', strong: true }]] },
    { kind: 'list', ordered: true, items: [[{ text: 'open' }], [{ text: 'enjoy' }]] },
  ])
  expect(richTextOf(' \n\n')).toEqual([])
})

test('signs that mean something elsewhere stay characters', () => {
  const [paragraph] = richTextOf('5 < 6 & "q" > \\*not emphasised\\* AT&amp;T https://shop.example')
  expect(paragraph).toEqual({
    kind: 'paragraph',
    text: [{ text: '5 < 6 & "q" > *not emphasised* AT&T https://shop.example' }],
  })
})

test.each([
  ['HTML', 'a <b>bold</b> word'],
  ['HTML', '<script>alert(1)</script>'],
  ['HTML', '<img src=x onerror=alert(1)>'],
  ['HTML', '<!-- comment -->'],
  ['a link', '[here](javascript:alert(1))'],
  ['a link', '<https://evil.example>'],
  ['a link', 'see [x]\n\n[x]: javascript:alert(1)'],
  ['a picture', '![x](https://evil.example/pixel.png)'],
  ['code', 'some `code`'],
  ['code', '    indented code'],
  ['code', '```\nfenced\n```'],
  ['a quotation', '> quoted'],
  ['a line', 'above\n\n---'],
  ['a list in a list', '- a\n  - b'],
])('%s is refused: %j', async (what, markdown) => {
  const refused = (async () => richTextOf(markdown))()
  await expect(refused).rejects.toMatchObject({ code: 'TEXT_NOT_ALLOWED', details: { values: { what } } })
})

test('a text is bounded, and characters that turn the direction of what follows are left out', () => {
  expect(() => richTextOf('x'.repeat(5_001))).toThrow('INPUT_INVALID')
  expect(() => richTextOf('- x\n'.repeat(1_200))).toThrow('INPUT_INVALID')
  expect(richTextOf('ok\u202e gnp\u0007.exe')).toEqual([
    { kind: 'paragraph', text: [{ text: 'ok gnp.exe' }] },
  ])
})

test('whatever is entered, the result is a tree of the closed kind or a refusal', () => {
  const piece = fc.constantFrom(
    '# ',
    '- ',
    '1. ',
    '**',
    '*',
    '_',
    '`',
    '<',
    '>',
    '[',
    ']',
    '(',
    ')',
    '!',
    '\n',
    '\n\n',
    '    ',
    '&lt;',
    '~~',
    '|',
    'word',
    ' ',
    '\\',
  )
  const text = fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 60 })
  fc.assert(
    fc.property(text, (pieces) => {
      let tree
      try {
        tree = richTextOf(pieces.join(''))
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(TEXT_NOT_ALLOWED|INPUT_INVALID)$/) })
        return
      }
      expect(richText.parse(tree)).toEqual(tree)
      for (const { kind } of tree) expect(['paragraph', 'heading', 'list']).toContain(kind)
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ['HTML', 3, 'One\n\n<b>two</b>'],
  ['HTML', 2, 'One **word**\nand <i>another</i>'],
  ['a link', 4, '# Title\n\n- one\n- two [here](https://shop.example)'],
  ['a list in a list', 4, '\n\n- one\n  - inner'],
  ['a quotation', 5, 'One\r\n\r\n\r\n\r\n> said'],
  ['a link', 3, 'One\n\n[a]: https://shop.example'],
])('a refused text names the line: %s on line %i', (what, line, markdown) => {
  expect(() => richTextOf(markdown)).toThrow(
    expect.objectContaining({
      code: 'TEXT_NOT_ALLOWED',
      details: { values: { what, line }, fields: { description: 'TEXT_NOT_ALLOWED' } },
    }),
  )
})
