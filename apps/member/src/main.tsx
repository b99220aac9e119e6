import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './queries/query-client.ts'
import { startMessages } from './i18n/i18n.ts'
import { createHashedHistory } from './router/history.ts'
import { createAppRouter } from './router/router.tsx'
import { keepWhenIdle, startOffline } from './shell/when-idle.ts'
import { registerWorker } from './shell/worker.ts'
import { watchInstall } from './stores/install.ts'
import { watchPreferences } from './stores/preferences.ts'

watchPreferences()
watchInstall()
registerWorker()
keepWhenIdle()

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')

const router = createAppRouter(createHashedHistory())

// Not at the top level: the chunk of `startOffline` imports this one, and would wait for it.
async function start(place: Element): Promise<void> {
  await Promise.all([startMessages(), startOffline()])
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
void start(root)
