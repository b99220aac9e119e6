/** Files that fail, run again by Vitest itself. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { root } from './process.ts'
import { runRepeating } from './vitest.ts'

let directory = ''
beforeAll(async () => {
  // Test files find Vitest in the folders above them.
  await mkdir(path.join(root, '.cache'), { recursive: true })
  directory = await mkdtemp(path.join(root, '.cache/repeats-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const write = (name: string, body: string) =>
  writeFile(
    path.join(directory, name),
    `import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, test } from 'vitest'\n${body}\n`,
  )

test('a file that fails runs once more, and only its second run counts', async () => {
  const mark = JSON.stringify(path.join(directory, 'mark'))
  await write('good.test.ts', `test('one', () => expect(1).toBe(1))`)
  await write(
    'busy.test.ts',
    `test('one', () => undefined)
     test('two', () => { const isSecond = existsSync(${mark}); writeFileSync(${mark}, ''); expect(isSecond).toBe(true) })`,
  )
  await write('broken.test.ts', `test('one', () => expect(1).toBe(2))`)
  await writeFile(
    path.join(directory, 'vitest.config.mjs'),
    'export default { test: { root: import.meta.dirname } }',
  )
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  let runsBefore = 0
  const { passed, failed, notes } = await runRepeating({
    name: 'repeated tests',
    echo: false,
    args: ['--config', path.join(directory, 'vitest.config.mjs')],
    directory,
    between: async () => void runsBefore++,
  })
  const said = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  expect(said).toContain(
    'repeated tests: these files failed and run once more, alone: broken.test.ts, busy.test.ts',
  )
  expect(said).toContain(notes[0])
  expect({ passed, failed }).toEqual({ passed: 3, failed: 1 })
  expect(notes).toEqual(['passed only alone: busy.test.ts (1 of 2 tests failed beside the others)'])
  expect(runsBefore).toBe(1)
})
