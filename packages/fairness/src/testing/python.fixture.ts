/** Runs the verifier in Python on many cases at once. A machine without Python 3.10 runs the other tests only. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../python', import.meta.url))
// -B: no compiled files in the repository
const FLAGS = ['-B', '-X', 'utf8']

/** Whether this machine has Python 3.10 or newer. */
export const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0

export const NOT_RUN = 'NOT RUN, because this machine has no python3 of version 3.10 or newer'

/** A document with its options, or an exported log. */
export type PythonCase =
  | {
      proof: string
      receipt?: string
      key?: string
      witness?: string
      member?: string
      request?: string
      folder?: string
    }
  | { log: string; key?: string; witness?: string; upToDate?: boolean }

export type PythonResult = {
  verdict: string
  /** the first step that failed, or the broken rule; `export` when the files of an export contradict each other */
  failed?: string | null
  badge?: string | null
  steps?: Record<string, string>
  /** entry that breaks the rule */
  index?: number
  detail?: string
  size?: number
  head?: string
  root?: string
}

/** The results of the verifier in Python, in the order of the cases. */
export function verifyInPython(cases: readonly PythonCase[]): PythonResult[] {
  const { status, stdout, stderr } = spawnSync('python3', [...FLAGS, 'batch.py'], {
    cwd: FOLDER,
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`the verifier in Python failed: ${stderr}`)
  return JSON.parse(stdout) as PythonResult[]
}

/** Runs the program as a member does. */
export function runPython(
  cwd: string,
  ...args: string[]
): { status: number | null; out: string; err: string } {
  const program = [...FLAGS, `${FOLDER}/verify.py`]
  const { status, stdout, stderr } = spawnSync('python3', [...program, ...args], { cwd, encoding: 'utf8' })
  return { status, out: stdout, err: stderr }
}

/** The modules of tests that are written in Python. */
export const PYTHON_TESTS = [
  'test_vectors',
  'test_documents3',
  'test_program3',
  'test_log3',
  'test_chains3',
] as const

/** Runs the tests of one module. */
export function runPythonTests(module: (typeof PYTHON_TESTS)[number]): {
  status: number | null
  said: string
} {
  const args = [...FLAGS, '-m', 'unittest', module]
  const { status, stderr } = spawnSync('python3', args, { cwd: FOLDER, encoding: 'utf8' })
  return { status, said: stderr }
}
