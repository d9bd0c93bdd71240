import { text } from 'node:stream/consumers'
import type { Context } from 'koa'
import type { SimulatedMode } from '../../../resources/platform/simulated-sap.ts'
import { clearingPath } from '../sap-documents/clearing-request.ts'
import { journalEntryPath } from '../sap-documents/journal-entry.ts'
import type { CallPlace } from '../sap-failures/behaviours.ts'
import type { SimulatorAnswer } from './answers.ts'

/** A request to one of SAP's services, signed in and its body read. */
export interface ServiceCall {
  /** The parts of the address that the route names. */
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  /** SAP's present instant, by its own clock. */
  at: string
  /** The full address without its query, for links to further pages. */
  address: string
  /** The modes that met it, of which some say how it is answered. */
  modes: readonly SimulatedMode[]
  header(name: string): string
}
export type Handler = (call: ServiceCall) => SimulatorAnswer

/** A route of a service: method, path below the root of all services, and what answers there. */
export type ServiceRoute = [method: string, path: string, handler: Handler]

/** The SOAP services, by where they lie: the names under which a behaviour is limited to them. */
export const soapServices: Readonly<Record<string, string>> = {
  [journalEntryPath]: 'journal-entry',
  [clearingPath]: 'clearing',
}

const soapCall: Omit<CallPlace, 'service'> = {
  kind: 'change',
  entity: '',
  isScheduled: false,
  isLaterPage: false,
}

/** Whether a request asks what changed since an instant: the portal's regular readings. */
const asksChanges = (query: URLSearchParams) => /LastChangeDate(?:Time)? ge/.test(query.get('$filter') ?? '')

/** What a request asks for, read from its method, headers and address; what is not below the root of OData is SOAP. */
export function placeOf(ctx: Context, root: string): CallPlace {
  if (!ctx.path.startsWith(root)) return { ...soapCall, service: soapServices[ctx.path] ?? '' }
  const [service = '', path = ''] = ctx.path.slice(root.length).split('/', 2)
  const query = new URLSearchParams(ctx.querystring)
  const entity = path.split('(')[0]!
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
  const isTokenFetch = isRead && ctx.get('x-csrf-token').toLowerCase() === 'fetch'
  const isOne = path === '' || path.startsWith('$') || path.includes('(')
  return {
    kind: isTokenFetch ? 'token' : !isRead ? 'change' : isOne ? 'record' : 'list',
    service: service.split(';')[0]!,
    entity,
    isScheduled: isRead && asksChanges(query),
    isLaterPage: query.has('$skiptoken') || Number(query.get('$skip') ?? 0) > 0,
  }
}

/** The parsed body, whether a body parser ran before or not: JSON or a form; the text of a `$batch` or of XML. */
export async function bodyOf(ctx: Context): Promise<unknown> {
  if (ctx.is('multipart/mixed', 'text/xml', 'application/xml', '+xml')) return text(ctx.req)
  const parsed = (ctx.request as { body?: unknown }).body
  if (parsed !== undefined) return parsed
  const given = await text(ctx.req)
  if (ctx.is('urlencoded')) return Object.fromEntries(new URLSearchParams(given))
  try {
    return JSON.parse(given)
  } catch {
    return null
  }
}
