// @vitest-environment happy-dom
import { winners } from '@fairlot/contract/endpoints/mall/draws'
import { PlayedLog, playedWitness } from '@fairlot/fairness/testing/played-log'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { logAnswers } from '../../evidence/evidence.fixture.ts'
import { keepIn, trustedWitness, trustWitness, visit } from '../../evidence/keeper.ts'
import { paths } from '../../paths.ts'
import { useEvidence } from '../../stores/evidence.ts'
import { memoryStore } from '../../testing/evidence-store.ts'
import { openApp, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

const WITNESSES = [
  { key: 'w1.example+01020304+BAAA', own: false, size: 12, signedAt: Date.now() - 60_000 },
  { key: 'w2.example+01020305+BAAB', own: false, size: null, signedAt: null },
]

let log: PlayedLog

function started(entries: number): PlayedLog {
  const played = new PlayedLog('test')
  played.begin()
  for (let i = 1; i < entries; i++) played.funding()
  played.sign()
  return played
}

const regionOf = (heading: HTMLElement) => within(heading.closest('section') ?? heading.parentElement!)

beforeEach(async () => {
  await keepIn(memoryStore())
  useEvidence.setState({ alarmed: false, log: undefined, receipts: 0, blocked: false })
  log = started(4)
  logAnswers(server, log)
  server.answer(winners, () => ({ items: [], next: null }))
})

test('shows the key that this device trusts and what it keeps, and forgets it on request', async () => {
  const user = await openApp(paths.fair())
  const card = within((await screen.findByRole('heading', { name: 'What this device keeps' })).parentElement!)
  await card.findByText(log.publicKey)
  await user.click(card.getByRole('button', { name: 'Forget on this device' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Forget on this device' }))
  await screen.findByText('Removed from this device')
  expect(useEvidence.getState().log).toBe(undefined)
})

test('explains a split view on its page, with both states and what to do', async () => {
  await visit()
  logAnswers(server, started(2))
  await openApp(paths.fair())
  const alarm = regionOf(
    await screen.findByRole('heading', { name: 'The log contradicts what this device has seen' }),
  )
  alarm.getByText('Entries that this device has seen are missing from the log.')
  expect([alarm.getByText('4'), alarm.getAllByText('2').length > 0]).toBeTruthy()
  alarm.getByText('Do not buy or top up for now.')
  alarm.getByRole('button', { name: 'Save the evidence file' })
})

test('warns of a split view on every other page, with a link to the explanation', async () => {
  await visit()
  logAnswers(server, started(2))
  await visit()
  await openApp(paths.rule('draw'))
  const alarm = within(await screen.findByRole('alert', { name: 'Warning about the public log' }))
  alarm.getByRole('link', { name: 'What this means' })
})

test('tells that a new log continues a lost one, and what this device has seen of it', async () => {
  await visit()
  const next = new PlayedLog('test.2')
  const lost = ['PHONE-0002']
  const root = 'ab'.repeat(32)
  next.append({ t: 'log-continues', deployment: 'test', size: 3, root, lost, at: next.now })
  next.begin()
  next.sign()
  logAnswers(server, next, { continues: { deployment: 'test', size: 3, root, lost, at: next.now } })
  await openApp(paths.fair())
  await screen.findByRole('heading', { name: 'The house lost records' })
  await screen.findByText(/This device has seen 4 entries of the old log/)
  screen.getByText('PHONE-0002')
  expect(useEvidence.getState().alarmed).toBe(false)
})

test("marks a witness of the house's own, and says how many it would need from outside", async () => {
  const [first, second] = WITNESSES.map((witness, n) => ({ ...witness, own: n === 0 }))
  const third = { ...second!, key: 'w3.example+01020306+BAAC' }
  logAnswers(server, log, { witnesses: [first!, second!, third] })
  await openApp(paths.fair())
  await screen.findByText('w1.example (run by the house)')
  await screen.findByText('The house could choose only together with 3 of these 3 witnesses.')
  screen.getByText('It operates 1 of them itself, so it would need 2 from outside.')
})

test('marks the grade of new issues, and lists the witnesses with their last signatures', async () => {
  logAnswers(server, log, { witnesses: WITNESSES })
  await openApp(paths.fair())
  await screen.findByText('The house could choose only together with 2 of these 2 witnesses.')
  screen.getByText(/^Unless 2 of these 2 sign in time, the winner still wins and everybody else gets/)
  const here = (await screen.findByText('Used for new issues')).closest('li')!
  within(here).getByRole('heading', { name: /^Witnessed/ })
  screen.getByText('w1.example')
  screen.getByText('Signed up to entry 12, just now')
  screen.getByText('Has not signed yet')
})

test('says what new draws keep to, and that earlier ones end under the old rules', async () => {
  await openApp(paths.fair())
  const rules = within(
    (await screen.findByRole('heading', { name: 'What new draws keep to' })).parentElement!,
  )
  rules.getByText(/It is not sealed again/)
  rules.getByText(/what their shares won, what they paid, or an even share/)
  rules.getByText(/After 7 days every order is refunded in full/)
  rules.getByText(/No round with bets is void/)
  rules.getByText(/one signature in time is enough, so the house together with any one of the witnesses/)
})

test('shows the witness that this device trusts, which the member changes and removes', async () => {
  const [tessera, saigon] = ['Tessera', 'Saigon'].map((name) => playedWitness(name).key)
  const known = (key: string) => ({ key, own: false, size: null, signedAt: null })
  logAnswers(server, log, { witnesses: [known(tessera!), known(saigon!)] })
  await trustWitness(tessera!)
  const user = await openApp(paths.fair())
  const card = regionOf(await screen.findByRole('heading', { name: 'Which witness do you trust?' }))
  await card.findByText('Tessera')
  await user.click(card.getByRole('button', { name: 'Trust another one' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Which witness do you trust?' }))
  expect(sheet.queryByText(/this one yet|for this one$/)).toBeNull()
  await user.click(sheet.getByRole('radio', { name: /Saigon/ }))
  await user.click(sheet.getByRole('button', { name: 'Trust this one' }))
  await card.findByText('Saigon')
  expect(await trustedWitness()).toBe(saigon)
  await user.click(card.getByRole('button', { name: 'Trust another one' }))
  await user.click(await screen.findByRole('button', { name: 'Trust no single one' }))
  await card.findByText(/^No particular one/)
  expect(await trustedWitness()).toBeNull()
})

test('without witnesses there is none to trust, but one that is trusted already is shown', async () => {
  const { key } = playedWitness('friend.example')
  await trustWitness(key)
  await openApp(paths.fair())
  const card = regionOf(await screen.findByRole('heading', { name: 'Which witness do you trust?' }))
  await card.findByText('friend.example')
})

test('lists what the check does not find, with and without witnesses', async () => {
  await openApp(paths.fair())
  const rest = (await screen.findByText('You still have to trust the following:')).nextElementSibling!
  const points = [...rest.children].map(({ textContent }) => textContent ?? '')
  for (const words of ['backdated', 'house’s clock', 'bound to your order', 'your receipt'])
    expect(points.filter((point) => point.includes(words))).toHaveLength(1)
  for (const words of ['undrawn', 'claimed loss', 'other people', 'hand over'])
    expect(points.filter((point) => point.includes(words))).toHaveLength(1)
  for (const words of ['maximum per member', 'Title, description', 'same row'])
    expect(points.filter((point) => point.includes(words))).toHaveLength(0)
})

test('says what the house could do where no witness is set up', async () => {
  await openApp(paths.fair())
  await screen.findByText(/or put an older copy back and seal again/)
  const here = (await screen.findByText('Used for new issues')).closest('li')!
  within(here).getByRole('heading', { name: /^Public beacon/ })
})
