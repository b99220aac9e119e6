import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runTool, watch } from './process.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'fairlot-process-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function program(name: string, code: string): Promise<string> {
  const file = path.join(directory, `${name}.js`)
  await writeFile(file, code)
  return file
}

test('answers the output of a program and whether it succeeded', async () => {
  const file = await program(
    'fails',
    `console.log(process.argv[2]); console.error('why'); process.exitCode = 3`,
  )
  const { ok, output } = await runTool(file, ['hello'])
  expect(ok).toBe(false)
  expect(output).toContain('hello')
  expect(output).toContain('why')
})

test('ends a program that writes nothing for the limit, and says so', async () => {
  const file = await program('hangs', `console.log('begun'); setInterval(() => undefined, 1_000)`)
  const { ok, output } = await runTool(file, [], { silenceMs: 1_000 })
  expect(ok).toBe(false)
  expect(output).toContain('begun')
  expect(output).toContain('wrote nothing for 1 s and was ended')
})

test('a sign of life starts the limit again', () => {
  vi.useFakeTimers()
  try {
    const end = vi.fn()
    const silence = watch(1_000, end)
    for (let n = 0; n < 5; n++) {
      vi.advanceTimersByTime(900)
      silence.sign()
    }
    expect(end).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(end).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})
