/** The options that every command takes. */
import { OFFERED_LANGUAGES, type OfferedLanguage } from '@fairlot/contract/languages'
import type { Option } from './command.ts'
import { UsageProblem } from './problem.ts'

export type Globals = {
  url: string | undefined
  profile: string
  language: OfferedLanguage
  json: boolean
  insecure: boolean
}

export const GLOBAL_OPTIONS: readonly Option[] = [
  {
    name: 'url',
    value: 'address',
    about: 'server address (default: FAIRLOT_URL, the server of your session, or http://127.0.0.1:8080)',
  },
  {
    name: 'profile',
    value: 'name',
    about: 'session to use when operators share a machine (default: FAIRLOT_OPERATOR_PROFILE, or "default")',
  },
  { name: 'language', value: 'code', about: 'language of server messages (default: en-us)' },
  { name: 'json', about: 'print the answer as JSON' },
  { name: 'insecure', about: 'allow unencrypted http:// to another machine' },
]

const PROFILE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/

/** @throws UsageProblem */
export function readGlobals(options: ReadonlyMap<string, string>, environment: NodeJS.ProcessEnv): Globals {
  const profile = options.get('profile') ?? (environment['FAIRLOT_OPERATOR_PROFILE'] || 'default')
  if (!PROFILE.test(profile))
    throw new UsageProblem(
      `Invalid profile ${profile}: use up to 32 letters, digits, dots, dashes and underscores.`,
    )
  const wanted = options.get('language') ?? 'en-us'
  const language = OFFERED_LANGUAGES.find((offered) => offered === wanted)
  if (!language)
    throw new UsageProblem(
      `Unknown language ${wanted}. Available languages: ${OFFERED_LANGUAGES.join(', ')}.`,
    )
  return {
    url: options.get('url') ?? (environment['FAIRLOT_URL'] || undefined),
    profile,
    language,
    json: options.has('json'),
    insecure: options.has('insecure'),
  }
}
