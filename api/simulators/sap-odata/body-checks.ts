import type { SapMessage } from '../sap/answers.ts'
import type { EntityType, Property, Row } from './entity-type.ts'

/**
 * SAP's messages against the body of a POST, with all that is inserted with it: properties it does not have or that are
 * not to be given, texts too long, values of another kind. Empty when it is well-formed.
 */
export const createFaults = (type: EntityType, body: unknown, typeOf: (set: string) => EntityType): SapMessage[] =>
  bodyFaults(type, body, 'creatable', typeOf)

/** SAP's messages against the body of a PATCH. */
export const changeFaults = (type: EntityType, body: unknown, typeOf: (set: string) => EntityType): SapMessage[] =>
  bodyFaults(type, body, 'updatable', typeOf)

type Permission = 'creatable' | 'updatable'
type TypeOf = (set: string) => EntityType

function bodyFaults(type: EntityType, body: unknown, permission: Permission, typeOf: TypeOf): SapMessage[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return [fault(`Malformed request: ${type.name} must be a structure.`)]
  return Object.entries(body as Row).flatMap(([name, value]) => valueFaults(type, name, value, permission, typeOf))
}

function valueFaults(type: EntityType, name: string, value: unknown, permission: Permission, typeOf: TypeOf) {
  if (name === '__metadata') return []
  const link = Object.hasOwn(type.navigation, name) ? type.navigation[name] : undefined
  if (link) return permission === 'creatable' ? linkFaults(typeOf(link.to), name, value, link.many, typeOf) : []
  const property = Object.hasOwn(type.properties, name) ? type.properties[name] : undefined
  if (!property) return [fault(`Property '${name}' is invalid for '${type.qualifiedName}'.`)]
  if (!property[permission]) return [fault(`Property '${name}' of '${type.name}' is not ${permission}.`)]
  return fits(property, value) ? [] : [fault(`Invalid value for property '${name}'.`)]
}

function linkFaults(target: EntityType, name: string, value: unknown, many: boolean, typeOf: TypeOf): SapMessage[] {
  if (!many) return createFaults(target, value, typeOf)
  const rows = Array.isArray(value) ? value : (value as { results?: unknown } | null)?.results
  if (!Array.isArray(rows)) return [fault(`Malformed request: ${name} must hold results.`)]
  return rows.flatMap(row => createFaults(target, row, typeOf))
}

/** Whether a value is one as OData v2 JSON writes it. */
function fits({ edm, maxLength, precision = 15, scale = 0 }: Property, value: unknown): boolean {
  if (edm === 'Boolean') return typeof value === 'boolean'
  if (edm === 'Int32') return Number.isInteger(value)
  if (value === null) return edm !== 'String'
  if (typeof value !== 'string') return false
  if (edm === 'String') return value.length <= (maxLength ?? Number.POSITIVE_INFINITY)
  if (edm === 'Decimal') return new RegExp(`^-?\\d{1,${precision - scale}}(\\.\\d{0,${scale}}0*)?$`).test(value)
  if (edm === 'Double') return /^-?\d+(\.\d+)?$/.test(value)
  if (edm === 'DateTime') return /^\/Date\(-?\d+\)\/$/.test(value) && Number(value.slice(6, -2)) % 86_400_000 === 0
  if (edm === 'DateTimeOffset') return /^\/Date\(-?\d+([+-]\d{4})?\)\/$/.test(value)
  return /^PT\d{1,2}H\d{1,2}M\d{1,2}S$/.test(value)
}

const fault = (message: string): SapMessage => ({ code: '/IWBEP/CM_MGW_RT/021', message })
