import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { missingRows, unstableFiles } from './unstable.ts'

const document = `# Testing

### Unstable files

| file | tests |
|---|---|
| \`a.test.ts\` | one |

## Next

| \`b.test.ts\` | not of this table |
`
const failure = (file: string, name: string) => ({ project: 'server', file, name, error: '' })

test('reads the files of the table', () => {
  expect(unstableFiles(document)).toEqual(['a.test.ts'])
  expect(() => unstableFiles('# Testing')).toThrow('Unstable files')
})

test('a file that passed only alone gets one row, unless the table has it', () => {
  const failures = [
    failure('a.test.ts', 'one'),
    failure('b.test.ts', 'two | 2'),
    failure('b.test.ts', 'three'),
  ]
  expect(missingRows(document, failures)).toEqual(['| `b.test.ts` | two / 2; three |'])
})

test('the document has the table', () => {
  const file = path.resolve(import.meta.dirname, '../docs/TESTING.md')
  expect(unstableFiles(readFileSync(file, 'utf8'))).toBeInstanceOf(Array)
})
