/** States of the public log that a demo world does not have: witnesses, a sealed issue, a split view, a lost log. */
import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import type { IssueProof } from '@fairlot/fairness/proof'
import { LOG_SECRET, sampleProof, sampleSealed } from '@fairlot/fairness/testing/proof-samples'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { VECTORS } from '@fairlot/fairness/testing/vectors-file'
import { DEMO_LOGINS } from '@fairlot/server/demo/people'
import type { Page } from 'playwright-core'
import { leaveApp } from '../browser.ts'
import { answers, at, inCard, VERIFIED, type Data, type State } from './state.ts'

const SAMPLE = { grade: 'witnessed', reading: 'all', local: true, withLog: true } as const
const KEY = publicKeyOf(LOG_SECRET)
const { subject: ISSUE } = VECTORS.draw

/** Answers an endpoint without the server. */
export const fixed = (page: Page, path: string, data: unknown) =>
  page.route(`**/api${path}`, (route) => route.fulfill({ json: { flag: 0, data } }))

/** The comparison of the log waits for an answer: the page shows what is kept. */
export const waiting = (page: Page) => page.route('**/api/fair/checkpoint', () => undefined)

/** Writes what the device keeps: the key of the samples, and what else is given. The app does not run meanwhile. */
export async function keeping(page: Page, more: Data = {}): Promise<void> {
  await leaveApp(page, page.url())
  const log = {
    version: 1,
    deployment: 'demo',
    publicKey: KEY,
    since: Date.now() - 86_400_000,
    checkpoints: [],
    continued: null,
    alarm: null,
    checkedAt: Date.now() - 60_000,
    ...more,
  }
  await page.evaluate(
    (value) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('fairlot-evidence', 1)
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('evidence'))
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no store')))
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('evidence', 'readwrite')
          transaction.objectStore('evidence').put(value, 'log')
          transaction.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
        })
      }),
    log,
  )
}

/** Removes what the device keeps, so that the next state sees the log of the server for the first time. */
export async function forgetting(page: Page): Promise<void> {
  await leaveApp(page, page.url())
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        localStorage.removeItem('fairlot.split-view')
        const deleting = indexedDB.deleteDatabase('fairlot-evidence')
        for (const end of ['success', 'error', 'blocked']) deleting.addEventListener(end, () => resolve())
      }),
  )
}

/** Shows a proof with its calculation in place of an issue of the demo world. */
const showing =
  (proof: IssueProof, moreOfCard: () => Data, change: (document: Data) => void = () => undefined) =>
  async (page: Page) => {
    await keeping(page)
    const { terms, seal, rows, result } = proof
    const entropy = result?.entropy ?? null
    const remainder = entropy === null ? null : Number(bigEndian(fromHex(entropy, 32)) % BigInt(terms.shares))
    const calculated = {
      timesCounted: terms.reading,
      grade: terms.grade,
      utcOffsetMinutes: terms.offset,
      orders: seal.orders,
      sum: seal.sum,
      entropyRemainder: remainder,
      remainder: result && result.code - FIRST_CODE,
      code: result && result.code,
      entropy,
      digest: seal.digest,
      sealedAt: seal.sealedAt,
      witnesses: null,
      tag: null,
      rows: { items: rows, next: null },
    }
    const card = (data: Data) =>
      Object.assign(data, {
        issue: ISSUE,
        badge: 'witnessed-local',
        shares: terms.shares,
        sold: terms.shares,
        soldOutAt: seal.sealedAt,
        attempt: seal.attempt,
        ...moreOfCard(),
      })
    let shown: Data = {}
    await answers(
      '/goods/detail',
      inCard((data) => {
        shown = card(data)
      }),
    )(page)
    await page.route('**/api/goods/calculation', (route) =>
      route.fulfill({ json: { flag: 0, data: { card: shown, ...calculated } } }),
    )
    const document = structuredClone(proof) as unknown as Data
    change(document)
    await fixed(page, '/goods/proof', document)
    await waiting(page)
    await fixed(page, '/fair/about', { deployment: 'demo', publicKey: KEY, verifier: null, witnesses: [] })
  }

const sealed = sampleSealed(VECTORS.draw, SAMPLE)
const drawn = sampleProof(VECTORS.draw, { ...SAMPLE, attempts: 2 })
const awaiting = { status: 'sold_out', drawnAt: null, winner: null }
const soon = () => ({ ...awaiting, drawAt: Date.now() + 27_000 })

/** No witness answers after the sell-out. */
const witnessLate = answers(
  '/goods/detail',
  inCard((card) =>
    Object.assign(card, {
      ...awaiting,
      badge: 'witnessed-local',
      sold: card['shares'],
      soldOutAt: Date.now() - 60_000,
      drawAt: null,
      awaitsWitness: true,
    }),
  ),
)

const note = (size: number) =>
  `fairlot/demo\n${size}\n${'A'.repeat(43)}=\nhead ${'ab'.repeat(32)}\ntime ${Date.now() - 3_600_000}\n\n— fairlot/demo AAAA\n`
const alarmed = (page: Page) =>
  keeping(page, {
    alarm: {
      kind: 'shorter',
      at: Date.now(),
      kept: { note: note(4_812), cosignatures: [], seenAt: Date.now() - 7_200_000 },
      seen: { deployment: 'demo', publicKey: KEY, note: note(4_790), cosignatures: [] },
    },
  })
const ALARM = { shows: '[role=alert]', forgets: true } as const

/** The log continues a lost one, and this device has seen more of it. */
async function lost(page: Page): Promise<void> {
  await keeping(page, {
    continued: {
      from: 'demo',
      to: 'demo.2',
      size: 4_790,
      seenSize: 4_812,
      lost: ['PHONE-0002', 'COOKER-0003'],
      at: Date.now() - 3_600_000,
      isTold: false,
    },
    alarm: null,
  })
  await answers('/fair/about', (data) => {
    Object.assign(data, {
      publicKey: KEY,
      continues: {
        deployment: 'demo',
        size: 4_790,
        root: 'ab'.repeat(32),
        lost: ['PHONE-0002', 'COOKER-0003'],
        at: Date.now() - 3_600_000,
      },
      witnesses: WITNESSES,
    })
  })(page)
  await waiting(page)
}
const WITNESSES = [
  {
    key: 'w1.example+8a7b6c5d+BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    own: false,
    size: 4_812,
    signedAt: Date.now() - 60_000,
  },
  {
    key: 'w2.example+8a7b6c5e+BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB',
    own: true,
    size: null,
    signedAt: null,
  },
]

/** The answers about this issue are replaced. */
const calculation = '#/pages/goods/calculation?issue=PHONE-0001'

const standing = (name: 'halted' | 'drill') =>
  answers('/index/getsystem', (data) => {
    data['standing'] = name
  })

const SOLVENCY = '#/pages/fair/solvency'
/** The statement binds the phone number, of which the page has a part only; the member of the states is the first demo member. */
const checkBalance = async (page: Page) => {
  await page.locator('main input[type=tel]').fill(DEMO_LOGINS[0]!.phone)
  await page.locator('main button.bg-gold').click()
}

export const FAIR_STATES: readonly State[] = [
  at('home-halted', 'nobody', '#/', { before: standing('halted'), shows: '[role=status] p.bg-gold-soft' }),
  at('goods-drill', 'nobody', '#/pages/goods/goods?issue=COOKER-0003', {
    before: standing('drill'),
    shows: '[role=status] p.bg-gold-soft',
  }),
  at('calculation-sealed', 'nobody', calculation, {
    before: showing(sealed, soon),
    shows: 'main .bg-brand-soft h2',
    forgets: true,
  }),
  at('calculation-sealed-refuted', 'nobody', calculation, {
    before: showing(sealed, soon, (document) => {
      ;(document['rows'] as { ms: number }[])[0]!.ms -= 1
    }),
    shows: 'main .bg-bad-soft',
    forgets: true,
  }),
  at('calculation-witnessed', 'nobody', calculation, {
    before: showing(drawn, () => ({ status: 'drawn' })),
    ...VERIFIED,
    forgets: true,
  }),
  at('calculation-awaits-witness', 'nobody', '#/pages/goods/calculation?issue=COOKER-0003', {
    before: witnessLate,
  }),
  at('goods-awaits-witness', 'nobody', '#/pages/goods/goods?issue=COOKER-0003', { before: witnessLate }),
  at('fair-alarm', 'nobody', '#/pages/fair/fair', { before: alarmed, ...ALARM, shows: '#split-view' }),
  at('home-alarm', 'nobody', '#/', { before: alarmed, ...ALARM }),
  at('fair-lost-log', 'nobody', '#/pages/fair/fair', {
    before: lost,
    shows: 'main .bg-gold-soft h2',
    forgets: true,
  }),
  at('solvency', 'nobody', SOLVENCY, { shows: 'main section dl' }),
  at('solvency-checked', 'member', SOLVENCY, { act: checkBalance, ...VERIFIED }),
  at('solvency-refuted', 'member', SOLVENCY, {
    before: answers('/fair/inclusion', (data) => {
      const [step] = data['path'] as Data[]
      step!['sum'] = '0.01'
    }),
    act: checkBalance,
    shows: 'main .bg-bad-soft',
  }),
  at('solvency-short', 'nobody', SOLVENCY, {
    before: answers('/fair/solvency', (data) => {
      const [newest] = data['items'] as Data[]
      newest!['assets'] = '1000.00'
    }),
    shows: 'main .bg-bad-soft',
  }),
  at('solvency-none', 'nobody', SOLVENCY, {
    before: answers('/fair/solvency', (data) => {
      data['items'] = []
    }),
    shows: 'main .bg-brand-soft',
  }),
]
