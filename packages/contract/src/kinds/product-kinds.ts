/** What describes a product besides its issues' terms. Schemas, server and command line derive their types from these lists. */

/** `paused`: no issue opens until it is resumed. `ended`: no issue opens any more. An issue that is open runs to its end. */
export const PRODUCT_STATES = ['active', 'paused', 'ended'] as const
export type ProductState = (typeof PRODUCT_STATES)[number]

/** What operators do with a product: the states from which each act leads, and its result. */
export const PRODUCT_STEPS = {
  pause: { from: ['active'], to: 'paused' },
  resume: { from: ['paused'], to: 'active' },
  end: { from: ['active', 'paused'], to: 'ended' },
} as const satisfies Record<string, { from: readonly ProductState[]; to: ProductState }>
export type ProductAct = keyof typeof PRODUCT_STEPS
export const PRODUCT_ACTS = Object.keys(PRODUCT_STEPS) as [ProductAct, ...ProductAct[]]

/** Background colours of portraits and categories. */
export const TILES = ['sun', 'sea', 'rose', 'iris', 'leaf'] as const
export type Tile = (typeof TILES)[number]

/** The drawn portraits of products. Each is a file of this name in the app: apps/member/src/portraits/objects. */
export const PORTRAITS = [
  'bicycle',
  'camera',
  'cash',
  'cooker',
  'gold',
  'headphones',
  'laptop',
  'phone',
  'prize',
  'refrigerator',
  'scooter',
  'tablet',
  'television',
  'watch',
] as const

/** The most pictures that a product can have. */
export const MAX_PICTURES = 12
