/**
 * Makes formatted text from Markdown: paragraphs, headings, lists, strong and emphasised words. Everything else is refused by its
 * name, and nothing is passed through, so no markup of an operator reaches a member's browser.
 */
import {
  MAX_MARKDOWN,
  richText,
  type Block,
  type RichText,
  type Run,
} from '@fairlot/contract/media/rich-text'
import { Lexer, type Token, type Tokens } from 'marked'
import { Refusal } from '../../../platform/refusal.ts'

/** What Markdown can have and a description cannot. The keys are the parser's names, the values what operators read. */
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

const notAllowed = (what: string, line: number): Refusal =>
  new Refusal('TEXT_NOT_ALLOWED', { values: { what, line }, fields: { description: 'TEXT_NOT_ALLOWED' } })
const refuse = (token: Token, lineOf: LineOf): Refusal =>
  notAllowed(NOT_ALLOWED[token.type] ?? token.type, lineOf(token))

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

type Look = Pick<Run, 'strong' | 'emphasis'>

/** Control characters, and those that override the direction of what follows. */
const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** What HTML needs escaped is written as it is: nothing here makes HTML. */
const plain = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)

function runsOf(tokens: readonly Token[], line: LineOf, look: Look = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    if (token.type === 'strong') return runsOf(token.tokens ?? [], line, { ...look, strong: true })
    if (token.type === 'em') return runsOf(token.tokens ?? [], line, { ...look, emphasis: true })
    if (token.type === 'br') return [{ text: ' ', ...look }]
    if (token.type === 'escape') return [{ text: plain(token.text as string), ...look }]
    if (token.type !== 'text') throw refuse(token, line)
    if ('tokens' in token && token.tokens) return runsOf(token.tokens, line, look)
    return [{ text: plain(token.raw).replaceAll(/\s+/g, ' '), ...look }]
  })
}

/** Neighbours of one look become one run, and the line loses the blanks at its ends. */
function joinedRuns(tokens: readonly Token[], line: LineOf): Run[] {
  const runs: Run[] = []
  for (const run of runsOf(tokens, line)) {
    const text = run.text.replaceAll(INVISIBLE, '')
    const last = runs.at(-1)
    if (last && last.strong === run.strong && last.emphasis === run.emphasis) last.text += text
    else if (text !== '') runs.push({ ...run, text })
  }
  const [first, last] = [runs[0], runs.at(-1)]
  if (first) first.text = first.text.trimStart()
  if (last) last.text = last.text.trimEnd()
  return runs.filter(({ text }) => text !== '')
}

function itemOf(item: Tokens.ListItem, line: LineOf): Run[] {
  if (item.task) throw notAllowed(NOT_ALLOWED['checkbox']!, line(item))
  const tokens = item.tokens.flatMap((token): Token[] => {
    if (token.type === 'list') throw notAllowed('a list in a list', line(token))
    if (token.type === 'space') return [{ type: 'br', raw: '\n' }]
    if (token.type !== 'text' && token.type !== 'paragraph') throw refuse(token, line)
    return 'tokens' in token && token.tokens ? token.tokens : [token]
  })
  return joinedRuns(tokens, line)
}

function blockOf(token: Token, line: LineOf): Block[] {
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

/**
 * The tree of a Markdown text; empty for an empty text.
 * @throws Refusal TEXT_NOT_ALLOWED with what the text has and must not have, and its line; INPUT_INVALID when it is too long
 */
export function richTextOf(markdown: string): RichText {
  if (markdown.length > MAX_MARKDOWN)
    throw new Refusal('INPUT_INVALID', { fields: { description: 'TOO_LONG' } })
  let first = 1
  const blocks = new Lexer(OPTIONS).lex(markdown.normalize('NFC')).flatMap((token) => {
    const line = linesOf(token.raw, first)
    first += linesIn(token.raw)
    return blockOf(token, line)
  })
  const parsed = richText.safeParse(blocks)
  if (!parsed.success) throw new Refusal('INPUT_INVALID', { fields: { description: 'TOO_LONG' } })
  return parsed.data
}
