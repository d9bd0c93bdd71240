/** How the simulated SAP's entities are declared: `$metadata`, the checks of queries and of bodies, and reading follow from it. */

export type EdmKind = 'String' | 'DateTime' | 'DateTimeOffset' | 'Time' | 'Decimal' | 'Boolean' | 'Int32' | 'Double'

export interface Property {
  edm: EdmKind
  maxLength?: number
  precision?: number
  scale?: number
  /** A unit of measure, whose code depends on the language of the call. */
  isUnit?: true
  /** A code whose numbers are stored with leading zeros to this length (SAP's conversion exits ALPHA and MATN1). */
  padded?: number
  /** SAP answers it without its zeros, and with them where another entity refers to it. */
  isBare?: true
  /** Whether a POST may name it; a service that is only read has none that it may. */
  creatable: boolean
  updatable: boolean
}

/** A link to rows of another entity set, whose key begins with the values of `by`. */
export interface Navigation {
  to: string
  many: boolean
  by: readonly string[]
}

/** The fields in which SAP keeps when a row was last changed; many entities have none. */
interface ChangeFields {
  instant?: string
  day?: string
  time?: string
}

export interface EntityType {
  set: string
  name: string
  /** With its namespace, the service without its version: `API_PRODUCT_SRV.A_ProductType`. */
  qualifiedName: string
  service: string
  /** The key, in the order by which rows are stored and paged. */
  key: readonly string[]
  properties: Readonly<Record<string, Property>>
  navigation: Readonly<Record<string, Navigation>>
  change: ChangeFields
  /** The property whose value is the etag. */
  etag: string | null
  /** Lists of properties that an index covers, beside the key and the instant of change. */
  indexes: readonly (readonly string[])[]
}

const property = (edm: EdmKind, more: Partial<Property> = {}): Property => ({
  edm,
  creatable: false,
  updatable: false,
  ...more,
})

export const text = (maxLength: number) => property('String', { maxLength })
/** A code of customers, partners and documents: numbers have leading zeros. */
export const code = property('String', { maxLength: 10, padded: 10 })
/** A number as `code`, which SAP answers without its zeros. */
export const bareCode = property('String', { maxLength: 10, padded: 10, isBare: true })
/** The number of an item, which SAP answers with its zeros. */
export const itemCode = property('String', { maxLength: 6, padded: 6 })
/** A material: 40 characters, numbers with leading zeros to 18. */
export const material = property('String', { maxLength: 40, padded: 18 })
/** A text without a limit. */
export const longText = property('String')
export const unit = property('String', { maxLength: 3, isUnit: true })
export const decimal = (precision: number, scale: number) => property('Decimal', { precision, scale })
export const day = property('DateTime')
export const instant = property('DateTimeOffset')
export const time = property('Time')
export const flag = property('Boolean')

/** The properties of a list that a POST may name. */
export const creatable = <T extends Record<string, Property>>(properties: T) =>
  permitted(properties, { creatable: true })

/** The properties of a list that a POST and a PATCH may name. */
export const changeable = <T extends Record<string, Property>>(properties: T) =>
  permitted(properties, { creatable: true, updatable: true })

const permitted = <T extends Record<string, Property>>(properties: T, permission: Partial<Property>) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, { ...one, ...permission }])) as T

export const many = (to: string, ...by: string[]): Navigation => ({ to, many: true, by })
export const one = (to: string, ...by: string[]): Navigation => ({ to, many: false, by })

/** A service's namespace has no version: that of `API_OUTBOUND_DELIVERY_SRV;v=0002` is API_OUTBOUND_DELIVERY_SRV. */
export const namespaceOf = (service: string) => service.split(';')[0]!

type Declared = Pick<EntityType, 'set' | 'key' | 'properties'> &
  Partial<Pick<EntityType, 'navigation' | 'change' | 'etag' | 'indexes'>>

/** Declares the entity sets of a service. Throws RangeError when a key, change field or index is no property. */
export function serviceOf(service: string, declared: readonly Declared[]): EntityType[] {
  return declared.map(({ navigation = {}, change = {}, etag = null, indexes = [], ...rest }) => {
    const named = [...rest.key, ...Object.values(change), ...(etag ? [etag] : []), ...indexes.flat()]
    const unknown = named.find(name => !rest.properties[name])
    if (unknown) throw new RangeError(`${rest.set} has no property ${unknown}`)
    const name = `${rest.set}Type`
    const qualifiedName = `${namespaceOf(service)}.${name}`
    return { service, name, qualifiedName, navigation, change, etag, indexes, ...rest }
  })
}

/** A row in the simulator's own form: days `2026-11-23`, instants in UTC, times `08:30:00`, decimals as text. */
export type Row = Record<string, unknown>

const separator = '\u0001'

/** A row's key, or the beginning of one, as the store orders by it. */
export const keyText = (values: readonly unknown[]) => values.map(value => String(value ?? '')).join(separator)

/** The beginning of all keys that start with these values, and the first text behind them. */
export const keyRange = (values: readonly unknown[]): [from: string, to: string] => {
  const from = keyText(values) + separator
  return [from, `${from.slice(0, -1)}\u0002`]
}

export const keyOf = (type: EntityType, row: Row) => keyText(type.key.map(name => row[name]))
