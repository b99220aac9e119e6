// @vitest-environment happy-dom
import { announcements } from '@fairlot/contract/endpoints/announcements'
import { agree, rule } from '@fairlot/contract/endpoints/content'
import { account } from '@fairlot/contract/endpoints/home'
import { notices } from '@fairlot/contract/endpoints/mall/wishes'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Output } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { accountOf, openApp, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

type Rule = Output<typeof rule>
const plain = (title: string, text: string) => ({ title, text, blocks: null })
const PRESENT = { version: 'house-1', since: '2026-11-28', at: 1_795_000_000_000, coming: false }
const NEXT = { version: 'house-2', since: '2027-01-15', at: 1_800_000_000_000, coming: true }
const ruleWith = (more: Partial<Rule> = {}): Rule => ({
  key: 'draw',
  version: 'house-1',
  since: '2026-11-28',
  language: 'en-us',
  title: 'Our draw rules',
  intro: 'How we draw.',
  sections: [
    {
      title: '1. Law',
      text: '',
      blocks: [
        {
          kind: 'paragraph',
          text: [{ text: 'See ' }, { text: 'the <b>law</b>', link: 'https://law.example/a' }, { text: '.' }],
        },
        { kind: 'list', ordered: false, items: [[{ text: 'one' }], [{ text: 'two' }]] },
      ],
    },
  ],
  facts: { version: '5', title: 'Draw rules', sections: [plain('1. Shares and codes', 'Every code.')] },
  versions: [PRESENT, NEXT],
  ...more,
})

test('a text of the house has links and lists, what the software does below it, and its versions', async () => {
  server.answer(rule, ({ version }) =>
    version === 'house-2'
      ? ruleWith({ version: 'house-2', title: 'Our next draw rules', sections: [plain('1. New', 'Text.')] })
      : ruleWith(),
  )
  await openApp(paths.rule('draw'))
  const link = await screen.findByRole('link', { name: 'the <b>law</b>' })
  expect(link).toHaveProperty('href', 'https://law.example/a')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(screen.getByText('two').tagName).toBe('LI')
  const facts = screen.getByRole('region', { name: 'What the software does' })
  expect(within(facts).getByText('Every code.')).toBeTruthy()
  const versions = screen.getByRole('region', { name: 'Versions' })
  await userEvent.click(within(versions).getByRole('button', { name: /From/ }))
  expect(await screen.findByRole('heading', { name: 'Our next draw rules' })).toBeTruthy()
})

test('new terms are agreed to on the account page, and then no longer asked for', async () => {
  let agreed = ''
  server.answer(account, () => accountOf({ agreeTo: agreed === '' ? 'house-1+13' : null }))
  server.answer(agree, ({ terms }) => {
    agreed = terms
    return {}
  })
  await openApp(paths.account())
  await userEvent.click(await screen.findByRole('button', { name: 'Agree' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull())
  expect(agreed).toBe('house-1+13')
})

test('announcements and rules to come stand above the notices', async () => {
  server.answer(notices, () => ({ items: [], next: null, unread: 0 }))
  server.answer(announcements, () => ({
    items: [
      {
        number: 1,
        language: 'en-us',
        title: 'Closed tonight',
        text: 'For an hour.\n\nYour money is safe.',
        link: '/pages/mall/mall',
        at: Date.now(),
      },
    ],
    rules: [{ key: 'terms' as const, version: 'house-2', at: 1_800_000_000_000 }],
  }))
  await openApp(paths.notices())
  const house = await screen.findByRole('region', { name: 'From the house' })
  expect(within(house).getByText('Your money is safe.')).toBeTruthy()
  expect(within(house).getByRole('link', { name: 'See more' }).getAttribute('href')).toContain(
    '/pages/mall/mall',
  )
  expect(within(house).getByRole('link', { name: 'Terms of use' }).getAttribute('href')).toContain(
    'key=terms',
  )
})
