// @vitest-environment happy-dom
import { gameList, gameWeb } from '@fairlot/contract/endpoints/game'
import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { paths } from '../../../paths.ts'
import { listWith } from '../../../testing/games.ts'
import { openApp, server, setUpApp } from '../../../testing/open-app.tsx'

setUpApp()

const CHESS = { id: 'chess', title: 'Chess', host: 'play.example.org', page: '/gameweb?game=chess' }

describe('games of other sites', () => {
  test('open on the page of the server that frames them, and say that neither proofs nor wallet reach there', async () => {
    server.answer(gameWeb, () => ({ games: [CHESS] }))
    await openApp(paths.gameweb())
    const link = await screen.findByRole('link', { name: /Chess/ })
    // the address has the game, the language and the theme, and nothing of the member
    expect(link.getAttribute('href')).toMatch(/^\/gameweb\?game=chess&lang=en-us&theme=(light|dark)$/)
    expect(link.textContent).toContain('play.example.org')
    expect(screen.getByText(/proofs do not cover them/)).toBeTruthy()
    expect(screen.getByText('The money in your wallet cannot be used in them.')).toBeTruthy()
    expect(document.querySelector('iframe')).toBeNull()
  })

  test('are refused while the operator lists none', async () => {
    server.answer(gameWeb, () => ({ games: [] }))
    await openApp(paths.gameweb())
    expect(await screen.findByText('Other games are switched off')).toBeTruthy()
  })

  test.each([true, false])(
    'are linked in the hub only where the operator lists some: %s',
    async (external) => {
      server.answer(gameList, () => listWith({ external }))
      await openApp(paths.games())
      await screen.findAllByRole('link', { name: 'Lucky Ball' })
      expect(screen.queryAllByRole('link', { name: 'Other games' })).toHaveLength(external ? 1 : 0)
    },
  )
})
