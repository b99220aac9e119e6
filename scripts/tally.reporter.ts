/**
 * A Vitest reporter that counts while the tests run, into the file that TALLY_FILE names. A run that is ended from outside
 * leaves the count of what it had done. It also prints each long test when it ends, as a sign of life.
 */
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { explainError, type Entry, type ThrownError } from './tally.ts'

const LONG_MS = 10_000

export default class TallyReporter implements Reporter {
  readonly #file = process.env['TALLY_FILE']

  #add(entry: Entry): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  /** `module` is undefined for what failed outside of the files. */
  #explain(module: TestModule | undefined, name: string, errors: readonly ThrownError[] = []): void {
    const [project, file] = module ? [module.project.name, module.relativeModuleId] : ['', '']
    const error = errors.map(explainError).join('\n')
    this.#add({ failure: { project, file, name, error } })
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'passed' || state === 'failed') this.#add({ test: state })
    if (state === 'failed') this.#explain(test.module, test.fullName, errors)
    const ms = test.diagnostic()?.duration ?? 0
    if (ms < LONG_MS) return
    console.log(`   ${path.basename(test.module.moduleId)}: ${test.fullName} (${seconds(ms)})`)
  }

  onTestModuleEnd(module: TestModule): void {
    const { duration } = module.diagnostic()
    const states = [...module.children.allTests()].map((test) => test.result().state)
    const passed = states.filter((state) => state === 'passed').length
    let failed = states.filter((state) => state === 'failed').length
    for (const part of [module, ...module.children.allSuites()]) {
      if (part.errors().length === 0) continue
      this.#explain(module, part.type === 'suite' ? `${part.fullName} (a hook)` : 'the file', part.errors())
    }
    // A file that cannot be loaded, or a failed hook, fails no test.
    if (module.state() === 'failed' && failed === 0) {
      failed = 1
      this.#add({ test: 'failed' })
    }
    this.#add({ file: module.relativeModuleId, ms: Math.round(duration), passed, failed })
  }

  onTestRunEnd(_modules: unknown, errors: readonly ThrownError[]): void {
    for (const error of errors) this.#explain(undefined, 'outside of the tests', [error])
    this.#add({ end: errors.length })
  }
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`
