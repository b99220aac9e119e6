import { spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { candidates, fontsConf, wrapper } from './chromium.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'fairlot-chromium-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

describe('candidates', () => {
  test('prefer every directory of the PATH with the first name to one with the next name', () => {
    const found = candidates({ path: '/a:/b', home, playwright: undefined })
    expect(found.slice(0, 3)).toEqual(['/a/chromium', '/b/chromium', '/a/chromium-browser'])
  })

  test('leave out relative directories of the PATH', () => {
    const found = candidates({ path: ':bin:/a', home, playwright: undefined })
    expect(found.every(path.isAbsolute)).toBe(true)
  })

  test("take the newest revision of Playwright's cache first", async () => {
    for (const revision of ['chromium-999', 'chromium-1000', 'chromium_headless_shell-1000'])
      await mkdir(path.join(home, '.cache/ms-playwright', revision), { recursive: true })
    const found = candidates({ path: undefined, home, playwright: undefined })
    const revisions = found.map((file) => /ms-playwright\/([^/]+)/.exec(file)?.[1]).filter(Boolean)
    expect([...new Set(revisions)]).toEqual(['chromium-1000', 'chromium-999'])
  })
})

describe('the font configuration', () => {
  test('names the packaged fonts and includes the fonts of the machine if there are any', () => {
    const text = fontsConf(['unpacked/fonts'], '/cache')
    expect(text).toContain('<include ignore_missing="yes">/etc/fonts/fonts.conf</include>')
    expect(text).toContain('<dir prefix="relative">unpacked/fonts</dir>')
  })

  test('escapes a path for XML', () => {
    expect(fontsConf([], '/a & <b>')).toContain('<cachedir>/a &amp; &lt;b&gt;</cachedir>')
  })
})

test('the wrapper sets the variables and passes every argument on, whatever characters the paths contain', async () => {
  const directory = path.join(home, `it's a "$place"`)
  await mkdir(directory)
  const program = path.join(directory, 'program')
  await writeFile(program, '#!/bin/sh\nprintf "%s|" "$FONTS" "$@"\n')
  const start = path.join(home, 'start')
  await writeFile(start, wrapper(program, { FONTS: directory }))
  await Promise.all([program, start].map((file) => chmod(file, 0o755)))
  const { stdout } = spawnSync(start, ['one', 'two words'], { encoding: 'utf8' })
  expect(stdout).toBe(`${directory}|one|two words|`)
})
