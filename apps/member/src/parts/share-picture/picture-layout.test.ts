/** What a picture to share says, and where it stands. */
import { describe, expect, test } from 'vitest'
import { provideMessages, message } from '../../i18n/i18n.ts'
import type { Translate } from '../../i18n/i18n.ts'
import goods from '../../i18n/en-us/goods.json' with { type: 'json' }
import picture from '../../i18n/en-us/picture.json' with { type: 'json' }
import ui from '../../i18n/en-us/ui.json' with { type: 'json' }
import { cardWith } from '../../testing/issues.ts'
import { HEIGHT, pictureLayout, TICKET, WIDTH, wrapped } from './picture-layout.ts'
import type { Style } from './picture-layout.ts'
import { pictureTexts, spoken } from './picture-texts.ts'
import type { PictureFacts } from './picture-texts.ts'
import { joinedShare, wonShare } from './shared.ts'

provideMessages('en-us', 'goods', goods)
provideMessages('en-us', 'picture', picture)
provideMessages('en-us', 'ui', ui)
const t: Translate<'picture'> = (key, values) => message('en-us', 'picture', key, values)

const winner = { code: 1_000_042, name: 'Tanvir ***', quantity: 8, mine: true }
const drawn = { status: 'drawn' as const, sold: 1200, shares: 1200, mine: 8, drawnAt: 0, winner }
const money = (amount: string) => `₫${amount}`
const won = wonShare(cardWith(drawn), null)!
const textsOf = (more: Partial<PictureFacts> = {}) =>
  pictureTexts(t, {
    shared: won,
    name: null,
    isSandbox: true,
    adultAge: 18,
    language: 'en-us',
    money,
    ...more,
  })

/** Every letter is half as wide as it is high. */
const STYLE: Style = {
  isRtl: false,
  isTall: false,
  language: 'en-us',
  measure: (text, size) => (text.length * size) / 2,
}

describe('the texts', () => {
  test('a win says with how many shares, the product, the code, the grade and who did not win', () => {
    const texts = textsOf()
    expect(texts).toMatchObject({
      lead: 'Won with 8 of 1,200 shares',
      title: 'A phone',
      issue: 'Issue M1-0001',
      codeLabel: 'Winning code',
      code: '1000042',
      badge: 'Play money',
      foot: ['1,199 other shares did not win.', '18 and over. Play with what you can spare.'],
    })
    expect(texts.notes).toEqual([
      expect.stringMatching(/^Drawn .*1970/),
      'Draw grade: Public beacon.',
      'Scan to repeat the calculation yourself.',
    ])
  })

  test('a name is on it only when the member chose it', () => {
    expect(Object.values(textsOf()).flat().join(' ')).not.toContain('Tanvir')
    expect(textsOf({ name: 'Tanvir ***' }).lead).toBe('Won with 8 of 1,200 shares · Tanvir ***')
  })

  test('shares that are not drawn yet are joined, with one of their codes and without a promise', () => {
    const shared = joinedShare(cardWith({ mine: 3 }), 1_000_007)!
    expect(textsOf({ shared })).toMatchObject({
      lead: 'Joined with 3 of 100 shares',
      codeLabel: 'One of 3 lucky codes',
      code: '1000007',
      foot: ['1 of 100 shares wins.', expect.anything()],
    })
  })

  test('a cash win says the amount; without play money nothing is labelled', () => {
    const shared = wonShare(cardWith(drawn), '150.00')!
    expect(textsOf({ shared, isSandbox: false })).toMatchObject({ value: 'Cash won: ₫150.00', badge: null })
  })

  test('neither a loss nor an issue without shares has a picture', () => {
    expect(wonShare(cardWith({ ...drawn, winner: { ...winner, mine: false } }), null)).toBeNull()
    expect(joinedShare(cardWith({ mine: 0 }), 1_000_001)).toBeNull()
    expect(joinedShare(cardWith({ mine: 3, status: 'refunded' }), 1_000_001)).toBeNull()
  })

  test('the alternative text says what the picture shows', () => {
    expect(spoken(textsOf())).toMatch(
      /^Won with 8 of 1,200 shares\. A phone\. Prize value ₫2000\.00 \(Play money\)\. Winning code 1000042\./,
    )
  })
})

describe('the places', () => {
  test('every text of the picture is drawn, inside of it', () => {
    const layout = pictureLayout(textsOf(), STYLE)
    const drawnTexts = layout.texts.map(({ text }) => text)
    expect(drawnTexts).toEqual(expect.arrayContaining(['Fairlot', 'A phone', 'Winning code', 'Play money']))
    for (const { x, y } of layout.texts) {
      expect(x).toBeGreaterThanOrEqual(TICKET.x)
      expect(x).toBeLessThanOrEqual(TICKET.x + TICKET.width)
      expect(y).toBeLessThan(HEIGHT)
    }
  })

  test('Arabic is mirrored, and the digits of the code still run from left to right', () => {
    const [left, right] = [false, true].map((isRtl) => pictureLayout(textsOf(), { ...STYLE, isRtl }))
    expect(right!.qr.x).toBe(WIDTH - left!.qr.x - left!.qr.width)
    const title = right!.texts.find(({ text }) => text === 'A phone')
    expect(title).toMatchObject({ align: 'right', x: WIDTH - 120 })
    const digits = right!.texts.filter(({ size }) => size === 52)
    expect(digits.map(({ text }) => text).join('')).toBe('1000042')
    expect(digits.map(({ x }) => x)).toEqual(digits.map(({ x }) => x).toSorted((a, b) => a - b))
  })

  test('a long title takes two lines, is then cut, and takes its height from the portrait', () => {
    const short = pictureLayout(textsOf(), STYLE)
    const long = pictureLayout({ ...textsOf(), title: 'A very long name of a product '.repeat(6) }, STYLE)
    const lines = long.texts.filter(({ size }) => size === 56)
    expect(lines).toHaveLength(2)
    expect(lines[1]?.text).toMatch(/…$/)
    expect(long.portrait.height).toBeLessThan(short.portrait.height)
    expect(long.portrait.height).toBeGreaterThan(200)
  })

  test('a line ends after a word, and never begins with a mark', () => {
    const lines = wrapped('One two, three.', { size: 10, weight: 400, most: 40, lines: 3 }, STYLE)
    expect(lines).toEqual(['One two,', 'three.'])
    const chinese = wrapped(
      '扫码可自行重算。',
      { size: 10, weight: 400, most: 20, lines: 3 },
      { ...STYLE, language: 'zh-cn' },
    )
    expect(chinese.length).toBeGreaterThan(1)
    expect(chinese.every((line) => !line.startsWith('。'))).toBe(true)
  })
})
