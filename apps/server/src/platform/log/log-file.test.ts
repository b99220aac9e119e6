import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogFile } from './log-file.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'fairlot-log-'))
})
afterEach(() => rm(home, { recursive: true }))

const read = (name: string) => readFile(path.join(home, name), 'utf8')
const unexpected = (error: Error) => {
  throw error
}

test('keeps the lines of before the data directory, and appends to what is there', async () => {
  await writeFile(path.join(home, 'server.log'), 'old\n')
  const file = createLogFile(unexpected)
  file.write('early\n')
  expect(await read('server.log')).toBe('old\n')
  expect(file.open(home)).toBe(path.join(home, 'server.log'))
  file.write('late\n')
  expect(await read('server.log')).toBe('old\nearly\nlate\n')
})

test('only its user can read a new file', async () => {
  createLogFile(unexpected).open(home)
  expect((await stat(path.join(home, 'server.log'))).mode & 0o777).toBe(0o600)
})

test('begins a new part when one is full, and keeps four of them', async () => {
  const file = createLogFile(unexpected, { partBytes: 10 })
  file.open(home)
  for (let n = 1; n <= 14; n++) file.write(`line${n}\n`)
  expect((await readdir(home)).toSorted()).toEqual(
    ['', '.1', '.2', '.3', '.4'].map((part) => `server.log${part}`),
  )
  expect(await read('server.log')).toBe('line14\n')
  expect(await read('server.log.4')).toBe('line10\n')
})

test('reports a place that cannot be written once, and goes on', () => {
  const errors: Error[] = []
  const file = createLogFile((error) => void errors.push(error))
  file.open(path.join(home, 'missing'))
  file.write('lost\n')
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('ENOENT')])
})

test('writes again some seconds after the place can be written, and says how many lines are missing', async () => {
  const errors: string[] = []
  let ms = 0
  const place = path.join(home, 'later')
  const file = createLogFile((error) => void errors.push(error.message), { monotonicMs: () => ms })
  file.open(place)
  file.write('lost\n')
  await mkdir(place)
  file.write('too early\n')
  ms += 10_000
  file.write('there\n')
  file.write('and more\n')
  expect(errors).toHaveLength(1)
  const lines = (await read('later/server.log')).split('\n')
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'warn', lost: 2 })
  expect(lines.slice(1)).toEqual(['there', 'and more', ''])
})

test.skipIf(!existsSync('/dev/full'))('writes again after the disk was full', async () => {
  const errors: string[] = []
  let ms = 0
  await symlink('/dev/full', path.join(home, 'server.log'))
  const file = createLogFile((error) => void errors.push(error.message), { monotonicMs: () => ms })
  file.open(home)
  file.write('lost\n')
  ms += 10_000
  file.write('still full\n')
  await rm(path.join(home, 'server.log'))
  file.write('too early\n')
  ms += 10_000
  file.write('there\n')
  expect(errors).toEqual([expect.stringContaining('ENOSPC')])
  expect(await read('server.log')).toMatch(/^\{.*"lost":3,.*\}\nthere\n$/)
})
