/**
 * Makes formatted text from Markdown: paragraphs, headings, lists, strong and emphasised words. Everything else is refused by its
 * name, and nothing is passed through, so no markup of an operator reaches a member's browser.
 */
import { MAX_MARKDOWN, richText, type Block, type RichText, type Run } from '@fairlot/contract/rich-text'
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

const refuse = (type: string): Refusal =>
  new Refusal('TEXT_NOT_ALLOWED', { values: { what: NOT_ALLOWED[type] ?? type } })

type Look = Pick<Run, 'strong' | 'emphasis'>

/** Control characters, and those that override the direction of what follows. */
const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** What HTML needs escaped is written as it is: nothing here makes HTML. */
const plain = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)

function runsOf(tokens: readonly Token[], look: Look = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    if (token.type === 'strong') return runsOf(token.tokens ?? [], { ...look, strong: true })
    if (token.type === 'em') return runsOf(token.tokens ?? [], { ...look, emphasis: true })
    if (token.type === 'br') return [{ text: ' ', ...look }]
    if (token.type === 'escape') return [{ text: plain(token.text as string), ...look }]
    if (token.type !== 'text') throw refuse(token.type)
    if ('tokens' in token && token.tokens) return runsOf(token.tokens, look)
    return [{ text: plain(token.raw).replaceAll(/\s+/g, ' '), ...look }]
  })
}

/** Neighbours of one look become one run, and the line loses the blanks at its ends. */
function lineOf(tokens: readonly Token[]): Run[] {
  const runs: Run[] = []
  for (const run of runsOf(tokens)) {
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

function itemOf(item: Tokens.ListItem): Run[] {
  if (item.task) throw refuse('checkbox')
  const tokens = item.tokens.flatMap((token): Token[] => {
    if (token.type === 'list') throw new Refusal('TEXT_NOT_ALLOWED', { values: { what: 'a list in a list' } })
    if (token.type === 'space') return [{ type: 'br', raw: '\n' }]
    if (token.type !== 'text' && token.type !== 'paragraph') throw refuse(token.type)
    return 'tokens' in token && token.tokens ? token.tokens : [token]
  })
  return lineOf(tokens)
}

function blockOf(token: Token): Block[] {
  if (token.type === 'space') return []
  if (token.type === 'list') {
    const list = token as Tokens.List
    const items = list.items.map(itemOf).filter((item) => item.length > 0)
    return items.length > 0 ? [{ kind: 'list', ordered: list.ordered, items }] : []
  }
  if (token.type !== 'paragraph' && token.type !== 'heading') throw refuse(token.type)
  const text = lineOf(token.tokens ?? [])
  return text.length > 0 ? [{ kind: token.type, text }] : []
}

/** Neither autolinks nor struck text: what looks like an address is text. */
const OPTIONS = { gfm: false, breaks: false } as const

/**
 * The tree of a Markdown text; empty for an empty text.
 * @throws Refusal TEXT_NOT_ALLOWED with what the text has and must not have; INPUT_INVALID when it is too long
 */
export function richTextOf(markdown: string): RichText {
  if (markdown.length > MAX_MARKDOWN)
    throw new Refusal('INPUT_INVALID', { fields: { description: 'TOO_LONG' } })
  const parsed = richText.safeParse(new Lexer(OPTIONS).lex(markdown.normalize('NFC')).flatMap(blockOf))
  if (!parsed.success) throw new Refusal('INPUT_INVALID', { fields: { description: 'TOO_LONG' } })
  return parsed.data
}
