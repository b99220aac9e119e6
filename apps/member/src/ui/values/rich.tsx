import { cloneElement, Fragment } from 'react'
import type { ReactElement, ReactNode } from 'react'

type RichProps = {
  /** a message that contains `<name>…</name>` or `<name/>` */
  text: string
  /** the element for each name; the text between the tags becomes its content */
  parts: Record<string, ReactElement<{ children?: ReactNode }>>
}

const TAG = /<(\w+)(?:\/>|>(.*?)<\/\1>)/gs

/** Renders a message with bold or linked words. Messages name the parts; the elements are in the code. */
export function Rich({ text, parts }: RichProps) {
  const pieces: ReactNode[] = []
  let from = 0
  for (const match of text.matchAll(TAG)) {
    const [whole, name = '', content] = match
    const part = parts[name]
    if (!part) continue
    pieces.push(text.slice(from, match.index))
    pieces.push(content === undefined ? part : cloneElement(part, undefined, content))
    from = match.index + whole.length
  }
  pieces.push(text.slice(from))
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a sentence are identified by their position
  return pieces.map((piece, index) => <Fragment key={index}>{piece}</Fragment>)
}
