import type { EntityType } from './entity-type.ts'
import { type Filter, parseFilter, propertyOf } from './filter.ts'
import { badRequest } from './odata-error.ts'
import type { Order } from './paging-sql.ts'

/** The properties and expanded links of an answer, for each link again; `null` properties mean all of them. */
export interface Shape {
  properties: Set<string> | null
  /** Links that are shown although not expanded. */
  links: Set<string> | null
  expanded: Map<string, Shape>
}

/** The checked options of a request. */
export interface QueryOptions {
  filter: Filter | null
  order: Order[]
  shape: Shape
  top: number | null
  skip: number
  after: string | null
  counts: boolean
}

const known = new Set([
  '$filter',
  '$select',
  '$expand',
  '$orderby',
  '$top',
  '$skip',
  '$skiptoken',
  '$inlinecount',
  '$format',
])

type TypeOf = (set: string) => EntityType

/** Reads the options of an address. Throws ODataError for one that SAP Gateway would refuse. */
export function queryOptions(type: EntityType, query: URLSearchParams, typeOf: TypeOf): QueryOptions {
  const unknown = [...query.keys()].find(name => name.startsWith('$') && !known.has(name))
  if (unknown) throw badRequest(`System query option '${unknown}' is not supported.`)
  const format = query.get('$format')
  if (format !== null && format !== 'json') throw badRequest(`Format '${format}' is not supported.`)
  const filter = query.get('$filter')?.trim()
  const counts = query.get('$inlinecount') ?? 'none'
  if (counts !== 'none' && counts !== 'allpages') throw badRequest(`Invalid value '${counts}' for $inlinecount.`)
  return {
    filter: filter ? parseFilter(type, filter) : null,
    order: orderOf(type, query.get('$orderby')),
    shape: shapeOf(type, listOf(query.get('$select')), listOf(query.get('$expand')), typeOf),
    top: wholeNumber(query, '$top'),
    skip: wholeNumber(query, '$skip') ?? 0,
    after: query.get('$skiptoken'),
    counts: counts === 'allpages',
  }
}

const listOf = (text: string | null) =>
  text === null || text.trim() === '' ? [] : text.split(',').map(part => part.trim())

function wholeNumber(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null) return null
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`Invalid value '${text}' for ${name}.`)
  return Number(text)
}

function orderOf(type: EntityType, text: string | null): Order[] {
  return listOf(text).map(part => {
    const [name = '', direction = 'asc', ...more] = part.split(/\s+/)
    propertyOf(type, name)
    if ((direction !== 'asc' && direction !== 'desc') || more.length > 0)
      throw badRequest(`Invalid $orderby expression: ${part}.`)
    return { name, descending: direction === 'desc' }
  })
}

/** `to_Item/Material` selects within an expanded link, `to_Item/to_Text` expands a link of it. */
function shapeOf(type: EntityType, select: string[], expand: string[], typeOf: TypeOf): Shape {
  const own = select.filter(path => !path.includes('/'))
  for (const name of own) if (name !== '*' && !type.navigation[name]) propertyOf(type, name)
  const firsts = new Set(expand.map(path => path.split('/', 1)[0]!))
  for (const path of select.filter(one => one.includes('/')))
    if (!firsts.has(path.split('/', 1)[0]!)) throw badRequest(`Property '${path}' is selected but not expanded.`)
  const expanded = [...firsts].map(name => {
    const link = Object.hasOwn(type.navigation, name) ? type.navigation[name] : undefined
    if (!link) throw badRequest(`Invalid navigation property '${name}' of type '${type.qualifiedName}'.`)
    const below = (paths: string[]) =>
      paths.filter(path => path.startsWith(`${name}/`)).map(path => path.slice(name.length + 1))
    return [name, shapeOf(typeOf(link.to), below(select), below(expand), typeOf)] as const
  })
  const all = own.length === 0 || own.includes('*')
  return {
    properties: all ? null : new Set(own.filter(name => type.properties[name])),
    links: all ? null : new Set(own.filter(name => type.navigation[name])),
    expanded: new Map(expanded),
  }
}
