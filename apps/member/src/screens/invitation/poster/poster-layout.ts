/** Where everything on a poster stands: pure arithmetic, for both directions of writing. */
import { TICKET, WIDTH, wrapped } from '../../../parts/share-picture/picture-layout.ts'
import type { Box, Ink, PlacedText, Style } from '../../../parts/share-picture/picture-layout.ts'
import type { PosterTexts } from './poster-texts.ts'

export type PosterLayout = {
  texts: PlacedText[]
  mark: Box
  pill: Box | null
  cells: Box[]
  cut: number
  qr: Box
}

const CUT = 724
const MIDDLE = WIDTH / 2
const MOST = 820
const REGULAR = 430
const BOLD = 700
const TITLE = { size: 80, weight: BOLD, most: MOST, lines: 2 }
/** Sizes of the lines under the title; the first one in which everything fits above the cut. */
const LINE_SIZES = [42, 36, 32]
const GAP = 34
const FOOT = { size: 28, weight: REGULAR, most: 940, lines: 2 }
const CELL = { width: 74, height: 104, gap: 9 }
const QR_SIZE = 312
/** Start of the text below the cut, and end of the QR code. */
const START = 120
const END = 960
const BELOW = (CUT + TICKET.y + TICKET.height) / 2
/** What the code may take beside the QR code. */
const CODE_WIDTH = END - QR_SIZE - 28 - START
const SMALL = 34
const QR: Box = { x: END - QR_SIZE, y: Math.round(BELOW - QR_SIZE / 2), width: QR_SIZE, height: QR_SIZE }

type Line = { text: string; size: number; weight: number; height: number; before: number }

/** The title and the lines under it, as large as they fit above the cut. */
function above(texts: PosterTexts, style: Style): { lines: Line[]; height: number } {
  const tall = style.isTall ? 1.16 : 1
  const blockOf = (size: number) => {
    const title = wrapped(texts.title, TITLE, style).map((text) => ({
      text,
      size: TITLE.size,
      weight: TITLE.weight,
      height: Math.round(92 * tall),
      before: 0,
    }))
    const rest = texts.lines.flatMap((one, index) =>
      wrapped(one, { size, weight: REGULAR, most: MOST, lines: 2 }, style).map((text, part) => ({
        text,
        size,
        weight: REGULAR,
        height: Math.round(size * 1.34 * tall),
        before: part > 0 ? 0 : index === 0 ? GAP : 10,
      })),
    )
    const lines = [...title, ...rest]
    return { lines, height: lines.reduce((sum, line) => sum + line.height + line.before, 0) }
  }
  const most = CUT - TICKET.y - 72
  const blocks = LINE_SIZES.map(blockOf)
  return blocks.find(({ height }) => height <= most) ?? blocks.at(-1)!
}

/** Places everything: title and lines above the cut, code and QR code below it. */
export function posterLayout(texts: PosterTexts, style: Style): PosterLayout {
  const { isRtl, isTall, measure } = style
  const mirrored = (box: Box): Box => (isRtl ? { ...box, x: WIDTH - box.x - box.width } : box)
  const placed: PlacedText[] = []
  const write = (
    text: string,
    [x, y]: [number, number],
    [size, weight, ink]: [number, number, Ink],
    side: 'start' | 'center' = 'center',
  ) => {
    const align = side === 'center' ? 'center' : isRtl ? 'right' : 'left'
    placed.push({ text, x: isRtl ? WIDTH - x : x, y, size, weight, ink, align })
  }
  const tall = isTall ? 1.16 : 1

  write(texts.brand, [164, 110], [44, BOLD, 'on-stage'], 'start')
  const block = above(texts, style)
  let y = Math.round((TICKET.y + CUT - block.height) / 2)
  for (const { text, size, weight, height, before } of block.lines) {
    y += before + height
    write(text, [MIDDLE, y - Math.round(height * 0.28)], [size, weight, 'on-gold'])
  }
  const badgeWidth = texts.badge === null ? 0 : measure(texts.badge, 24, BOLD) + 36
  const pill = texts.badge === null ? null : { x: 1008 - badgeWidth, y: 71, width: badgeWidth, height: 48 }
  if (texts.badge !== null) write(texts.badge, [1008 - badgeWidth / 2, 104], [24, BOLD, 'gold'])

  const step = Math.round(46 * tall)
  const scan = wrapped(texts.scan, { size: SMALL, weight: REGULAR, most: CODE_WIDTH, lines: 3 }, style)
  const top = Math.round(BELOW - (step + 20 + CELL.height + 24 + step * scan.length) / 2)
  write(texts.codeLabel, [START, top + 34], [SMALL, REGULAR, 'on-gold'], 'start')
  const count = texts.code.length
  const wide = Math.min(CELL.width, (CODE_WIDTH - CELL.gap * (count - 1)) / count)
  const row = mirrored({
    x: START,
    y: top + step + 20,
    width: wide * count + CELL.gap * (count - 1),
    height: CELL.height,
  })
  // A code runs from left to right in every language.
  const cells = Array.from(texts.code, (_, index) => ({
    x: row.x + index * (wide + CELL.gap),
    y: row.y,
    width: wide,
    height: CELL.height,
  }))
  placed.push(
    ...cells.map(({ x, y: cellTop, width }, index): PlacedText => ({
      text: texts.code[index] ?? '',
      x: x + width / 2,
      y: cellTop + 72,
      size: Math.min(56, wide * 0.76),
      weight: BOLD,
      ink: 'on-cell',
      align: 'center',
    })),
  )
  scan.forEach((line, index) =>
    write(line, [START, row.y + CELL.height + 24 + 34 + index * step], [SMALL, REGULAR, 'on-gold'], 'start'),
  )
  const foot = wrapped(texts.foot, FOOT, style)
  foot.forEach((line, index) =>
    write(line, [MIDDLE, 1294 + (index - (foot.length - 1) / 2) * 40], [FOOT.size, REGULAR, 'on-brand-2']),
  )
  return {
    texts: placed,
    mark: mirrored({ x: 75, y: 61, width: 66, height: 66 }),
    pill: pill === null ? null : mirrored(pill),
    cells,
    cut: CUT,
    qr: mirrored(QR),
  }
}
