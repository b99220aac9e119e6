/** What a command is. The table of all (`commands.ts`) is where parsing, help and permissions come from. */
import { ENDPOINTS, type EndpointName, type Endpoints } from '@fairlot/contract/endpoints'
import type { EndpointDefinition, Input, Output } from '@fairlot/contract/define'
import type { Permission } from '@fairlot/contract/operator-roles'
import type { Desk } from './desk.ts'

export type Group = 'You' | 'Staff' | 'Two persons' | 'House' | 'Settings' | 'Members'

/** A word by its place. */
export type Parameter = { name: string; about: string; optional?: true }
/** `--name value`; without a value `--name`, which is there or not */
export type Option = { name: string; value?: string; about: string; required?: true }

export type Command = {
  /** one word or two */
  name: string
  group: Group
  about: string
  parameters: readonly Parameter[]
  options: readonly Option[]
  /** the call that it is about, whose permission it takes; null: it runs on this machine alone */
  endpoint: EndpointName | null
  /** fields of the call's input that its words or options go by another name */
  fields?: Readonly<Record<string, string>>
  run(desk: Desk, given: Given): Promise<void>
}

/** The words and options of one command, by their names. */
export type Given = {
  /** what the command cannot do without */
  text(name: string): string
  maybe(name: string): string | undefined
  /** whether the option is there */
  has(name: string): boolean
}

/** Input as a person types it: any text where the schema wants one of a list. The server judges it. */
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
}

/** A command that is one call: its input from what was given, its answer printed. */
export function calling<N extends EndpointName>(definition: Calling<N>): Command {
  const { endpoint, parameters = [], options = [], input, print, ...rest } = definition
  return {
    ...rest,
    endpoint,
    parameters,
    options,
    async run(desk, given) {
      const answer = await desk.callOnce(endpoint, async () => input(given, desk))
      await desk.show(answer, () => print(answer, desk, given))
    },
  }
}

/** What the roles must allow; null: nothing. */
export function permissionOf({ endpoint }: Pick<Command, 'endpoint'>): Permission | null {
  const definition: EndpointDefinition | null = endpoint && ENDPOINTS[endpoint]
  return definition?.permission ?? null
}

/** Whether it can be used before password and second factor are set. */
export function inSetup({ endpoint }: Pick<Command, 'endpoint'>): boolean {
  const definition: EndpointDefinition | null = endpoint && ENDPOINTS[endpoint]
  return definition?.auth !== 'operator' || definition.stage === 'setup'
}

/** `--reason <text>`, `--yes` */
export function typedOption({ name, value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} <${value}>`
}

/** `setting set <name> <value> --reason <text>` */
export function usageOf({ name, parameters, options }: Command): string {
  const words = parameters.map(({ name: word, optional }) => (optional ? `[<${word}>]` : `<${word}>`))
  const flags = options.map((option) => (option.required ? typedOption(option) : `[${typedOption(option)}]`))
  return [name, ...words, ...flags].join(' ')
}

export const REASON: Option = {
  name: 'reason',
  value: 'text',
  about: 'why; it stands in the audit log',
  required: true,
}

export const PAGE: readonly Option[] = [
  { name: 'limit', value: 'number', about: 'how many, at most 100; 20 unless told' },
  { name: 'cursor', value: 'text', about: 'where to go on, as the page before has said' },
]

/** The part of an input that pages. A limit that is no number goes out as it is, for the server to refuse. */
export function pageOf(given: Given): { cursor?: string | undefined; limit?: number } {
  const limit = given.maybe('limit')
  return { cursor: given.maybe('cursor'), ...(limit === undefined ? {} : { limit: Number(limit) }) }
}
