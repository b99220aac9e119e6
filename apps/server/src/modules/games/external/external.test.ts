import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSettings } from '../../../platform/settings/settings.ts'
import { makeMember, type TestMember } from '../../../testing/factories.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { EXTERNAL_RULE, EXTERNAL_SETTINGS } from './external.settings.ts'

const CHESS = {
  id: 'chess',
  address: 'https://play.example.org/chess?board=8&look=wood',
  title: 'Chess & "checkers"',
  titles: { 'bn-bd': 'দাবা' },
}
const MERGE = { id: 'merge', address: 'https://games.example.com:8443/merge', title: 'Merge' }
const LISTED = {
  'games.web.origins': 'https://play.example.org,https://games.example.com:8443',
  'games.web.frames': JSON.stringify([CHESS, MERGE]),
}

let server: TestServer
let member: TestMember
beforeAll(async () => {
  server = await testServer({ settings: LISTED })
  member = await makeMember(server)
})
afterAll(() => server.close())

async function show(url: string, at = server) {
  const response = await fetch(at.url + url)
  const policy = response.headers.get('content-security-policy') ?? ''
  return { status: response.status, policy, html: await response.text() }
}
const listOf = (person: TestMember, from = server) =>
  person.client.call(ENDPOINTS.gameWeb, {}).then(async ({ games }) => ({
    games,
    hub: (await from.anonymous().call(ENDPOINTS.gameList, {})).external,
  }))

describe('the page of an external game', () => {
  test('frames the listed sites only, without scripts of its own', async () => {
    const { status, policy } = await show('/gameweb?game=chess')
    expect(status).toBe(200)
    const directives = Object.fromEntries(
      policy.split('; ').map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]),
    )
    expect(directives).toMatchObject({
      'default-src': "'none'",
      'frame-src': 'https://games.example.com:8443 https://play.example.org',
      'script-src': "'none'",
      'connect-src': "'none'",
      'frame-ancestors': "'none'",
    })
  })

  test('gives the frame scripts and nothing else, and sends the other site the listed address only', async () => {
    const { html } = await show('/gameweb?game=chess&lang=en-us&theme=dark&member=1')
    const frame = /<iframe ([^>]*)>/.exec(html)?.[1]
    expect(frame).toBe(
      'src="https://play.example.org/chess?board=8&amp;look=wood" title="Chess &amp; &quot;checkers&quot;" sandbox="allow-scripts" referrerpolicy="no-referrer" allow=""',
    )
    expect(html).not.toMatch(/<script|style=|<style|\son\w+=/)
    expect(html).toContain('data-theme="dark"')
  })

  test('warns in every language outside of the frame, and names the site', async () => {
    const warnings = new Set<string>()
    for (const language of OFFERED_LANGUAGES) {
      const { html } = await show(`/gameweb?game=merge&lang=${language}`)
      const warning = /<p class="warning">(.*)<\/p>/.exec(html)?.[1] ?? ''
      expect(warning).toContain('<bdi dir="ltr">games.example.com:8443</bdi>')
      expect(html).not.toMatch(/\{\w+\}/)
      warnings.add(warning)
    }
    expect(warnings.size).toBe(OFFERED_LANGUAGES.length)
    expect((await show('/gameweb?game=chess&lang=bn-bd')).html).toContain('<h1>দাবা</h1>')
  })

  test('refuses an unknown game, and frames nothing then', async () => {
    for (const query of ['', '?game=none', '?game=__proto__']) {
      const { status, policy, html } = await show(`/gameweb${query}`)
      expect(status).toBe(404)
      expect(policy).toContain("frame-src 'none'")
      expect(html).not.toContain('<iframe')
    }
  })

  test('is the only page that may frame another site', async () => {
    for (const path of ['/healthz', '/sandbox/inbox', '/api/openapi.json'])
      expect((await show(path)).policy, path).toContain("frame-src 'none'")
  })
})

describe('the list of external games', () => {
  test('has the title in the language of the caller, the site, and a page of this server', async () => {
    expect(await listOf(member)).toEqual({
      hub: true,
      games: [
        { id: 'chess', title: CHESS.title, host: 'play.example.org', page: '/gameweb?game=chess' },
        { id: 'merge', title: 'Merge', host: 'games.example.com:8443', page: '/gameweb?game=merge' },
      ],
    })
  })

  test('is empty at first, and refused when the module games is off', async () => {
    const off = await testServer()
    const closed = await testServer({ settings: { ...LISTED, 'module.games.enabled': 'false' } })
    try {
      expect(await listOf(await makeMember(off), off)).toEqual({ hub: false, games: [] })
      expect((await show('/gameweb?game=chess', off)).status).toBe(404)
      await expect(listOf(await makeMember(closed), closed)).rejects.toMatchObject({
        failure: { code: 'MODULE_OFF' },
      })
      expect((await show('/gameweb?game=chess', closed)).status).toBe(404)
    } finally {
      await off.close()
      await closed.close()
    }
  })
})

describe('the settings', () => {
  const settings = createSettings({
    db: { query: () => Promise.reject(new Error('not used')) },
    definitions: EXTERNAL_SETTINGS,
    rules: [EXTERNAL_RULE],
  })
  const origins = (text: string) => settings.form('games.web.origins', text)
  const frames = (...games: object[]) => settings.form('games.web.frames', JSON.stringify(games))

  test('both need a second operator', () => {
    expect(EXTERNAL_SETTINGS.map(({ twoPersons }) => twoPersons)).toEqual([true, true])
  })

  test('take https origins of public hosts, each once', () => {
    expect(origins(' https://B.example.org/, https://a.example.org ,https://a.example.org:443')).toBe(
      'https://a.example.org,https://b.example.org',
    )
    for (const bad of [
      'http://a.example.org',
      'https://a.example.org/path',
      'https://*.example.org',
      'https://user:word@a.example.org',
      'https://127.0.0.1',
      'https://[::1]',
      'https://localhost',
      'a.example.org',
      'https:',
      "'self'",
      'data:text/html,x',
    ])
      expect(() => origins(bad), bad).toThrow('INPUT_INVALID')
  })

  test('take games with an id, an https address and titles', () => {
    expect(JSON.parse(frames(CHESS))).toEqual([CHESS])
    for (const bad of [
      { ...CHESS, id: 'Chess' },
      { ...CHESS, address: 'http://play.example.org/' },
      { ...CHESS, address: 'https://me:secret@play.example.org/' },
      { ...CHESS, address: 'javascript:alert(1)' },
      { ...CHESS, title: ' ' },
      { ...CHESS, title: 'a\u202Eb' },
      { ...CHESS, titles: { 'xx-xx': 'x' } },
      { ...CHESS, wallet: true },
    ])
      expect(() => frames(bad), JSON.stringify(bad)).toThrow('INPUT_INVALID')
    expect(() => frames(CHESS, CHESS)).toThrow('INPUT_INVALID')
    expect(() => settings.form('games.web.frames', '[')).toThrow('INPUT_INVALID')
  })

  test('refuse a game whose site is not on the list', () => {
    const values = (allowed: string) => ({
      get: <V>({ name, kind }: { name: string; kind: { read(text: string): V } }) =>
        kind.read(name === 'games.web.origins' ? allowed : JSON.stringify([CHESS])),
    })
    expect(EXTERNAL_RULE.broken(values('https://play.example.org'))).toBe(false)
    expect(EXTERNAL_RULE.broken(values('https://example.org'))).toBe(true)
    expect(EXTERNAL_RULE.broken(values(''))).toBe(true)
  })
})
