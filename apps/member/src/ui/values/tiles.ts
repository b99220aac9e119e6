/** The five background colours of product tiles and avatars, as classes that follow the theme. */
export const TILES = ['sea', 'sun', 'rose', 'iris', 'leaf'] as const
export type Tile = (typeof TILES)[number]

export const TILE_CLASS = {
  sun: { ground: 'bg-sun', sunFill: 'fill-sun-2', sunStroke: 'stroke-sun-2', ink: 'text-sun-3' },
  sea: { ground: 'bg-sea', sunFill: 'fill-sea-2', sunStroke: 'stroke-sea-2', ink: 'text-sea-3' },
  rose: { ground: 'bg-rose', sunFill: 'fill-rose-2', sunStroke: 'stroke-rose-2', ink: 'text-rose-3' },
  iris: { ground: 'bg-iris', sunFill: 'fill-iris-2', sunStroke: 'stroke-iris-2', ink: 'text-iris-3' },
  leaf: { ground: 'bg-leaf', sunFill: 'fill-leaf-2', sunStroke: 'stroke-leaf-2', ink: 'text-leaf-3' },
} as const satisfies Record<Tile, Record<string, string>>

/** The tile with the server's name; an unknown name is `sea`. */
export const tileNamed = (name: string): Tile => TILES.find((tile) => tile === name) ?? 'sea'
