import { create } from 'zustand'

/** Not part of the DOM types yet: https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
type InstallPrompt = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> }

const isPrompt = (event: Event): event is InstallPrompt =>
  'prompt' in event && typeof event.prompt === 'function'

type InstallState = {
  /** the browser's offer to install the app; it can be used once */
  offer: InstallPrompt | null
  /** just installed, or running as an installed app */
  installed: boolean
}

const standalone = globalThis.matchMedia('(display-mode: standalone)').matches

/** Whether the app can be installed. The browser says so once, at the start. */
export const useInstall = create<InstallState>()(() => ({ offer: null, installed: standalone }))

export function watchInstall(): void {
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return
    // The landing page's button replaces the browser's own install bar.
    event.preventDefault()
    useInstall.setState({ offer: event })
  })
  globalThis.addEventListener('appinstalled', () => useInstall.setState({ offer: null, installed: true }))
}

/** Opens the browser's dialog. The offer is then used up; the browser may make another later. */
export async function install(): Promise<void> {
  const { offer } = useInstall.getState()
  useInstall.setState({ offer: null })
  await offer?.prompt()
}

/** Whether this is Safari on a phone or tablet, which installs apps only through its share menu. */
export const isAppleTouch = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
