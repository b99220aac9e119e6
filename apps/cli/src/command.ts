/** The definition of a command. The table in `commands.ts` is the source for parsing, help and permissions. */
import { ENDPOINTS, type EndpointName, type Endpoints } from '@fairlot/contract/endpoints'
import type { EndpointDefinition, Input, Output } from '@fairlot/contract/define'
import type { Permission } from '@fairlot/contract/operator/operator-roles'
import type { Desk } from './desk.ts'

/** Headings of the command overview. */
export type Group =
  | 'Sign-in'
  | 'Approvals'
  | 'Members'
  | 'Recharges'
  | 'Withdrawals'
  | 'Deliveries'
  | 'Identity checks'
  | 'Reviews'
  | 'Products'
  | 'Texts'
  | 'Finance'
  | 'Events'
  | 'Games'
  | 'House'
  | 'Status'
  | 'Log'
  | 'Modules'
  | 'Settings'
  | 'Staff'
  | 'Audit'

/** A positional argument. */
export type Parameter = { name: string; about: string; optional?: true; choices?: readonly string[] }
/** `--name <value>`, or the flag `--name` when there is no value. */
export type Option = {
  name: string
  value?: string
  about: string
  required?: true
}

export type Command = {
  /** one word, or a subject and a verb */
  name: string
  /** other names that run the same command */
  aliases?: readonly string[]
  group: Group
  /** one line in the imperative, without a full stop */
  about: string
  /** further sentences for the help of the command */
  details?: string
  parameters: readonly Parameter[]
  options: readonly Option[]
  /** the call that determines the required permission; null: the command runs on this machine without a session */
  endpoint: EndpointName | null
  /** input fields whose parameter or option has another name: field → name */
  fields?: Readonly<Record<string, string>>
  run(desk: Desk, given: Given): Promise<void>
}

/** The arguments and options of one invocation, by name. */
export type Given = {
  /** the value of a required argument or option */
  text(name: string): string
  maybe(name: string): string | undefined
  has(name: string): boolean
}

/** Input as an operator types it: any text where the schema has an enum. The server validates it. */
export type Entered<T> = {
  [K in keyof T]: T[K] extends string | undefined
    ? string | Extract<T[K], undefined>
    : T[K] extends readonly string[]
      ? readonly string[]
      : T[K]
}

type Calling<N extends EndpointName> = Omit<Command, 'endpoint' | 'run' | 'parameters' | 'options'> & {
  endpoint: N
  parameters?: readonly Parameter[]
  options?: readonly Option[]
  input(given: Given, desk: Desk): Entered<Input<Endpoints[N]>> | Promise<Entered<Input<Endpoints[N]>>>
  print(answer: Output<Endpoints[N]>, desk: Desk, given: Given): void | Promise<void>
  /** Throws a `Problem` when the printed answer means failure for scripts. */
  verify?(answer: Output<Endpoints[N]>, given: Given): void
}

/** Defines a command that makes one call and prints the answer. */
export function calling<N extends EndpointName>(definition: Calling<N>): Command {
  const { endpoint, parameters = [], options = [], input, print, verify, ...rest } = definition
  return {
    ...rest,
    endpoint,
    parameters,
    options,
    async run(desk, given) {
      const answer = await desk.callOnce(endpoint, async () => input(given, desk))
      await desk.show(answer, () => print(answer, desk, given))
      verify?.(answer, given)
    },
  }
}

/** The permission that the command requires; null: none. */
export function permissionOf({ endpoint }: Pick<Command, 'endpoint'>): Permission | null {
  const definition: EndpointDefinition | null = endpoint && ENDPOINTS[endpoint]
  return definition?.permission ?? null
}

/** Whether an operator can run the command before password and second factor are set. */
export function inSetup({ endpoint }: Pick<Command, 'endpoint'>): boolean {
  const definition: EndpointDefinition | null = endpoint && ENDPOINTS[endpoint]
  return definition?.auth !== 'operator' || definition.stage === 'setup'
}

/** The name of the parameter or option that an input field is typed as: `fullName` → `full-name`. */
export function typedName(field: string, { fields }: Pick<Command, 'fields'>): string {
  return fields?.[field] ?? field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

export type Choices = { values: readonly string[]; list: boolean }

/** The values that the contract allows for a parameter or option; null: any text. `list`: several, with commas. */
export function choicesOf(name: string, command: Command): Choices | null {
  const declared = command.parameters.find((parameter) => parameter.name === name)?.choices
  if (declared) return { values: declared, list: false }
  if (command.endpoint === null) return null
  const shape: Readonly<Record<string, Schema>> = ENDPOINTS[command.endpoint].input.def.shape
  const field = Object.entries(shape).find(([candidate]) => typedName(candidate, command) === name)
  return field ? enumIn(field[1]) : null
}

type Schema = { _zod: { def: object } }
type Def = { type: string; innerType?: Schema; element?: Schema; entries?: Record<string, string> }

/** Reads an enum of the contract, or an array of it, also where it is optional. */
function enumIn(schema: Schema): Choices | null {
  const { type, innerType, element, entries } = schema._zod.def as Def
  if (type === 'optional' && innerType) return enumIn(innerType)
  if (type === 'enum' && entries) return { values: Object.values(entries), list: false }
  const inner = type === 'array' && element ? enumIn(element) : null
  return inner && { ...inner, list: true }
}

/** `--reason <text>`, `--yes` */
export function optionTerm({ name, value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} <${value}>`
}

/** The arguments and options after the name: `<name> <value> --reason <text> [options]` */
export function usageOf({ parameters, options }: Pick<Command, 'parameters' | 'options'>): string {
  const words = parameters.map(({ name: word, optional }) => (optional ? `[${word}]` : `<${word}>`))
  const flags = options.map((option) => (option.required ? optionTerm(option) : `[${optionTerm(option)}]`))
  return [...words, ...flags, '[options]'].join(' ')
}

export const REASON: Option = {
  name: 'reason',
  value: 'text',
  about: 'reason for the audit log, 3 to 500 characters',
  required: true,
}

export const PAGE: readonly Option[] = [
  { name: 'limit', value: 'number', about: 'maximum number of results, 1 to 100 (default: 20)' },
  { name: 'cursor', value: 'text', about: 'continue after the previous page' },
]

export const DAYS: readonly Option[] = [
  { name: 'from', value: 'day', about: 'first day, such as 2026-11-01, in the business time zone' },
  { name: 'to', value: 'day', about: 'last day' },
]

/** The days of an input. */
export function daysOf(given: Given): { from?: string | undefined; to?: string | undefined } {
  return { from: given.maybe('from'), to: given.maybe('to') }
}

/** The paging fields of an input. The server refuses a limit that is not a number. */
export function pageOf(given: Given): { cursor?: string | undefined; limit?: number } {
  const limit = given.maybe('limit')
  return { cursor: given.maybe('cursor'), ...(limit === undefined ? {} : { limit: Number(limit) }) }
}
