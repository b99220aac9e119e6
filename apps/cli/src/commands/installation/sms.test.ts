/** Commands of going live: text messages, and the record of a restore drill. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loggedIn, testDesk } from '../../operate.fixture.ts'

const AT = 1_790_000_000_000
const ID = '0198c5a0-0000-7000-8000-000000000001'

test('sms lists the gateway, the counts of the day and the messages that were given up', async () => {
  const desk = await loggedIn(testDesk())
  const failed = {
    id: ID,
    kind: 'code',
    what: 'register',
    callingCode: '880',
    fault: 'unanswered',
    status: 503,
    tries: 7,
    at: AT,
  }
  const shown = {
    gateway: 'sms.example',
    routes: [
      { prefix: '+880', route: 'FAIRLOT' },
      { prefix: '+1876', route: null },
    ],
    cap: 10_000,
    today: [{ group: 'session', sent: 12 }],
    test: { id: ID, sentAt: AT, validUntil: AT, confirmedAt: null },
    failed: [failed],
  }
  desk.answers['/operator/smsshow'] = () => shown
  const { out } = await desk.run('sms')
  expect(out).toMatch(/gateway +sms\.example/)
  expect(out).toContain('+880 FAIRLOT, +1876 not served')
  expect(out).toMatch(/codes of members +12 of 10000 today/)
  expect(out).toContain('not confirmed')
  expect(out).toMatch(new RegExp(`code +register +\\+880 +unanswered +503 +7 +${ID}`))
  desk.answers['/operator/smsshow'] = () => ({ ...shown, gateway: null, test: null, failed: [] })
  expect((await desk.run('sms', 'show')).notes).toContain('No message was given up')
})

test('a test message is sent to a number, and its code is entered', async () => {
  const desk = await loggedIn(testDesk())
  desk.answers['/operator/smstest'] = () => ({ id: ID, validUntil: AT })
  desk.answers['/operator/smsconfirm'] = () => ({ confirmedAt: AT })
  expect((await desk.run('sms', 'test', '+8801712345678')).notes).toContain('sms confirm <code>')
  expect((await desk.run('sms', 'confirm', '123456')).out).toContain('The test message arrived')
  const inputs = desk.heard.filter(({ path: called }) => called.startsWith('/operator/sms'))
  expect(inputs.map(({ input }) => input)).toEqual([
    { phone: '+8801712345678', requestId: expect.any(String) },
    { code: '123456' },
  ])
})

test('the record of a drill is read from its file', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'fairlot-drill-'))
  try {
    const desk = await loggedIn(testDesk())
    const file = path.join(home, 'drill-record.json')
    expect((await desk.run('drill', 'record', file)).status).not.toBe(0)
    writeFileSync(file, '{"drill":{}}')
    desk.answers['/operator/drillrecord'] = () => ({ madeAt: AT, backupAt: AT })
    expect((await desk.run('drill', 'record', file)).out).toContain('Recorded the drill of')
    expect(desk.heard.at(-1)?.input).toEqual({ record: '{"drill":{}}' })
  } finally {
    rmSync(home, { recursive: true })
  }
})
