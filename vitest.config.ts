import { defineConfig } from 'vitest/config'
import { messageFiles } from './apps/member/build/messages.ts'

// Browser journeys (e2e) and benchmarks have runners of their own.
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: ['packages/*/{src,cli}/**/*.test.ts', 'apps/cli/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        extends: true,
        // messages are named by hashes that the build makes
        plugins: [messageFiles()],
        test: {
          name: 'member',
          setupFiles: ['apps/member/src/testing/setup.ts'],
          include: ['apps/member/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
    ],
  },
})
