import { NavBar } from '../ui/navigation/nav-bar.tsx'
import { Page } from '../ui/layout/page.tsx'
import { KitBasics } from './kit-basics.tsx'
import { KitForms } from './kit-forms.tsx'
import { KitFrame } from './kit-frame.tsx'
import { KitPanels } from './kit-panels.tsx'
import { KitPortraits } from './kit-portraits.tsx'
import { KitStates } from './kit-states.tsx'

/** Every component in its states, for screenshots and accessibility checks. Production builds leave it out. */
export default function KitScreen() {
  return (
    <Page title="Component sheet" nav={<NavBar title="Component sheet" />} tabs>
      <div className="flex flex-col gap-5 pt-2">
        <KitBasics />
        <KitPanels />
        <KitFrame />
        <KitForms />
        <KitStates />
        <KitPortraits />
      </div>
    </Page>
  )
}
