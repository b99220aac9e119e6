// @vitest-environment happy-dom
import { winners } from '@fairlot/contract/endpoints/mall/draws'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../paths.ts'
import { queryClient } from '../../queries/query-client.ts'
import { openApp, server, setUpApp } from '../../testing/open-app.tsx'

setUpApp()

test('a page whose call got no answer recovers by itself when the network returns', async () => {
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { retry: false } })
  let works = false
  server.answer(winners, () => {
    if (!works) throw new TypeError('no network')
    return { items: [], next: null }
  })
  await openApp(paths.winners())
  await screen.findByText('Load failed')
  works = true
  await act(async () => {
    globalThis.dispatchEvent(new Event('online'))
  })
  await screen.findByText('No winners yet')
  expect(screen.queryByText('Load failed')).toBeNull()
})
