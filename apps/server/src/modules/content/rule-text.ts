/**
 * A text of the rules in Markdown: `# title`, one paragraph that introduces it, then sections that begin with `## title`. Operators write it
 * so, and the texts of a release are kept so.
 */
import { richText, type Block, type RichText, type Run } from '@fairlot/contract/media/rich-text'
import { Refusal } from '../../platform/refusal.ts'
import { piecesOf } from '../../platform/text/markdown.ts'
import type { RuleText } from './rule.ts'

/** Characters of the Markdown of one language. */
export const MAX_RULE_TEXT = 40_000
const MAX_SECTIONS = 60
const MAX_BLOCKS = 100
/** Characters of a title, and of the introduction. */
const MAX_TITLE = 200
const MAX_INTRO = 1_000
/** More than a mark becomes: the longest is the list of the facts of the house. */
const FILLED_MARK = 'x'.repeat(2_500)

export type RuleSection = { title: string; blocks: RichText }
export type ReadRule = { title: string; intro: string; sections: RuleSection[] }

const FIELD = 'text'
const notAllowed = (what: string) =>
  new Refusal('TEXT_NOT_ALLOWED', { values: { what, line: 1 }, fields: { [FIELD]: 'TEXT_NOT_ALLOWED' } })
const tooLong = () => new Refusal('INPUT_INVALID', { fields: { [FIELD]: 'TOO_LONG' } })

const plainRuns = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')
const withAddress = ({ text, link }: Run) =>
  link === undefined || link === text ? text : `${text} (${link})`
const lineOf = (runs: readonly Run[]) => runs.map(withAddress).join('')

/** The block as plain text, for clients that show nothing else. */
const plainBlock = (block: Block): string =>
  block.kind === 'list'
    ? block.items.map((item, at) => `${block.ordered ? `${at + 1}.` : '•'} ${lineOf(item)}`).join('\n')
    : lineOf(block.text)

export const plainText = (blocks: RichText): string => blocks.map(plainBlock).join('\n\n')

/**
 * @throws Refusal TEXT_NOT_ALLOWED with what the text has and must not have, or what it lacks; INPUT_INVALID when it is too long
 */
export function readRule(markdown: string): ReadRule {
  if (markdown.length > MAX_RULE_TEXT) throw tooLong()
  const [head, intro, ...rest] = piecesOf(markdown, { field: FIELD, links: true })
  if (head?.level !== 1 || head.block.kind !== 'heading')
    throw notAllowed('another beginning than a title (# …)')
  if (intro?.block.kind !== 'paragraph') throw notAllowed('a title without a paragraph below it')
  const sections: RuleSection[] = []
  for (const { block, level } of rest) {
    if (level === 1) throw notAllowed('a second title (# …)')
    if (level === 2 && block.kind === 'heading') sections.push({ title: plainRuns(block.text), blocks: [] })
    else {
      const section = sections.at(-1)
      if (!section) throw notAllowed('more than one paragraph before its first section (## …)')
      section.blocks.push(block)
    }
  }
  if (sections.length === 0) throw notAllowed('no section (## …)')
  const text = { title: plainRuns(head.block.text), intro: lineOf(intro.block.text), sections }
  const titles = [text.title, ...sections.map(({ title }) => title)]
  const isLong =
    titles.some(({ length }) => length > MAX_TITLE) ||
    text.intro.length > MAX_INTRO ||
    sections.length > MAX_SECTIONS ||
    sections.some(({ blocks }) => blocks.length > MAX_BLOCKS)
  if (isLong) throw tooLong()
  return text
}

/** A text of a release as Markdown. */
export const markdownOf = ({ title, intro, sections }: RuleText): string =>
  [`# ${title}`, intro, ...sections.flatMap((section) => [`## ${section.title}`, section.text])].join('\n\n')

/** The runs and titles with the marks replaced. */
export function filledRule(rule: ReadRule, fill: (text: string) => string): ReadRule {
  const runs = (line: readonly Run[]) => line.map((run) => ({ ...run, text: fill(run.text) }))
  const blocks = (block: Block): Block =>
    block.kind === 'list' ? { ...block, items: block.items.map(runs) } : { ...block, text: runs(block.text) }
  return {
    title: rule.title,
    intro: fill(rule.intro),
    sections: rule.sections.map((section) => ({ title: section.title, blocks: section.blocks.map(blocks) })),
  }
}

/**
 * Reads a draft: what is published from it can be shown, whatever the marks become.
 * @throws Refusal as `readRule`, and INPUT_INVALID for a paragraph, list or address that is too long for the answer of `rule`
 */
export function readDraft(markdown: string): ReadRule {
  const rule = readRule(markdown)
  const longest = filledRule(rule, (text) => text.replaceAll(/\{[a-zA-Z]+\}/g, FILLED_MARK))
  if (longest.sections.some(({ blocks }) => !richText.safeParse(blocks).success)) throw tooLong()
  return rule
}
