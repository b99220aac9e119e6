import { create } from 'zustand'

/** Not part of the DOM's own types yet: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const isPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function'

type InstallState = {
  /** the browser's offer to install the app, good for one use */
  offer: InstallPrompt | null
  /** installed just now, or running as an installed app */
  installed: boolean
}

const standalone = globalThis.matchMedia('(display-mode: standalone)').matches

/** Whether the app can be installed; the browser says so once, long before anybody looks for it. */
export const useInstall = create<InstallState>()(() => ({ offer: null, installed: standalone }))

export function watchInstall(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return
    // Asked for by the landing page's button, not by a bar of the browser's own.
    event.preventDefault()
    useInstall.setState({ offer: event })
  })
  globalThis.addEventListener('appinstalled', () => useInstall.setState({ offer: null, installed: true }))
}

/** Opens the browser's dialog. An offer that was used up is gone; the browser makes another when it likes. */
export async function install(): Promise<void> {
  const { offer } = useInstall.getState()
  useInstall.setState({ offer: null })
  await offer?.prompt()
}

/** Safari on a phone or a tablet installs by its share menu only, and never offers to. */
export const isAppleTouch = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
