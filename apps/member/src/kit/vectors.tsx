import { VECTORS } from '@fairlot/fairness/testing/vectors-file'
import { checkVectors } from '@fairlot/fairness/vectors/vectors'
import { useState } from 'react'
import { NavBar } from '../ui/navigation/nav-bar.tsx'
import { Page } from '../ui/layout/page.tsx'

/**
 * Compares every formula, as the browser runs it after the build, with the worked vectors: draws, games, log, solvency,
 * tags, call signatures. A browser test reads the status.
 */
export default function VectorsScreen() {
  const [failures] = useState(() => checkVectors(VECTORS))
  return (
    <Page title="Fairness vectors" nav={<NavBar title="Fairness vectors" />}>
      <p role="status" className="text-title">
        {failures.length === 0 ? 'Every value agrees' : `${failures.length} values differ`}
      </p>
      <ul className="mt-3 flex flex-col gap-2">
        {failures.map((failure) => (
          <li key={failure} className="text-bad break-all">
            {failure}
          </li>
        ))}
      </ul>
    </Page>
  )
}
