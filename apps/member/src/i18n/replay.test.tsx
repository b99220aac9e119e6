// @vitest-environment happy-dom
import { startTransition, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { startMessages, useTranslation } from './i18n.ts'

test('a render that waited for its messages keeps the hooks that follow when React repeats it', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ title: 'Title' }))
  await startMessages()
  function Part() {
    const { t } = useTranslation('pk')
    const [text] = useState(() => t('name'))
    return <p>{text}</p>
  }
  const recovered = vi.fn<(error: unknown) => void>()
  const container = document.createElement('div')
  const root = createRoot(container, { onRecoverableError: recovered, onUncaughtError: recovered })
  startTransition(() =>
    root.render(
      <Suspense>
        <Part />
        <Part />
      </Suspense>,
    ),
  )
  await vi.waitFor(() => expect(container.querySelectorAll('p').length).toBe(2))
  expect(recovered).not.toHaveBeenCalled()
  root.unmount()
})
