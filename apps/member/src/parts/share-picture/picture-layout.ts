/** Where everything on a picture to share stands: pure arithmetic, for both directions of writing. */
import type { PictureTexts } from './picture-texts.ts'

export const WIDTH = 1080
export const HEIGHT = 1350

/** Tokens of the design, by what they colour. */
export type Ink = 'on-stage' | 'on-brand-2' | 'on-gold' | 'on-cell' | 'gold'
export type Box = { x: number; y: number; width: number; height: number }
export type PlacedText = {
  text: string
  x: number
  /** the baseline */
  y: number
  size: number
  weight: number
  ink: Ink
  align: 'left' | 'right' | 'center'
}

export type PictureLayout = {
  texts: PlacedText[]
  mark: Box
  portrait: Box
  pill: Box | null
  cells: Box[]
  /** the cut of the ticket */
  cut: number
  qr: Box
}

export type Style = {
  isRtl: boolean
  /** the script is taller than Latin: Arabic, Bengali, Devanagari */
  isTall: boolean
  language: string
  /** the width of a text in pixels */
  measure: (text: string, size: number, weight: number) => number
}

export const TICKET: Box = { x: 72, y: 222, width: 936, height: 994 }
const CUT = 862
/** Start and end of the text on the ticket. */
const START = 120
const END = 960
const QR: Box = { x: 688, y: 903, width: 272, height: 272 }
const CELL = { width: 69, height: 96, gap: 8 }
const PORTRAIT_Y = 258
const REGULAR = 430
const BOLD = 700
const TITLE = 56
const TITLE_LINES = 2
const NOTE = 25
const NOTE_LINES = 4
const FOOT = 26
const FOOT_WIDTH = 940

/** Pieces of a text that a line can end after. */
function pieces(text: string, language: string): string[] {
  const found: string[] = []
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    // A mark or a space never begins a line, and none ends at a space that holds words together.
    const last = found.length - 1
    const joins =
      last >= 0 && (!isWordLike || !/(?:(?!\u00a0)\s|[\u3400-\u9fff，。：、])$/u.test(found[last] ?? ''))
    if (joins) found[last] += segment
    else found.push(segment)
  }
  return found
}

/** The longest beginning that fits, with an ellipsis when something is missing. */
function fitted(text: string, most: number, width: (text: string) => number): string {
  if (width(text) <= most) return text
  const letters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  while (letters.length > 1 && width(`${letters.join('').trimEnd()}…`) > most) letters.pop()
  return `${letters.join('').trimEnd()}…`
}

type Lines = { size: number; weight: number; most: number; lines: number }

/** Breaks a text into at most `lines` lines; the last one is cut when the text is longer. */
export function wrapped(text: string, { size, weight, most, lines }: Lines, style: Style): string[] {
  const width = (part: string) => style.measure(part.trimEnd(), size, weight)
  const found: string[] = []
  let line = ''
  for (const piece of pieces(text, style.language)) {
    if (line !== '' && width(line + piece) > most && found.length < lines - 1) {
      found.push(line.trimEnd())
      line = piece
    } else line += piece
  }
  return [...found, line].map((one) => fitted(one.trimEnd(), most, width))
}

/** Places everything. A longer title takes height from the portrait. */
export function pictureLayout(texts: PictureTexts, style: Style): PictureLayout {
  const { isRtl, isTall, measure } = style
  const mirrored = (box: Box): Box => (isRtl ? { ...box, x: WIDTH - box.x - box.width } : box)
  const placed: PlacedText[] = []
  const write = (
    text: string,
    [x, y]: [number, number],
    [size, weight, ink]: [number, number, Ink],
    side: 'start' | 'end' | 'center' = 'start',
  ) => {
    const isLeft = (side === 'start') !== isRtl
    const align = side === 'center' ? 'center' : isLeft ? 'left' : 'right'
    placed.push({ text, x: isRtl ? WIDTH - x : x, y, size, weight, ink, align })
  }
  const one = (text: string, size: number, weight: number, most: number) =>
    wrapped(text, { size, weight, most, lines: 1 }, style)[0] ?? ''
  const tall = isTall ? 1.14 : 1

  write(texts.brand, [164, 110], [44, BOLD, 'on-stage'])
  write(one(texts.issue, 28, REGULAR, 330), [1008, 103], [28, REGULAR, 'on-stage'], 'end')

  const titles = wrapped(
    texts.title,
    { size: TITLE, weight: BOLD, most: END - START, lines: TITLE_LINES },
    style,
  )
  const row = { lead: 46 * tall, title: 64 * tall, value: 44 * tall }
  const valueY = CUT - 30
  const badgeWidth = texts.badge === null ? 0 : measure(texts.badge, 24, BOLD) + 36
  const valueWidth = END - START - (badgeWidth === 0 ? 0 : badgeWidth + 20)
  write(one(texts.value, 30, REGULAR, valueWidth), [START, valueY], [30, REGULAR, 'on-gold'])
  const pill =
    texts.badge === null ? null : { x: END - badgeWidth, y: valueY - 32, width: badgeWidth, height: 44 }
  if (texts.badge !== null)
    write(texts.badge, [END - badgeWidth / 2, valueY - 2], [24, BOLD, 'gold'], 'center')
  const lastTitleY = valueY - row.value - 6
  titles.forEach((line, index) =>
    write(line, [START, lastTitleY - (titles.length - 1 - index) * row.title], [TITLE, BOLD, 'on-gold']),
  )
  const leadY = lastTitleY - (titles.length - 1) * row.title - row.title
  write(one(texts.lead, 32, REGULAR, END - START), [START, leadY], [32, REGULAR, 'on-gold'])

  const column = QR.x - START - 28
  write(one(texts.codeLabel, 28, REGULAR, column), [START, 918], [28, REGULAR, 'on-gold'])
  const block = mirrored({ x: START, y: 938, width: CELL.width * 7 + CELL.gap * 6, height: CELL.height })
  // Digits run from left to right in every language.
  const cells = Array.from(texts.code, (_, index) => ({
    x: block.x + index * (CELL.width + CELL.gap),
    y: block.y,
    width: CELL.width,
    height: CELL.height,
  }))
  placed.push(
    ...cells.map(({ x, y, width }, index): PlacedText => ({
      text: texts.code[index] ?? '',
      x: x + width / 2,
      y: y + 66,
      size: 52,
      weight: BOLD,
      ink: 'on-cell',
      align: 'center',
    })),
  )
  const notes = texts.notes
    .flatMap((note) => wrapped(note, { size: NOTE, weight: REGULAR, most: column, lines: 2 }, style))
    .slice(0, NOTE_LINES)
  notes.forEach((line, index) => write(line, [START, 1082 + index * 36], [NOTE, REGULAR, 'on-gold']))

  const together = texts.foot.join(' ')
  const isShort = measure(together, FOOT, REGULAR) <= FOOT_WIDTH
  const foot = (isShort ? [together] : texts.foot).map((line) => one(line, FOOT, REGULAR, FOOT_WIDTH))
  foot.forEach((line, index) =>
    write(
      line,
      [WIDTH / 2, 1294 + (index - (foot.length - 1) / 2) * 38],
      [FOOT, REGULAR, 'on-brand-2'],
      'center',
    ),
  )
  return {
    texts: placed,
    mark: mirrored({ x: 75, y: 61, width: 66, height: 66 }),
    portrait: { x: 108, y: PORTRAIT_Y, width: 864, height: leadY - 32 * tall - 30 - PORTRAIT_Y },
    pill: pill === null ? null : mirrored(pill),
    cells,
    cut: CUT,
    qr: mirrored(QR),
  }
}
