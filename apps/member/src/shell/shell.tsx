import { Outlet } from '@tanstack/react-router'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { direction } from '../i18n/languages.ts'
import { activeLanguage, useTranslation } from '../i18n/i18n.ts'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { Backdrop } from './backdrop.tsx'
import { EvidenceBar } from './evidence.tsx'
import { Reality } from './reality.tsx'
import { StandingBanner } from './standing-banner.tsx'

/** The frame of every page: writing direction, background, alarm, toasts. */
export function Shell() {
  // Subscribes to changes of the language.
  useTranslation()
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction(activeLanguage())}>
        <div className="app-root relative isolate">
          <Backdrop />
          <StandingBanner />
          <EvidenceBar />
          <Outlet />
        </div>
        <Reality />
        <Toaster />
      </DirectionProvider>
    </CSPProvider>
  )
}
