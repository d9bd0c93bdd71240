import { type SimulatorAnswer, sapRefusal } from '../sap/answers.ts'
import { type Address, addressOf } from './address.ts'
import type { EntityStore } from './entity-store.ts'
import type { EntityType } from './entity-type.ts'
import { edmxOf } from './metadata.ts'
import { badRequest, notFound, ODataError } from './odata-error.ts'
import { type QueryOptions, queryOptions } from './query-options.ts'
import { languageOf } from './units.ts'
import { type CallPlace, linked, wireRow } from './wire.ts'

export interface ReadCall {
  service: string
  /** Below the service, as it stands in the address; empty for the service document. */
  path: string
  query: URLSearchParams
  /** The address of the service, and that of this request without its query. */
  serviceUrl: string
  url: string
  /** The most rows of one page. */
  pageLimit: number
}

/** Answers a GET of a service: its document, `$metadata`, a page of a set, one row, what a link leads to, or a count. */
export function answerRead(store: EntityStore, call: ReadCall): SimulatorAnswer {
  try {
    return answered(store, call)
  } catch (error) {
    if (error instanceof ODataError)
      return sapRefusal(error.status, [{ code: error.code, message: error.message }], call.service)
    throw error
  }
}

function answered(store: EntityStore, call: ReadCall): SimulatorAnswer {
  const types = store.types.filter(({ service }) => service === call.service)
  if (types.length === 0) throw notFound(`service '${call.service}'`)
  if (call.path === '') return dataOf({ EntitySets: types.map(({ set }) => set) })
  if (call.path === '$metadata') return { status: 200, body: edmxOf(types), headers: { 'Content-Type': xml } }
  const address = addressOf(types, call.path)
  if (address.key === null) return ofSet(store, address, call)
  const row = store.find(address.type.set, address.key)
  if (!row) throw notFound(`${address.type.set}(${address.key.join(',')})`)
  if (address.link !== null) return ofLink(store, address.type, row, address.link, address.counts, call)
  const { shape } = queryOptions(address.type, call.query, store.type)
  return dataOf(wireRow(store, address.type, row, shape, placeOf(call)))
}

const xml = 'application/xml;charset=utf-8'
const dataOf = (d: unknown): SimulatorAnswer => ({ status: 200, body: { d } })
const textOf = (count: number): SimulatorAnswer => ({
  status: 200,
  body: `${count}`,
  headers: { 'Content-Type': 'text/plain;charset=utf-8' },
})
const placeOf = ({ serviceUrl, query }: ReadCall): CallPlace => ({
  service: serviceUrl,
  language: languageOf(query.get('sap-language')),
})

function ofSet(store: EntityStore, { type, counts }: Address, call: ReadCall): SimulatorAnswer {
  const options = queryOptions(type, call.query, store.type)
  if (counts) return textOf(store.count(type.set, options.filter))
  const top = Math.min(options.top ?? call.pageLimit, call.pageLimit)
  const { rows, next } = pageOf(store, type, options, top)
  const more = next !== null && (options.top === null || options.top > top)
  return dataOf({
    ...(options.counts && { __count: `${store.count(type.set, options.filter)}` }),
    results: rows.map(row => wireRow(store, type, row, options.shape, placeOf(call))),
    ...(more && { __next: nextAddress(call, options, top, next) }),
  })
}

function pageOf(store: EntityStore, type: EntityType, options: QueryOptions, top: number) {
  const { filter, order, skip, after } = options
  try {
    return store.page(type.set, { filter, order, top, skip, after })
  } catch (error) {
    if (error instanceof RangeError) throw badRequest(`${error.message} '${after}'.`)
    throw error
  }
}

/** The further page begins behind the last row; what was asked for in all is less by the rows of this one. */
function nextAddress({ url, query }: ReadCall, { top: asked }: QueryOptions, top: number, next: string): string {
  const further = new URLSearchParams(query)
  further.delete('$skip')
  if (asked !== null) further.set('$top', `${asked - top}`)
  further.set('$skiptoken', next)
  return `${url}?${[...further].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

/** The rows behind a link, which are few, on one page. */
function ofLink(
  store: EntityStore,
  type: EntityType,
  row: Record<string, unknown>,
  name: string,
  counts: boolean,
  call: ReadCall,
): SimulatorAnswer {
  const target = store.type(type.navigation[name]!.to)
  const { shape } = queryOptions(target, call.query, store.type)
  const rows = linked(store, type, row, name)
  if (counts) return textOf(rows.length)
  const shown = rows.map(found => wireRow(store, target, found, shape, placeOf(call)))
  if (type.navigation[name]!.many) return dataOf({ results: shown })
  if (!shown[0]) throw notFound(`${type.set}/${name}`)
  return dataOf(shown[0])
}
