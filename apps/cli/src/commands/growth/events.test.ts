import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FUNDED, loggedIn, testDesk, type TestDesk } from '../../operate.fixture.ts'

let folder: string
let file: string
const TERMS = {
  titles: [{ language: 'en-us', title: 'Share the pool' }],
  pool: '1000',
  winners: 3,
  deadline: '2026-12-24T18:00:00Z',
  grade: 'beacon',
}
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fairlot-events-'))
  file = path.join(folder, 'event.json')
  writeFileSync(file, JSON.stringify(TERMS))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The input of the newest call of an endpoint. */
const asked = (desk: TestDesk, at: string) => desk.heard.findLast((call) => call.path === at)?.input

const LISTED = {
  event: 'P1-0001',
  status: 'drawn',
  pool: '1000.00',
  winners: 3,
  participants: 2,
  opensAt: Date.UTC(2026, 11, 1),
  deadline: Date.UTC(2026, 11, 24),
  endedAt: Date.UTC(2026, 11, 24, 1),
  demo: false,
}
const SHOWN = {
  ...LISTED,
  titles: [{ language: 'en-us', title: 'Share the pool' }],
  prize: '333.3333',
  friends: 3,
  topUp: '100.00',
  grade: 'beacon',
  chain: 'ab'.repeat(32),
  delay: 30,
  witnesses: null,
  commitment: 'cd'.repeat(32),
  balance: '0.00',
  sealedAt: Date.UTC(2026, 11, 24),
  attempt: 1,
  drawnAt: Date.UTC(2026, 11, 24),
  paid: 1,
  returned: 1,
  shares: null,
  why: null,
  approval: null,
}

test('lists and shows events with what became of their prizes', async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/eventlist'] = () => ({ items: [LISTED] })
  expect((await desk.run('events', 'list')).out).toMatch(/P1-0001 +drawn/)
  desk.answers['/operator/eventshow'] = () => SHOWN
  const { out } = await desk.run('events', 'show', 'P1-0001')
  expect(asked(desk, '/operator/eventshow')).toEqual({ event: 'P1-0001' })
  expect(out).toMatch(/back to the house +1 prizes of closed accounts/)
  expect(out).not.toContain('even shares')
  desk.answers['/operator/eventshow'] = () => ({ ...SHOWN, shares: { paid: 4, returned: 1 } })
  expect((await desk.run('events', 'show', 'P1-0001')).out).toMatch(
    /even shares paid +4; 1 of closed accounts went back/,
  )
  desk.answers['/operator/eventshow'] = () => ({ ...SHOWN, status: 'void', why: 'empty', drawnAt: null })
  expect((await desk.run('events', 'show', 'P1-0001')).out).toMatch(/state +void: nobody joined/)
})

test('checks the terms of a file, and opens an event as a request that another operator approves', async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/eventcheck'] = () => ({
    prize: '333.3333',
    rest: '0.0001',
    friends: 3,
    topUp: '100.00',
    grade: 'beacon',
    chain: 'ab'.repeat(32),
    delay: 30,
    witnesses: null,
    available: '400.00',
    missing: '600.00',
  })
  const checked = await desk.run('events', 'check', '--file', file)
  expect(asked(desk, '/operator/eventcheck')).toEqual({ ...TERMS, deadline: Date.UTC(2026, 11, 24, 18) })
  expect(checked.out).toMatch(/missing +.*600/)
  desk.answers['/operator/eventopen'] = () => ({
    ...FUNDED,
    approval: { ...FUNDED.approval, action: 'event.open', params: { pool: '1000.00' } },
  })
  const { status, out, notes } = await desk.run('events', 'open', '--file', file, '--reason', 'winter')
  expect(status).toBe(0)
  expect(asked(desk, '/operator/eventopen')).toMatchObject({ pool: '1000', reason: 'winter' })
  expect(out + notes).toMatch(/another operator/i)
})

test('a file that is no JSON object is refused before a call', async () => {
  const desk = await loggedIn(testDesk())
  const wrong = path.join(folder, 'wrong.json')
  writeFileSync(wrong, '[1]')
  const { status, notes } = await desk.run('events', 'check', '--file', wrong)
  expect([status, notes.includes('is not a JSON object')]).toEqual([1, true])
})
