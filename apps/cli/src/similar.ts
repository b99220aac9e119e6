/** The name that an operator probably meant. */

/** How many letters have to be changed, added or removed to get from one word to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [line, letter] of Array.from(from).entries()) {
    const next = [line + 1]
    for (const [at, other] of Array.from(to).entries())
      next.push(Math.min(row[at + 1]! + 1, next[at]! + 1, row[at]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

/** The candidate that is most like a word, when a third of its letters differ at most; a beginning counts as alike. */
export function similar(word: string, candidates: readonly string[]): string | null {
  const lower = word.toLowerCase()
  const scored = candidates.map((candidate) => {
    const other = candidate.toLowerCase()
    const isPart = lower.length >= 4 && other.includes(lower)
    return { candidate, score: isPart ? 0 : distance(lower, other) / other.length }
  })
  const best = scored.toSorted((a, b) => a.score - b.score)[0]
  return best && best.score <= 1 / 3 ? best.candidate : null
}
