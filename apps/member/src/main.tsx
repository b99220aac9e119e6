import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './queries/query-client.ts'
import { startMessages } from './i18n/i18n.ts'
import { createHashedHistory } from './router/history.ts'
import { createAppRouter } from './router/router.tsx'
import { fetchSheetWhenIdle, keepWhenIdle, startOffline } from './shell/when-idle.ts'
import { registerWorker } from './shell/worker.ts'
import { watchInstall } from './stores/install.ts'
import { watchPreferences } from './stores/preferences.ts'
import { firstSheet } from './start/sheets.ts'
import { START_AGAIN_MS } from './timing.ts'

declare global {
  var fairlotRescue: (() => void) | undefined
}

watchPreferences()
watchInstall()
registerWorker()
keepWhenIdle()

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

const router = createAppRouter(createHashedHistory())

function render(container: Element): void {
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
  // A transition is rendered in short tasks, so that a slow phone answers meanwhile.
  // Nothing of the app is left to show it: the script of index.html does (build/rescue.ts).
  const onUncaughtError = () => globalThis.fairlotRescue?.()
  startTransition(() => createRoot(container, { onUncaughtError }).render(app))
}

/** The shared messages. They can fail to arrive when the network goes during the start; the skeleton stays until they are there. */
async function untilMessages(): Promise<void> {
  for (;;) {
    try {
      return await startMessages()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, START_AGAIN_MS))
    }
  }
}

/** The sign of the dong is inside index.html. It is decoded here; otherwise the first frame looks for another font and is laid out twice. */
async function signOfDong(): Promise<void> {
  await document.fonts.load("1rem 'Anek Latin'", '₫').catch(() => undefined)
}

// The first frame replaces the skeleton of index.html, so it waits for the page's code, messages and style sheet, and without a network for
// the kept answers. Not by a top-level await: the page's code imports this chunk and would wait for it.
void Promise.all([untilMessages(), startOffline(), router.load(), firstSheet(), signOfDong()]).then(() => {
  render(root)
  fetchSheetWhenIdle()
})
