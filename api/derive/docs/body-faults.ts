import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import { cleanValue, type Fault, problemWith } from '../../../resources/define/validate.ts'
import { MOST_FAULTS } from '../../platform/most-faults.ts'
import { fieldOfSchema, type JsonSchema } from './openapi-schemas.ts'

/** The most members of a list whose description gives no number. */
const MOST_ITEMS = 5_000

/** The faults of a body, of which only the first are put into words, and how many there are. */
class BodyFaults {
  readonly faults: Fault[] = []
  count = 0

  /** Counts a fault; `say` is asked for its sentence while there are few. */
  add(field: string, code: string, say: () => string) {
    this.count++
    if (this.faults.length < MOST_FAULTS) this.faults.push({ field: field.slice(0, 80), code, message: say() })
  }
}

/**
 * Compares a body with its description: names, types, lengths and counts. What is absent or null, and what a rule says of
 * the values, is for the command to refuse.
 */
export function bodyFaults(schema: JsonSchema, body: object): Pick<BodyFaults, 'faults' | 'count'> {
  const faults = new BodyFaults()
  checkObject([schema], body, '', faults)
  return faults
}

function checkObject(schemas: readonly JsonSchema[], value: object, at: string, faults: BodyFaults) {
  const branches = schemas.flatMap((schema): JsonSchema[] => (schema.oneOf as JsonSchema[] | undefined) ?? [schema])
  const described = branches.filter(({ properties }) => properties !== undefined)
  if (described.length === 0) return
  const closed = described.every(({ additionalProperties }) => additionalProperties === false)
  for (const [name, propertyValue] of Object.entries(value)) {
    const propertySchemas = described.flatMap(({ properties }) =>
      Object.hasOwn(properties as object, name) ? [(properties as Record<string, JsonSchema>)[name]!] : [],
    )
    if (propertySchemas.length > 0) checkAny(propertySchemas, propertyValue, name, at + name, faults)
    else if (closed) faults.add(at + name, 'UNKNOWN_FIELD', () => unknownName(name, at, described))
  }
}

function unknownName(name: string, at: string, described: readonly JsonSchema[]): string {
  if (at !== '') return `${(at + name).slice(0, 80)} cannot be set here`
  const names = new Set(described.flatMap(({ properties }) => Object.keys(properties as object)))
  return `${name.slice(0, 60)} is not read here: ${names.size > 0 ? `send only ${[...names].join(', ')}` : 'send an empty object'}`
}

/** Of several descriptions, as bodies of several kinds have them, one must fit. */
function checkAny(schemas: readonly JsonSchema[], value: unknown, name: string, at: string, faults: BodyFaults) {
  if (value === null) return
  if (schemas.length > 1 && schemas.some(schema => faultless(schema, value, name, at))) return
  check(schemas[0]!, value, name, at, faults)
}

function faultless(schema: JsonSchema, value: unknown, name: string, at: string): boolean {
  const tried = new BodyFaults()
  check(schema, value, name, at, tried)
  return tried.count === 0
}

function check(described: JsonSchema, value: unknown, name: string, at: string, faults: BodyFaults) {
  const kinds = (described.anyOf as JsonSchema[] | undefined) ?? []
  const [schema = described] = kinds
  if (value === null && [schema, ...kinds].some(kind => isOf(kind, 'null'))) return
  const problem = problemOf(schema, value)
  if (problem) faults.add(at, problem[0], () => `${titleOf(schema, name, at)} ${problem[1]}`)
  else if (isOf(schema, 'array'))
    for (const [index, item] of (value as unknown[]).entries())
      check((schema.items ?? {}) as JsonSchema, item, '', `${at}[${index}]`, faults)
  else if (isObject(schema)) checkObject([schema], value as object, `${at}.`, faults)
}

type Problem = [code: string, is: string] | undefined

const isOf = ({ type }: JsonSchema, kind: string) => type === kind || (Array.isArray(type) && type.includes(kind))
const isObject = (schema: JsonSchema) => isOf(schema, 'object') || Array.isArray(schema.oneOf)

/** What is wrong with the type or length of a value, apart from what its items and properties are. */
function problemOf(schema: JsonSchema, value: unknown): Problem {
  const field = fieldOfSchema(schema)
  if (field) return problemOfField(field, value)
  if (isOf(schema, 'array')) {
    const most = (schema.maxItems as number | undefined) ?? MOST_ITEMS
    return Array.isArray(value) && value.length <= most ? undefined : ['TYPE', `must be a list of at most ${most}`]
  }
  if (isObject(schema))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? undefined
      : ['TYPE', 'must be an object']
  return problemOfPlain(schema, value)
}

/** Types of descriptions that are made of no field. */
const PLAIN: readonly [string, (value: unknown) => boolean, string][] = [
  ['string', value => typeof value === 'string', 'must be text'],
  ['integer', Number.isSafeInteger, 'must be a whole number'],
  ['boolean', value => typeof value === 'boolean', 'must be yes or no'],
]

function problemOfPlain(schema: JsonSchema, value: unknown): Problem {
  const wrong = PLAIN.find(([type, fits]) => isOf(schema, type) && !fits(value))
  if (wrong) return ['TYPE', wrong[2]]
  const most = (schema.maxLength as number | undefined) ?? Number.POSITIVE_INFINITY
  return typeof value === 'string' && value.length > most ? ['LENGTH', `must be at most ${most} characters`] : undefined
}

const AT_THE_DOOR = ['TYPE', 'LENGTH', 'ENUM']

/** Whether a text is one of the options of a choice is left to the command, which may name those of this case. */
function problemOfField(field: Field, value: unknown): Problem {
  const cleaned = cleanValue(field, value)
  if (cleaned === null) return value === null && !field.optional ? ['REQUIRED', 'is required'] : undefined
  if (field.kind === 'choice' && typeof value === 'string') return undefined
  const problem = problemWith(field, cleaned)
  return problem && AT_THE_DOOR.includes(problem[0]) ? problem : undefined
}

const titleOf = (schema: JsonSchema, name: string, at: string) => {
  const field = fieldOfSchema(schema)
  return name !== '' && field ? labelOf(name, field) : at.slice(0, 80)
}
