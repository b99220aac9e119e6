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
    about: 'server address (default: FAIRLOT_URL, the server of your last login, or http://127.0.0.1:8080)',
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

export const DEFAULT_PROFILE = 'default'

/** The server that a command without an address goes to, when the profile never logged in. */
export const DEFAULT_URL = 'http://127.0.0.1:8080'

/**
 * The options that a suggested command needs to reach the same server with the same profile.
 * @param last the server that the profile goes to by itself
 */
export function hintOptions({ profile, url, insecure }: Globals, last: string | undefined): string {
  const elsewhere = url !== undefined && url.replace(/\/+$/, '') !== (last ?? DEFAULT_URL)
  const options = [
    profile === DEFAULT_PROFILE ? '' : ` --profile ${profile}`,
    elsewhere ? ` --url ${url}` : '',
    insecure ? ' --insecure' : '',
  ]
  return options.join('')
}

/** @throws UsageProblem */
export function readGlobals(options: ReadonlyMap<string, string>, environment: NodeJS.ProcessEnv): Globals {
  const profile = options.get('profile') ?? (environment['FAIRLOT_OPERATOR_PROFILE'] || DEFAULT_PROFILE)
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
