/**
 * The pictures of the demo tablet, drawn by this program pixel by pixel: its front with the pen, its back, and the pen on its edge.
 * They go through the same steps as pictures that operators send.
 */
import sharp from 'sharp'
import type { Context } from '../context.ts'

const [WIDTH, HEIGHT] = [960, 720]

type Colour = readonly [red: number, green: number, blue: number]

/** A rounded rectangle around a centre; a circle has equal sides and the radius of half of them. Lengths in pixels. */
export type Shape = {
  x: number
  y: number
  width: number
  height: number
  radius: number
  /** degrees, clockwise */
  turn?: number
  /** colour at the top and at the foot */
  from: Colour
  to?: Colour
  /** pixels over which the edge fades; 1.5 is a sharp edge */
  fade?: number
  alpha?: number
}

const GROUND: readonly [Colour, Colour] = [
  [214, 234, 232],
  [178, 213, 212],
]
const SHADOW: Colour = [20, 60, 66]
const BODY: Colour = [31, 41, 46]
const METAL: Colour = [196, 205, 208]
const LIGHT: Colour = [232, 238, 239]
const SKY: Colour = [232, 116, 92]
const DUSK: Colour = [252, 196, 92]
const SUN: Colour = [255, 240, 204]
const HILL: Colour = [15, 88, 98]
const SEA: Colour = [9, 62, 74]
const GOLD: Colour = [255, 182, 30]

export const box = (
  at: readonly [x: number, y: number, width: number, height: number],
  radius: number,
  from: Colour,
  more: Partial<Shape> = {},
): Shape => ({ x: at[0], y: at[1], width: at[2], height: at[3], radius, from, ...more })
export const disc = (x: number, y: number, size: number, from: Colour, more: Partial<Shape> = {}): Shape =>
  box([x, y, size, size], size / 2, from, more)

const FRONT: readonly Shape[] = [
  box([470, 400, 560, 470], 60, SHADOW, { fade: 90, alpha: 0.35 }),
  box([460, 350, 540, 440], 34, BODY, { to: [18, 26, 30] }),
  box([460, 350, 500, 400], 16, SKY, { to: DUSK }),
  disc(460, 390, 150, SUN),
  box([460, 500, 500, 100], 16, HILL, { to: SEA }),
  box([460, 455, 500, 20], 4, HILL),
  disc(460, 142, 9, [60, 74, 80]),
  box([800, 380, 26, 420], 13, SHADOW, { turn: 9, fade: 40, alpha: 0.3 }),
  box([792, 360, 22, 420], 11, LIGHT, { turn: 9, to: METAL }),
  box([762, 550, 22, 40], 8, GOLD, { turn: 9 }),
]
const BACK: readonly Shape[] = [
  box([490, 400, 560, 470], 60, SHADOW, { fade: 90, alpha: 0.35 }),
  box([480, 350, 540, 440], 34, [38, 126, 134], { to: [16, 84, 94] }),
  box([290, 205, 110, 110], 28, [24, 98, 108]),
  disc(268, 183, 44, BODY),
  disc(268, 183, 22, [70, 96, 120]),
  disc(314, 229, 44, BODY),
  disc(314, 229, 22, [70, 96, 120]),
  disc(314, 183, 16, SUN),
  disc(480, 350, 84, [24, 98, 108]),
  box([480, 350, 40, 40], 8, GOLD, { turn: 45 }),
]
const PEN: readonly Shape[] = [
  box([560, 470, 900, 420], 40, SHADOW, { fade: 110, alpha: 0.35 }),
  box([560, 500, 900, 420], 44, BODY, { to: [18, 26, 30] }),
  box([560, 520, 830, 380], 20, SKY, { to: DUSK }),
  disc(700, 640, 240, SUN),
  box([500, 262, 700, 44], 22, SHADOW, { fade: 24, alpha: 0.4 }),
  box([500, 248, 700, 44], 22, [248, 250, 250], { to: METAL }),
  box([168, 248, 60, 30], 15, METAL, { to: [120, 130, 134] }),
  box([730, 248, 90, 44], 4, GOLD),
  box([560, 320, 150, 54], 27, BODY),
  box([530, 320, 62, 30], 6, [76, 175, 110]),
]

const mix = (a: number, b: number, part: number) => a + (b - a) * part

/**
 * Paints a shape over the colours of `width` × `height` pixels, three numbers for each. `step`: pixels of the picture for each of these.
 * Only the rows and columns that the shape can reach are looked at: most shapes are small.
 */
function paint(
  colours: Float64Array,
  [width, height]: readonly [number, number],
  shape: Shape,
  step: number,
) {
  const { from, to = from, fade = 1.5, alpha = 1, turn = 0, radius } = shape
  const angle = (turn * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const reach = Math.hypot(shape.width, shape.height) / 2 + fade
  const within = (at: number, end: number): readonly [number, number] => [
    Math.max(0, Math.ceil((at - reach) / step)),
    Math.min(end - 1, Math.floor((at + reach) / step)),
  ]
  const [left, right] = within(shape.x, width)
  const [top, foot] = within(shape.y, height)
  for (let row = top; row <= foot; row++) {
    const dy = row * step - shape.y
    const down = Math.min(1, Math.max(0, dy / shape.height + 0.5))
    const [red, green, blue] = [0, 1, 2].map((at) => mix(from[at]!, to[at]!, down)) as [
      number,
      number,
      number,
    ]
    for (let column = left; column <= right; column++) {
      const dx = column * step - shape.x
      // signed distance from the edge, negative inside
      const across = Math.abs(dx * cos + dy * sin) - shape.width / 2 + radius
      const along = Math.abs(dy * cos - dx * sin) - shape.height / 2 + radius
      const outside = Math.sqrt(Math.max(across, 0) ** 2 + Math.max(along, 0) ** 2)
      const distance = outside + Math.min(Math.max(across, along), 0) - radius
      const cover = Math.min(1, Math.max(0, 0.5 - distance / fade)) * alpha
      if (cover === 0) continue
      const pixel = (row * width + column) * 3
      colours[pixel] = mix(colours[pixel]!, red, cover)
      colours[pixel + 1] = mix(colours[pixel + 1]!, green, cover)
      colours[pixel + 2] = mix(colours[pixel + 2]!, blue, cover)
    }
  }
}

/**
 * A PNG of the shapes, the later ones above the earlier ones.
 * @param step 2: half as wide and high, which takes a quarter of the time
 */
export function drawn(shapes: readonly Shape[], step = 1): Promise<Buffer> {
  const [width, height] = [WIDTH / step, HEIGHT / step]
  const colours = new Float64Array(width * height * 3)
  for (let row = 0; row < height; row++) {
    const ground = [0, 1, 2].map((at) => mix(GROUND[0][at]!, GROUND[1][at]!, (row * step) / HEIGHT))
    for (let at = row * width * 3; at < (row + 1) * width * 3; at++) colours[at] = ground[at % 3]!
  }
  for (const shape of shapes) paint(colours, [width, height], shape, step)
  const pixels = Buffer.from(colours.map(Math.round))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** Gives the tablet its pictures, unless it has them. */
export async function demoPictures({ mall, uploads, db }: Context): Promise<void> {
  const { images } = await mall.products.show(db, 'TABLET')
  if (images.length > 0) return
  const names: string[] = []
  for (const shapes of [FRONT, BACK, PEN])
    names.push((await uploads.media.preparePicture('product', await drawn(shapes))).name)
  await db.tx((tx) => mall.products.setImages(tx, 'TABLET', names))
}
