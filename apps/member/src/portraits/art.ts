/** The drawings of products, by the key in the server's catalogue. */
const FILES = import.meta.glob<string>('./objects/*.svg', { eager: true, query: '?url', import: 'default' })

const ART = new Map(Object.entries(FILES).map(([file, url]) => [/([\w-]+)\.svg$/.exec(file)?.[1] ?? '', url]))

/** The names of all drawings. */
export const ART_NAMES: readonly string[] = [...ART.keys()]

/** The address of a drawing. Art that this version does not know gets a wrapped prize. */
export const artUrl = (name: string): string => ART.get(name) ?? ART.get('prize') ?? ''
