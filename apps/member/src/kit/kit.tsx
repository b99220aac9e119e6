import { NavBar } from '../ui/nav-bar.tsx'
import { Page } from '../ui/page.tsx'

/** Every component in its states, for screenshots and accessibility checks; never part of a production build. */
export default function KitScreen() {
  return (
    <Page title="Component sheet" nav={<NavBar title="Component sheet" />}>
      {null}
    </Page>
  )
}
