import { Fragment } from 'react'
import type { Block, RichText, Run } from '@fairlot/contract/media/rich-text'

/** Blocks of formatted text, with elements of the app's own: no markup of an operator is shown as such. */
export function RichTextView({ blocks }: { blocks: RichText }) {
  return blocks.map((block, index) => <BlockView key={index} block={block} />)
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'heading') return <h4 className="text-ink font-semibold">{runs(block.text)}</h4>
  if (block.kind === 'paragraph') return <p className="whitespace-pre-line">{runs(block.text)}</p>
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List className={block.ordered ? 'list-decimal ps-6' : 'list-disc ps-6'}>
      {block.items.map((item, index) => (
        <li key={index} className="mt-1 first:mt-0">
          {runs(item)}
        </li>
      ))}
    </List>
  )
}

const runs = (line: readonly Run[]) =>
  line.map((run, index) => <Fragment key={index}>{linked(run)}</Fragment>)

function linked(run: Run) {
  const inner = styled(run)
  if (run.link === undefined) return inner
  return (
    <a
      href={run.link}
      target="_blank"
      rel="noopener noreferrer"
      className="text-brand underline underline-offset-4"
    >
      {inner}
    </a>
  )
}

function styled({ text, strong, emphasis }: Run) {
  const inner = emphasis ? <em>{text}</em> : text
  return strong ? <strong className="text-ink font-semibold">{inner}</strong> : inner
}
