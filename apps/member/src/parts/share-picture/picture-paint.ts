/** Draws a picture to share on a canvas. */
import { HEIGHT, pictureLayout, TICKET, WIDTH } from './picture-layout.ts'
import type { Box, PictureLayout, PlacedText, Style } from './picture-layout.ts'
import type { PictureTexts } from './picture-texts.ts'

type Context = CanvasRenderingContext2D
type Token = (name: string) => string

export type Paints = {
  texts: PictureTexts
  language: string
  isRtl: boolean
  family: string
  token: (name: string) => string
  /** the name of the product's tile */
  tile: string
  product: HTMLImageElement
  /** the product's image is a photograph, which fills its place; a drawing stands on the tile */
  isPhoto: boolean
  qr: readonly (readonly boolean[])[]
}

const FULL = Math.PI * 2
const SUN = { x: 540, y: 262, radius: 236 }
const NOTCH = 28
/** the light margin of the QR code */
const QUIET = 20
const TALL_SCRIPTS = /^(?:ar|bn|hi)/

/** @throws Error when the device has no canvas */
export function paintPicture(canvas: HTMLCanvasElement, paints: Paints): void {
  const { context, style } = styleOf(canvas, paints)
  const layout = pictureLayout(paints.texts, style)
  paintStage(context, paints.token)
  paintTicket(context, layout, paints.token)
  paintMark(context, layout.mark, paints.token)
  portrait(context, layout.portrait, paints)
  paintCode(context, layout, paints)
  paintTexts(context, layout.texts, paints)
}

/** Prepares a canvas and says how wide its texts are. */
export function styleOf(
  canvas: HTMLCanvasElement,
  { language, isRtl, family }: Pick<Paints, 'language' | 'isRtl' | 'family'>,
): { context: Context; style: Style } {
  canvas.width = WIDTH
  canvas.height = HEIGHT
  // The canvas chooses glyphs by the language, as the page does.
  canvas.lang = language
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.direction = isRtl ? 'rtl' : 'ltr'
  return {
    context,
    style: {
      isRtl,
      isTall: TALL_SCRIPTS.test(language),
      language,
      measure: (text, size, weight) => {
        context.font = `${weight} ${size}px ${family}`
        return context.measureText(text).width
      },
    },
  }
}

export function paintTexts(
  context: Context,
  texts: readonly PlacedText[],
  { family, token }: Pick<Paints, 'family' | 'token'>,
): void {
  for (const { text, x, y, size, weight, ink, align } of texts) {
    context.font = `${weight} ${size}px ${family}`
    context.fillStyle = token(ink)
    context.textAlign = align
    context.fillText(text, x, y)
  }
}

/** Dashed rings, each fainter than the one inside it. */
function rings(context: Context, [x, y]: [number, number], [first, step, count]: [number, number, number]) {
  context.lineWidth = 4
  context.lineCap = 'round'
  for (let index = 0; index < count; index++) {
    context.globalAlpha = Math.max(0.12, 1 - index * 0.07)
    context.beginPath()
    context.arc(x, y, first + index * step, 0, FULL)
    context.stroke()
  }
  context.globalAlpha = 1
}

function disc(context: Context, x: number, y: number, radius: number) {
  context.beginPath()
  context.arc(x, y, radius, 0, FULL)
  context.fill()
}

function rounded(context: Context, { x, y, width, height }: Box, radius: number) {
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
}

/** The dark ground with its rings, and the pale sun behind the ticket. */
export function paintStage(context: Context, token: Token) {
  context.fillStyle = token('stage')
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.save()
  context.strokeStyle = token('stage-2')
  context.setLineDash([22, 20])
  rings(context, [SUN.x, SUN.y], [SUN.radius + 52, 44, 26])
  context.restore()
  context.fillStyle = token('sun-pale')
  disc(context, SUN.x, SUN.y, SUN.radius)
}

/** The gold ticket with its cut: two notches and a dotted line. */
export function paintTicket(context: Context, { cut }: Pick<PictureLayout, 'cut'>, token: Token) {
  context.save()
  context.shadowColor = token('scrim')
  context.shadowBlur = 60
  context.shadowOffsetY = 18
  context.fillStyle = token('gold')
  rounded(context, TICKET, 56)
  context.fill()
  context.restore()
  const end = TICKET.x + TICKET.width
  context.save()
  rounded(context, TICKET, 56)
  context.clip()
  context.fillStyle = token('stage')
  disc(context, TICKET.x, cut, NOTCH)
  disc(context, end, cut, NOTCH)
  context.restore()
  context.save()
  context.strokeStyle = token('on-gold')
  context.globalAlpha = 0.35
  context.lineWidth = 4
  context.lineCap = 'round'
  context.setLineDash([0, 9])
  context.beginPath()
  context.moveTo(TICKET.x + NOTCH + 8, cut)
  context.lineTo(end - NOTCH - 8, cut)
  context.stroke()
  context.restore()
}

/** The paths of `BrandMark`, which stand on a board of 32. */
export function paintMark(context: Context, { x, y, width }: Box, token: Token) {
  context.save()
  context.translate(x, y)
  context.scale(width / 32, width / 32)
  context.fillStyle = token('gold')
  const mark = new Path2D(
    'M5.5 5h21A2.5 2.5 0 0 1 29 7.5v5a3.5 3.5 0 0 0 0 7v5a2.5 2.5 0 0 1-2.5 2.5h-21A2.5 2.5 0 0 1 3 24.5v-5a3.5 3.5 0 0 0 0-7v-5A2.5 2.5 0 0 1 5.5 5z',
  )
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- the rule takes a canvas for an array
  context.fill(mark)
  context.strokeStyle = token('on-gold')
  context.lineWidth = 3.2
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(new Path2D('M10.8 16.4l3.7 3.6 7-7.8'))
  context.restore()
}

/** The product on its tile, before its own rings and sun, as `Portrait` shows it. */
function portrait(context: Context, box: Box, { token, tile, product, isPhoto }: Paints) {
  const { x, y, width, height } = box
  context.save()
  rounded(context, box, 40)
  context.clip()
  context.fillStyle = token(`t-${tile}`)
  context.fillRect(x, y, width, height)
  if (isPhoto) {
    const scale = Math.max(width / product.naturalWidth, height / product.naturalHeight)
    const [wide, high] = [product.naturalWidth * scale, product.naturalHeight * scale]
    context.drawImage(product, x + (width - wide) / 2, y + (height - high) / 2, wide, high)
  } else {
    // the board of a drawing is 200 by 200, with the sun at 100, 112
    const unit = height / 200
    const [left, centre] = [x + (width - height) / 2, x + width / 2]
    context.fillStyle = token(`t-${tile}-2`)
    disc(context, centre, y + 112 * unit, 60 * unit)
    context.strokeStyle = token(`t-${tile}-2`)
    context.setLineDash([5 * unit, 6 * unit])
    rings(context, [centre, y + 112 * unit], [66 * unit, 12 * unit, 16])
    context.drawImage(product, left, y, height, height)
  }
  context.restore()
}

/** Cells of the code, the label of play money, and the QR code: dark on white, with a quiet margin. */
export function paintCode(
  context: Context,
  { cells, pill, qr }: Pick<PictureLayout, 'cells' | 'pill' | 'qr'>,
  { token, qr: modules }: Pick<Paints, 'token' | 'qr'>,
) {
  context.fillStyle = token('cell')
  for (const cell of cells) {
    rounded(context, cell, 18)
    context.fill()
  }
  rounded(context, qr, 28)
  context.fill()
  if (pill !== null) {
    context.fillStyle = token('on-gold')
    rounded(context, pill, pill.height / 2)
    context.fill()
  }
  context.fillStyle = token('on-cell')
  // Edges are whole pixels, so that the modules are sharp at any number of them.
  const edge = (index: number) => Math.round((index * (qr.width - 2 * QUIET)) / modules.length) + QUIET
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return
      const [left, top] = [edge(x), edge(y)]
      context.fillRect(qr.x + left, qr.y + top, edge(x + 1) - left, edge(y + 1) - top)
    }),
  )
}
