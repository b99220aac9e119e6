/** Files that fail, run again by Vitest itself. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { root } from './process.ts'
import { runRepeating, runVitest } from './vitest.ts'

let directory = ''
beforeEach(async () => {
  // Test files find Vitest in the folders above them.
  await mkdir(path.join(root, '.cache'), { recursive: true })
  directory = await mkdtemp(path.join(root, '.cache/repeats-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const write = (name: string, body: string) =>
  writeFile(
    path.join(directory, name),
    `import { existsSync, writeFileSync } from 'node:fs'\nimport { expect, test } from 'vitest'\n${body}\n`,
  )

test('a file that fails runs once more, and only its second run counts', async () => {
  const mark = JSON.stringify(path.join(directory, 'mark'))
  await mkdir(path.join(directory, 'in'))
  await write('in/good.test.ts', `test('one', () => expect(1).toBe(1))`)
  await write(
    'in/busy.test.ts',
    `test('one', () => undefined)
     test('two', () => { const isSecond = existsSync(${mark}); writeFileSync(${mark}, ''); expect(isSecond).toBe(true) })`,
  )
  await write('broken.test.ts', `test('one', () => expect(1).toBe(2))`)
  await writeFile(
    path.join(directory, 'vitest.config.mjs'),
    `export default {
       test: { root: import.meta.dirname, projects: [{ extends: true, test: { name: 'shop', include: ['**/*.test.ts'] } }] }
     }`,
  )
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  let runsBefore = 0
  const { passed, failed, failures, unstable, notes } = await runRepeating({
    name: 'repeated tests',
    echo: false,
    args: ['--config', path.join(directory, 'vitest.config.mjs')],
    directory,
    between: async () => void runsBefore++,
  })
  const said = log.mock.calls.map(([line]) => String(line))
  log.mockRestore()
  expect(said).toContain(
    'repeated tests: these files failed and run once more, alone: broken.test.ts, in/busy.test.ts',
  )
  expect(said).toContain(notes[0])
  expect({ passed, failed }).toEqual({ passed: 3, failed: 1 })
  expect(notes).toEqual(['passed only alone: in/busy.test.ts (1 of 2 tests failed beside the others)'])
  expect(runsBefore).toBe(1)
  expect(failures).toEqual([shopFailure('broken.test.ts', 'one', 'expected 1 to be 2')])
  expect(unstable).toEqual([shopFailure('in/busy.test.ts', 'two', 'expected false to be true')])
})

const shopFailure = (file: string, name: string, error: string) => ({
  project: 'shop',
  file,
  name,
  error: expect.stringMatching(new RegExp(`^${error}.*\\nat .*/${file}:\\d`)),
})

const unstated = (file: string, name: string, error: string) => ({
  project: '',
  file,
  name,
  error: expect.stringContaining(error),
})

test('names a file that cannot be loaded, a failed hook, an error outside of the tests and a run of no test', async () => {
  await write('unloadable.test.ts', `throw new Error('no such module')`)
  await write(
    'hooks.test.ts',
    `import { beforeAll, describe } from 'vitest'
     describe('world', () => { beforeAll(() => { throw new Error('no world') }); test('one', () => undefined) })
     test('two', () => void Promise.reject(new Error('nobody waits')))`,
  )
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const run = (...names: string[]) =>
    runVitest({ name: 'failing tests', echo: false, args: ['--root', directory, ...names] })
  const { passed, failed, failures } = await run('unloadable', 'hooks')
  const none = await run('nothing')
  log.mockRestore()
  expect({ passed, failed }).toEqual({ passed: 1, failed: 3 })
  expect(failures.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    unstated('', 'outside of the tests', 'nobody waits'),
    unstated('unloadable.test.ts', 'the file', 'no such module'),
    unstated('hooks.test.ts', 'world (a hook)', 'no world'),
  ])
  expect(none).toMatchObject({ passed: 0, failed: 1, failures: [{ error: 'no test ran' }] })
})
