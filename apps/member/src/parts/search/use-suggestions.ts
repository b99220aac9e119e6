import { goodsSuggest } from '@fairlot/contract/endpoints/mall/goods'
import type { LinkProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Output } from '../../api/api.ts'
import { useRead } from '../../queries/queries.ts'
import { paths } from '../../paths.ts'

export type Suggestions = Output<typeof goodsSuggest>
type Item = Suggestions['items'][number]

/** Typing that pauses this long is searched for. */
const PAUSE_MS = 200

/** One line that leads somewhere. */
export type Suggestion =
  | { kind: 'issue'; key: string; link: LinkProps; card: Item }
  | { kind: 'category'; key: string; link: LinkProps; title: string; count: number }
  | { kind: 'drawn' | 'all'; key: string; link: LinkProps; text: string; count: number }
  | { kind: 'recent'; key: string; link: LinkProps; text: string }

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The lines for an answer, in their order. */
function linesOf(text: string, answer: Suggestions): Suggestion[] {
  const { items, categories, selling, drawn, text: shown } = answer
  const [first] = items
  const mode =
    first && first.mode !== 'goods' && items.every((card) => card.mode === first.mode)
      ? first.mode
      : undefined
  const place = mode === undefined ? {} : { mode }
  return [
    ...items.map((card): Suggestion => ({
      kind: 'issue',
      key: card.issue,
      link: paths.goods(card.issue),
      card,
    })),
    ...categories.map(({ id, title, count }): Suggestion => ({
      kind: 'category',
      key: `category ${id}`,
      link: paths.mall({ search: text, category: id, ...place }),
      title,
      count,
    })),
    ...(drawn > 0
      ? [
          {
            kind: 'drawn' as const,
            key: 'drawn',
            link: paths.mall({ search: text, status: 'drawn', ...place }),
            text: shown,
            count: drawn,
          },
        ]
      : []),
    ...(selling > items.length
      ? [
          {
            kind: 'all' as const,
            key: 'all',
            link: paths.mall({ search: text, ...place }),
            text: shown,
            count: selling,
          },
        ]
      : []),
  ]
}

/**
 * What the search suggests for a text while it is typed. The answer to the text before stays until the next one is there, so
 * that the lines keep their places.
 */
export function useSuggestions(typed: string): {
  answer: Suggestions | undefined
  lines: Suggestion[]
  failed: boolean
} {
  const text = useSettled(typed.trim())
  const query = useRead(goodsSuggest, { search: text === '' ? ' ' : text }, { enabled: text !== '' })
  const [last, setLast] = useState(query.data)
  if (query.data !== undefined && query.data !== last) setLast(query.data)
  const answer = typed.trim() === '' ? undefined : (query.data ?? last)
  return { answer, lines: answer ? linesOf(text, answer) : [], failed: query.isError }
}
