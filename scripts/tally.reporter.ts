/**
 * A Vitest reporter that counts while the tests run, into the file that TALLY_FILE names. A run that is ended from outside
 * leaves the count of what it had done. It also prints each long test when it ends, as a sign of life.
 */
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { Entry } from './tally.ts'

const LONG_MS = 10_000

export default class TallyReporter implements Reporter {
  readonly #file = process.env['TALLY_FILE']

  #add(entry: Entry): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result()
    if (state === 'passed' || state === 'failed') this.#add({ test: state })
    const ms = test.diagnostic()?.duration ?? 0
    if (ms < LONG_MS) return
    console.log(`   ${path.basename(test.module.moduleId)}: ${test.fullName} (${seconds(ms)})`)
  }

  onTestModuleEnd(module: TestModule): void {
    const { duration } = module.diagnostic()
    const states = [...module.children.allTests()].map((test) => test.result().state)
    const passed = states.filter((state) => state === 'passed').length
    let failed = states.filter((state) => state === 'failed').length
    // A file that cannot be loaded, or a failed hook, fails no test.
    if (module.state() === 'failed' && failed === 0) {
      failed = 1
      this.#add({ test: 'failed' })
    }
    this.#add({ file: module.relativeModuleId, ms: Math.round(duration), passed, failed })
  }

  onTestRunEnd(_modules: unknown, errors: readonly unknown[]): void {
    this.#add({ end: errors.length })
  }
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`
