import { defineConfig } from 'vitest/config'
import { HANG_MS } from '../scripts/hang.ts'

// Each file starts its own server. Two of them keep two cores busy.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    maxWorkers: 2,
    testTimeout: 2 * HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS / 2 } },
  },
})
