import { odataLiteral } from '../../sap/http/odata.ts'
import type { EntityStore } from './entity-store.ts'
import type { EntityType, Row } from './entity-type.ts'
import type { Shape } from './query-options.ts'
import type { Language } from './units.ts'
import { wireValue } from './values.ts'

/** Where a service is called, and in which language. */
export interface CallPlace {
  /** The address of the service, without a slash at its end. */
  service: string
  language: Language
}

/** Writes a row as OData v2 JSON: its properties, the expanded links with their rows, the others as deferred. */
export function wireRow(store: EntityStore, type: EntityType, row: Row, shape: Shape, place: CallPlace): Row {
  const uri = `${place.service}/${pathOf(type, row)}`
  const names = Object.keys(type.properties).filter(name => shape.properties?.has(name) ?? true)
  const shown: Row = { __metadata: metadataOf(type, row, uri) }
  for (const name of names) shown[name] = wireValue(type.properties[name]!, row[name], place.language)
  for (const name of Object.keys(type.navigation)) {
    const below = shape.expanded.get(name)
    if (below) shown[name] = linkedRows(store, type, row, name, below, place)
    else if (shape.links?.has(name) ?? true) shown[name] = { __deferred: { uri: `${uri}/${name}` } }
  }
  return shown
}

function linkedRows(store: EntityStore, type: EntityType, row: Row, name: string, shape: Shape, place: CallPlace) {
  const link = type.navigation[name]!
  const target = store.type(link.to)
  const rows = linked(store, type, row, name).map(found => wireRow(store, target, found, shape, place))
  return link.many ? { results: rows } : (rows[0] ?? null)
}

/** The rows a link leads to. */
export function linked(store: EntityStore, type: EntityType, row: Row, name: string): Row[] {
  const { to, by } = type.navigation[name]!
  const values = by.map(property => row[property] ?? '')
  return store.below(to, values)
}

function metadataOf(type: EntityType, row: Row, uri: string) {
  const etag = type.etag ? `W/"datetimeoffset'${encodeURIComponent(String(row[type.etag] ?? ''))}'"` : null
  return { id: uri, uri, type: type.qualifiedName, ...(etag && { etag }) }
}

function pathOf(type: EntityType, row: Row): string {
  const values = type.key.map(name => {
    const value = row[name] ?? ''
    const { edm } = type.properties[name]!
    if (edm === 'DateTime') return [name, `datetime'${value}T00:00:00'`]
    if (edm === 'DateTimeOffset') return [name, `datetimeoffset'${value}'`]
    return [name, odataLiteral(String(value))]
  })
  const text = values.length === 1 ? values[0]![1]! : values.map(([name, value]) => `${name}=${value}`).join(',')
  return `${type.set}(${encodeURIComponent(text).replaceAll('%3D', '=').replaceAll('%2C', ',')})`
}
