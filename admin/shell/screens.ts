import type { Resource } from '../../resources/define/resource.ts'
import { resourceAt } from '../../resources/registry.ts'
import { safeNext } from '../account/next-path.ts'
import type { May } from '../account/person.ts'
import type { Action } from './page-list.ts'

type ScreenView = 'list' | 'create' | 'edit' | 'show' | 'close' | 'import' | 'compare'

/** The right that opens a derived screen. */
export const needs: Record<ScreenView, Action> = {
  list: 'read',
  show: 'read',
  create: 'create',
  edit: 'update',
  import: 'import',
  compare: 'read',
  close: 'deactivate',
}

/** A derived screen: the master, the view, and the row. */
interface Screen {
  resource: Resource
  view: ScreenView
  id: number | undefined
}

const SHAPE =
  /^\/(?<path>[a-z0-9-]+\/[a-z0-9-]+)(?:\/(?<plain>create|import|compare)|\/(?<ofRow>edit|show|close)\/(?<id>[1-9]\d{0,14}))?\/?$/

/** The derived screen at a path, or undefined when no master is there. */
export function screenAt(pathname: string): Screen | undefined {
  const { path, plain, ofRow, id } = SHAPE.exec(pathname)?.groups ?? {}
  const resource = path === undefined ? undefined : resourceAt(path)
  if (!resource || resource.kind === 'record') return undefined
  if (resource.kind === 'report' && (plain || ofRow)) return undefined
  if (plain === 'compare' && !resource.dated) return undefined
  if (ofRow === 'close' && !resource.closing) return undefined
  return { resource, view: (plain ?? ofRow ?? 'list') as ScreenView, id: id === undefined ? undefined : Number(id) }
}

type Named = Pick<Resource, 'path'>

/** Where rows of these records are entered, by path; any other has a page of its own below its list. */
const createPages: Readonly<Record<string, string>> = {
  attachments: '/masters/attachment/create',
  orders: '/orders/default',
}

/** The addresses of a master's screens. */
export const pathOf = {
  list: ({ path }: Named) => `/${path}`,
  create: ({ path }: Named) => createPages[path] ?? `/${path}/create`,
  import: ({ path }: Named) => `/${path}/import`,
  compare: ({ path }: Named) => `/${path}/compare`,
  edit: ({ path }: Named, id: number) => `/${path}/edit/${id}`,
  show: ({ path }: Named, id: number) => `/${path}/show/${id}`,
  close: ({ path }: Named, id: number) => `/${path}/close/${id}`,
}

/** The records that are changed in a form; any other changes by what is done with it. */
const editedRecords: readonly string[] = ['transporter-bill']

/** Whether the person edits rows of the resource in a form. */
export const mayEdit = (may: May, { kind, name, path }: Pick<Resource, 'kind' | 'name' | 'path'>) =>
  (kind === 'master' || editedRecords.includes(name)) && may('update', path)

/** The pages of records that have one of their own. */
const recordPages: Readonly<Record<string, string>> = {
  'ar-dispute': '/complaints/ar-dispute/show',
  attachment: '/masters/attachment/show',
  complaint: '/complaints/show',
  invoice: '/dispatches/invoice',
  lr: '/dispatches/lr',
  order: '/orders/order-history',
  'payment-capture': '/transaction-view/payment-captures/show',
  'payment-transaction': '/transaction-view/transactions-view/show',
  refund: '/transaction-view/payment-refunds/show',
}

/** The address of the page of a row, whatever it is; undefined where there is none. */
export const rowPathOf = ({ kind, name, path }: Pick<Resource, 'kind' | 'name' | 'path'>, id: number) =>
  kind === 'master' ? pathOf.show({ path }, id) : recordPages[name] && `${recordPages[name]}/${id}`

/** The address of a row's screen that remembers the list it was opened from: its search, filters, sort and page. */
export const withList = (path: string, list: URLSearchParams) => (list.size > 0 ? `${path}?${list}` : path)

/** The query parameter with the address to return to once a form is saved or left. */
export const BACK_PARAMETER = 'back'

/** The address a form was opened from, if given: a page of this site. */
export const backOf = (query: URLSearchParams) =>
  query.has(BACK_PARAMETER) ? safeNext(query.get(BACK_PARAMETER)) : undefined
