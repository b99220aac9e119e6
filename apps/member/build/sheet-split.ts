/** One rule of a minified style sheet: `head;` or `head{body}`. */
type Rule = { head: string; body?: string }

/** The end of a string in quotes that begins at a position. */
function afterQuotes(css: string, from: number): number {
  let at = from + 1
  while (at < css.length && css[at] !== css[from]) at += css[at] === '\\' ? 2 : 1
  return at + 1
}

function rulesOf(css: string): Rule[] {
  const rules: Rule[] = []
  let [start, open, depth] = [0, 0, 0]
  for (let at = 0; at < css.length; at++) {
    const sign = css[at]
    if (sign === '\\') at++
    else if (sign === '"' || sign === "'") at = afterQuotes(css, at) - 1
    else if (sign === ';' && depth === 0) {
      rules.push({ head: css.slice(start, at) })
      start = at + 1
    } else if (sign === '{' && depth++ === 0) open = at
    else if (sign === '}' && --depth === 0) {
      rules.push({ head: css.slice(start, open), body: css.slice(open + 1, at) })
      start = at + 1
    }
  }
  return rules
}

/** The parts of a list between its outer commas. */
function partsOf(list: string): string[] {
  const parts: string[] = []
  let [start, depth] = [0, 0]
  for (let at = 0; at < list.length; at++) {
    const sign = list[at]
    if (sign === '\\') at++
    else if (sign === '(' || sign === '[') depth++
    else if (sign === ')' || sign === ']') depth--
    else if (sign === ',' && depth === 0) {
      parts.push(list.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, list.slice(start)]
}

const ESCAPE = /\\(?:([0-9a-f]{1,6}) ?|(.))/gi
const CLASS = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/gi

/** The classes that an element or its ancestors must have. What is inside `:not()`, `:is()`, `:where()` and `:has()` does not count. */
function classesOf(selector: string): string[] {
  let text = selector
  for (let last = ''; last !== text;) {
    last = text
    text = text.replace(/:(?:not|is|where|has)\((?:\\.|[^()\\])*\)/g, '')
  }
  return [...text.matchAll(CLASS)].map(([, name = '']) =>
    name.replace(ESCAPE, (_, hex: string | undefined, sign: string) =>
      hex === undefined ? sign : String.fromCodePoint(Number.parseInt(hex, 16)),
    ),
  )
}

/** Whether a class can be in a document that this code makes. */
function classReader(code: string): (name: string) => boolean {
  const words = new Set(code.split(/[\s"'`{}$]+/))
  // `page-${width}`
  const beginnings = [...code.matchAll(/([a-z][\w-]*-)\$\{/g)].map(([, word = '']) => word)
  const plain = code.replaceAll('\\', '')
  return (name) =>
    words.has(name) ||
    beginnings.some((word) => name.startsWith(word)) ||
    (/["'`{}$\\]/.test(name) && plain.includes(name))
}

const write = ({ head, body }: Rule): string => (body === undefined ? `${head};` : `${head}{${body}}`)
const isNamed = ({ head }: Rule): boolean => /^@(?:keyframes|property) /.test(head)

function filtered(
  css: string,
  isKept: (rule: Rule) => Rule | undefined,
  dropped: readonly string[] = [],
): string {
  return rulesOf(css)
    .filter(({ head }) => !dropped.includes(head))
    .map((rule) => {
      if (!/^@(?:media|supports|layer|container|starting-style)\b/.test(rule.head)) return isKept(rule)
      if (rule.body === undefined) return rule
      const body = filtered(rule.body, isKept)
      // An empty layer keeps its place in the order of layers.
      return body === '' && !rule.head.startsWith('@layer') ? undefined : { head: rule.head, body }
    })
    .flatMap((rule) => (rule ? [write(rule)] : []))
    .join('')
}

/**
 * The style sheet without its fonts, its comments, and the layer `properties`: Tailwind fills it for browsers that do not know
 * `@property`, and those of `cssTarget` do.
 */
export const lean = (css: string): string =>
  filtered(
    css.replaceAll(/\/\*[\s\S]*?\*\//g, '').trim(),
    (rule) => (rule.head === '@font-face' ? undefined : rule),
    ['@layer properties'],
  )

/**
 * The part of a style sheet that a document can need whose elements are made by this code. The whole sheet can follow it without
 * a change: it repeats every rule of the part, in the same layers and the same order.
 */
export function partFor(css: string, code: string): string {
  const isKnown = classReader(code)
  const pick = (rule: Rule): Rule | undefined => {
    if (rule.head.startsWith('@')) return rule
    const kept = partsOf(rule.head).filter((selector) => classesOf(selector).every(isKnown))
    return kept.length > 0 ? { ...rule, head: kept.join(',') } : undefined
  }
  const used = filtered(css, (rule) => (isNamed(rule) ? undefined : pick(rule)))
  const names = new Set(used.match(/[\w-]+/g))
  return filtered(css, (rule) =>
    isNamed(rule) && !names.has(rule.head.split(' ')[1] ?? '') ? undefined : pick(rule),
  )
}
