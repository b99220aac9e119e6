import { describe, expect, test } from 'vitest'
import { bannerLines } from './banner.ts'
import { printedProgress } from './progress.ts'
import { terminalLine } from './terminal-log.ts'

/** Progress on a clock of the test; `text` is what it has printed. */
function printed(live: boolean) {
  let text = ''
  let now = 0
  const progress = printedProgress((part) => (text += part), { live, now: () => now })
  const step = (name: string, ms: number, line?: string | null) =>
    progress.step(
      name,
      async () => {
        now += ms
      },
      line === undefined ? undefined : () => line,
    )
  return { progress, step, text: () => text }
}

describe('the steps of a start', () => {
  test('are one line each, with their time', async () => {
    const { step, text } = printed(false)
    await step('PostgreSQL', 430, 'PostgreSQL 18')
    await step('schema', 10, null)
    await step('web app', 26_400)
    expect(text()).toBe('  ✓ PostgreSQL 18  0.4 s\n  ✓ web app  26 s\n')
  })

  test('show on a terminal what is under way, and which one failed', async () => {
    const { progress, step, text } = printed(true)
    await step('web app', 100)
    await expect(progress.step('schema', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(text()).toBe('  … web app\r\u001b[K  ✓ web app  0.1 s\n  … schema\r\u001b[K  ✗ schema\n')
  })
})

test('of the log, a terminal gets warnings and errors as short lines', () => {
  expect(terminalLine('{"level":"info","msg":"issue opened"}')).toBeNull()
  expect(terminalLine('{"level":"warn","msg":"no relay"}')).toBe('  ! no relay\n')
  expect(
    terminalLine('{"level":"error","err":{"message":"lost\\u001b[2J","stack":"at x"},"msg":"failed"}'),
  ).toBe('  ✗ failed: lost [2J\n')
})

describe('the banner', () => {
  const parts = {
    url: 'http://127.0.0.1:8080',
    clusterDir: '/srv/data/postgres',
    demo: true,
    firstOwner: { name: 'owner', oneTimePassword: 'aaaa-bbbb-cccc-dddd-eeee' },
    sandbox: true,
    publicKey: 'ab'.repeat(32),
    logFile: '/srv/data/server.log',
    halted: null,
  }
  const config = { publicUrl: undefined, dataDir: '/srv/data' }

  test('has groups, and the one-time password last in a box', () => {
    const text = bannerLines(parts, config).join('\n')
    const heads = text.split('\n').filter((line) => /^[A-Z]\w[\w ]+$/.test(line))
    expect(heads).toEqual(['App', 'Try it', 'Operators', 'This machine'])
    expect(text).toMatch(
      /Try it\n {2}log in +\+880\d+ +password \S+\n[^]* {2}SMS inbox +http\S+\/sandbox\/inbox/,
    )
    const box = text.slice(text.indexOf('╭')).trimEnd().split('\n')
    expect(box.at(-1)).toMatch(/^╰─+╯$/)
    expect(new Set(box.map(({ length }) => length)).size).toBe(1)
    expect(box[2]).toContain('one-time password:  aaaa-bbbb-cccc-dddd-eeee')
    expect(text.split('aaaa-bbbb')).toHaveLength(2)
    expect(text).not.toContain('--url')
  })

  test('of a later start tells operators how to log in at this address', () => {
    const later = { ...parts, url: 'http://127.0.0.1:9000', firstOwner: null, demo: false, sandbox: false }
    const text = bannerLines(later, config).join('\n')
    expect(text).toContain('npm run operator -- login <name> --url http://127.0.0.1:9000')
    expect(text).not.toMatch(/password|Try it|╭|halted/)
    const halted = bannerLines({ ...later, halted: 'restored for a drill' }, config).join('\n')
    expect(halted).toMatch(/^ {2}halted +the log is halted: restored for a drill$/m)
  })
})
