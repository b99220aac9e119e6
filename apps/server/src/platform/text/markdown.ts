/**
 * Makes formatted text from Markdown: paragraphs, headings, lists, strong and emphasised words, and links where the text can have them.
 * Everything else is refused by its name, and nothing is passed through, so no markup of an operator reaches a member's browser.
 */
import { SAFE_LINK, type Block, type Run } from '@fairlot/contract/media/rich-text'
import { Lexer, type Token, type Tokens } from 'marked'
import { Refusal } from '../refusal.ts'

/** What Markdown can have and these texts cannot. The keys are the parser's names, the values what operators read. */
const NOT_ALLOWED: Readonly<Record<string, string>> = {
  html: 'HTML',
  tag: 'HTML',
  link: 'a link',
  image: 'a picture',
  code: 'code',
  codespan: 'code',
  table: 'a table',
  blockquote: 'a quotation',
  hr: 'a line',
  del: 'struck text',
  checkbox: 'a check box',
  def: 'a link',
}

/** The line, from 1, on which a piece of a block begins. */
type LineOf = (piece: Pick<Token, 'raw'>) => number

/** What a text can have, and the field of the call that it comes in. */
export type MarkdownOptions = { readonly field: string; readonly links: boolean }

/** How the pieces of a block are read. */
type Reading = MarkdownOptions & { readonly lineOf: LineOf }

const notAllowed = (what: string, line: number, { field }: MarkdownOptions): Refusal =>
  new Refusal('TEXT_NOT_ALLOWED', { values: { what, line }, fields: { [field]: 'TEXT_NOT_ALLOWED' } })
const refuse = (token: Token, reading: Reading): Refusal =>
  notAllowed(NOT_ALLOWED[token.type] ?? token.type, reading.lineOf(token), reading)

const linesIn = (text: string) => text.split('\n').length - 1

/**
 * Finds the lines of a block's pieces: the first place where the piece's first line stands. The first piece that is not allowed is
 * the one that is refused, so nothing before it looks the same.
 * @param first the line on which the block begins
 */
const linesOf =
  (block: string, first: number): LineOf =>
  ({ raw }) => {
    const at = block.indexOf(raw.trimStart().split('\n')[0]!)
    return first + linesIn(block.slice(0, Math.max(at, 0)))
  }

type Look = Pick<Run, 'strong' | 'emphasis' | 'link'>

/** Control characters, and those that override the direction of what follows. */
const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** What HTML needs escaped is written as it is: nothing here makes HTML. */
const plain = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)

/** A text of the house keeps its spaces that do not break; descriptions of products are stored without them. */
const BLANKS = /[^\S\u00a0\u202f]+/g

/** What a reader takes for the address of a page. */
const ADDRESS = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/giu

/** @throws Refusal for an address that is not https, that hides another one, or whose text names another page */
function linkOf(token: Tokens.Link, reading: Reading): string {
  const link = plain(token.href)
  if (!SAFE_LINK.test(link)) throw notAllowed('a link that is not https', reading.lineOf(token), reading)
  const { hostname } = new URL(link)
  const named = plain(token.text).normalize('NFKC').match(ADDRESS) ?? []
  if (named.some((address) => address.toLowerCase() !== hostname))
    throw notAllowed('a link whose text names another page', reading.lineOf(token), reading)
  return link
}

function runsOf(tokens: readonly Token[], line: Reading, look: Look = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    if (token.type === 'strong') return runsOf(token.tokens ?? [], line, { ...look, strong: true })
    if (token.type === 'em') return runsOf(token.tokens ?? [], line, { ...look, emphasis: true })
    if (token.type === 'link' && line.links && look.link === undefined)
      return runsOf(token.tokens ?? [], line, { ...look, link: linkOf(token as Tokens.Link, line) })
    if (token.type === 'br') return [{ text: ' ', ...look }]
    if (token.type === 'escape') return [{ text: plain(token.text as string), ...look }]
    if (token.type !== 'text') throw refuse(token, line)
    if ('tokens' in token && token.tokens) return runsOf(token.tokens, line, look)
    return [{ text: plain(token.raw).replaceAll(line.links ? BLANKS : /\s+/g, ' '), ...look }]
  })
}

/** Neighbours of one look become one run, and the line loses the blanks at its ends. */
function joinedRuns(tokens: readonly Token[], line: Reading): Run[] {
  const runs: Run[] = []
  for (const run of runsOf(tokens, line)) {
    const text = run.text.replaceAll(INVISIBLE, '')
    const last = runs.at(-1)
    const isSame = last?.strong === run.strong && last?.emphasis === run.emphasis && last?.link === run.link
    if (last && isSame) last.text += text
    else if (text !== '') runs.push({ ...run, text })
  }
  const [first, last] = [runs[0], runs.at(-1)]
  if (first) first.text = first.text.trimStart()
  if (last) last.text = last.text.trimEnd()
  return runs.filter(({ text }) => text !== '')
}

function itemOf(item: Tokens.ListItem, line: Reading): Run[] {
  if (item.task) throw notAllowed(NOT_ALLOWED['checkbox']!, line.lineOf(item), line)
  const tokens = item.tokens.flatMap((token): Token[] => {
    if (token.type === 'list') throw notAllowed('a list in a list', line.lineOf(token), line)
    if (token.type === 'space') return [{ type: 'br', raw: '\n' }]
    if (token.type !== 'text' && token.type !== 'paragraph') throw refuse(token, line)
    return 'tokens' in token && token.tokens ? token.tokens : [token]
  })
  return joinedRuns(tokens, line)
}

function blockOf(token: Token, line: Reading): Block[] {
  if (token.type === 'space') return []
  if (token.type === 'list') {
    const list = token as Tokens.List
    const items = list.items.map((item) => itemOf(item, line)).filter((item) => item.length > 0)
    return items.length > 0 ? [{ kind: 'list', ordered: list.ordered, items }] : []
  }
  if (token.type !== 'paragraph' && token.type !== 'heading') throw refuse(token, line)
  const text = joinedRuns(token.tokens ?? [], line)
  return text.length > 0 ? [{ kind: token.type, text }] : []
}

/** Neither autolinks nor struck text: what looks like an address is text. */
const OPTIONS = { gfm: false, breaks: false } as const

/** A block, and the level of a heading: `## …` has 2. Other blocks have 0. */
export type Piece = { block: Block; level: number }

/**
 * The blocks of a Markdown text; empty for an empty text.
 * @throws Refusal TEXT_NOT_ALLOWED with what the text has and must not have, and its line
 */
export function piecesOf(markdown: string, options: MarkdownOptions): Piece[] {
  let first = 1
  return new Lexer(OPTIONS).lex(markdown.normalize('NFC')).flatMap((token) => {
    const lineOf = linesOf(token.raw, first)
    first += linesIn(token.raw)
    const level = token.type === 'heading' ? (token as Tokens.Heading).depth : 0
    return blockOf(token, { ...options, lineOf }).map((block) => ({ block, level }))
  })
}
