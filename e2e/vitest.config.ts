import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { HANG_MS } from '../scripts/hang.ts'

/** The longest files, the longest first. They begin first, so that none of them runs alone at the end. */
const LONGEST = [
  'screens-wide',
  'screens-phones',
  'operator',
  'newcomer',
  'growth',
  'refusals',
  'crash',
  'closing',
  'games',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.e2e.ts`))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

// Each file starts its own server. Journeys wait much, so three files at a time keep two cores busy.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    maxWorkers: 3,
    // Node runs the sources itself and keeps their compiled code; Vite would transform the server's modules for each file again.
    experimental: { viteModuleRunner: false },
    // The looks of the screens: while one page waits, others work.
    maxConcurrency: 3,
    testTimeout: 2 * HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS / 2 } },
    setupFiles: ['support/on-failure.ts'],
    // Hooks of the setup file come first: the pages are still open.
    sequence: { sequencer: LongestFirst, hooks: 'list' },
  },
})
