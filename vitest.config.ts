import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { messageFiles } from './apps/member/build/messages.ts'
import { HANG_MS } from './scripts/hang.ts'

/**
 * The longest files begin first, so that none of them runs alone at the end. Then come the projects whose files share their
 * processes: a process goes on only with a next file of its project.
 */
const LONGEST = new RegExp(
  `/(${[
    'main|launcher|verify|python|python-3|kit|backup|external-backup|external-postgres|auth-matrix|wire',
    'demo|large-issue|src/upgrade|late-witnesses|whole-house|forked-house|bench-modes',
  ].join('|')})\\.test\\.ts$`,
)
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const long = (one: TestSpecification) => LONGEST.test(one.moduleId)
    const alone = (one: TestSpecification) => one.project.config.isolate
    return [
      ...sorted.filter((one) => long(one)),
      ...sorted.filter((one) => !long(one) && !alone(one)),
      ...sorted.filter((one) => !long(one) && alone(one)),
    ]
  }
}

// The browser journeys (e2e) have a configuration of their own.
export default defineConfig({
  test: {
    // Many tests wait for PostgreSQL or for processes, so three files at a time keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    expect: { poll: { timeout: HANG_MS / 2 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          isolate: false,
          include: [
            'packages/*/{src,cli,kit}/**/*.test.ts',
            'apps/cli/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        // The build names the message files by their hashes.
        plugins: [messageFiles()],
        test: {
          name: 'member',
          setupFiles: ['apps/member/src/testing/setup.ts'],
          include: ['apps/member/{build,src}/**/*.test.tsx'],
        },
      },
      {
        extends: true,
        plugins: [messageFiles()],
        test: {
          name: 'member-logic',
          // Without components. Starting a process for each of these files takes longer than most of them.
          isolate: false,
          // What a file puts in place of a global ends with the test.
          unstubGlobals: true,
          setupFiles: ['apps/member/src/testing/setup.ts'],
          include: ['apps/member/{build,src}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Importing the server takes longer than most files. Each process imports it once; the files share no data.
          isolate: false,
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
    ],
  },
})
