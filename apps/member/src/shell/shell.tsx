import { Outlet } from '@tanstack/react-router'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { direction } from '../i18n/languages.ts'
import { activeLanguage, useTranslation } from '../i18n/i18n.ts'
import { useEarlyChange } from '../router/early-change.ts'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { EvidenceBar } from './evidence.tsx'
import { Frame } from './frame.tsx'
import { Reality } from './reality.tsx'
import { StandingBanner } from './standing-banner.tsx'

/** The frame of every page: writing direction, skip link, bars, alarm, toasts. */
export function Shell() {
  useEarlyChange()
  // Subscribes to changes of the language.
  useTranslation()
  return (
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={direction(activeLanguage())}>
        <div className="relative isolate">
          <Frame>
            <StandingBanner />
            <EvidenceBar />
            <Outlet />
          </Frame>
        </div>
        <Reality />
        <Toaster />
      </DirectionProvider>
    </CSPProvider>
  )
}
