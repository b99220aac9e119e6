/** The table of unstable files in docs/TESTING.md: those that passed only alone, until their cause is mended. */
import type { Failure } from './tally.ts'

const HEADING = '### Unstable files'

/** The files in the table of the document. @throws Error when the document has no such table */
export function unstableFiles(document: string): string[] {
  const [, section] = document.split(`\n${HEADING}\n`)
  if (section === undefined) throw new Error(`docs/TESTING.md has no "${HEADING}"`)
  const [table = ''] = section.split(/^#/m)
  return Array.from(table.matchAll(/^\| `([^`]+)` \|/gm), ([, file = '']) => file)
}

/** What `npm test` says of files that passed only alone: the rows that the table lacks. Empty: it has them all. */
export function missingRows(document: string, unstable: readonly Failure[]): string[] {
  const listed = new Set(unstableFiles(document))
  const missing = Map.groupBy(
    unstable.filter(({ file }) => !listed.has(file)),
    ({ file }) => file,
  )
  return [...missing].map(
    ([file, failures]) =>
      `| \`${file}\` | ${failures.map(({ name }) => name.replaceAll('|', '/')).join('; ')} |`,
  )
}
