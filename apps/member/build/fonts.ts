import { readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** The import path of the cut files in `src/styles/fonts.css`. */
const ALIAS = '@fonts'
const SHEET = readFileSync(path.resolve(import.meta.dirname, '../src/styles/fonts.css'), 'utf8')
const SOURCE = path.dirname(
  fileURLToPath(
    import.meta.resolve('@fontsource-variable/anek-latin/files/anek-latin-latin-wght-normal.woff2'),
  ),
)
/** The directory of the cut files. */
export const FONTS = path.resolve(import.meta.dirname, '../../../.cache/fonts')

/** The weights that the styles use: text 430, head lines 700. */
const WEIGHTS = { min: 430, max: 700 }
/** Kerning, marks, tabular digits, and what Vietnamese and Turkish letters need. */
const FEATURES = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'tnum']

/** The face of each cut file in the style sheet: its name and the characters of its range. @throws Error when there is none */
function faces(): { name: string; text: string }[] {
  const found = [...SHEET.matchAll(/@fonts\/(\w+)\.woff2[^}]*?unicode-range:([^;]+);/g)]
  if (found.length === 0) throw new Error('src/styles/fonts.css names no file of the bundled font')
  return found.map(([, name = '', ranges = '']) => ({ name, text: charactersOf(ranges) }))
}

/** The characters of a `unicode-range`, in one text. */
export function charactersOf(ranges: string): string {
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, first = '', last = first]) => {
      const from = Number.parseInt(first, 16)
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, index) => from + index)
    })
    .map((point) => String.fromCodePoint(point))
    .join('')
}

/** The file of the package that has the characters; the sign of the dong is in the Vietnamese one. */
const sourceOf = (name: string): string => (name === 'latin' ? 'latin' : 'vietnamese')

async function cut(): Promise<void> {
  await mkdir(FONTS, { recursive: true })
  for (const { name, text } of faces()) {
    const whole = await readFile(path.join(SOURCE, `anek-latin-${sourceOf(name)}-wght-normal.woff2`))
    const part = await subsetFont(whole, text, {
      targetFormat: 'woff2',
      variationAxes: { wght: WEIGHTS },
      keepFeatures: FEATURES,
    })
    await writeFile(path.join(FONTS, `${name}.woff2`), part)
  }
}

/**
 * Cuts the bundled font to the characters, weights and features that the app shows, a fifth of its size less, before the style sheet asks for the files.
 * The sign of the dong comes as a file of its own, which index.html contains (`page-start.ts`): with the Vietnamese file, pages in
 * other languages would fetch it late, and their amounts would move.
 */
export function fonts(): Plugin {
  return {
    name: 'fairlot-fonts',
    async config() {
      await cut()
      return { resolve: { alias: { [ALIAS]: FONTS } } }
    },
  }
}
