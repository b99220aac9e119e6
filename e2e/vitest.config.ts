import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { HANG_MS } from '../scripts/hang.ts'

/** The longest file begins first, so that no other file waits for it at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) => moduleId.endsWith('/screens.e2e.ts')
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

// Each file starts its own server. Journeys wait much, so three files at a time keep two cores busy.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    maxWorkers: 3,
    testTimeout: 2 * HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS / 2 } },
    setupFiles: ['support/on-failure.ts'],
    // Hooks of the setup file come first: the pages are still open.
    sequence: { sequencer: LongestFirst, hooks: 'list' },
  },
})
