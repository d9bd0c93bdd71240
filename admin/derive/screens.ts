import type { Resource } from '../../resources/define/resource.ts'
import { resourceAt } from '../../resources/registry.ts'
import { safeNext } from '../account/next-path.ts'

export type View = 'list' | 'create' | 'edit' | 'show' | 'import' | 'compare'

/** A derived screen: which master, which of its views, of which row. */
interface Screen {
  resource: Resource
  view: View
  id: number | undefined
}

const SHAPE =
  /^\/(?<path>[a-z0-9-]+\/[a-z0-9-]+)(?:\/(?<plain>create|import|compare)|\/(?<ofRow>edit|show)\/(?<id>[1-9]\d{0,14}))?\/?$/

/** The derived screen at a path of the address bar, or nothing when no master lives there. */
export function screenAt(pathname: string): Screen | undefined {
  const { path, plain, ofRow, id } = SHAPE.exec(pathname)?.groups ?? {}
  const resource = path === undefined ? undefined : resourceAt(path)
  if (!resource || resource.kind === 'record') return undefined
  if (resource.kind === 'report' && (plain || ofRow)) return undefined
  if (plain === 'compare' && !resource.dated) return undefined
  return { resource, view: (plain ?? ofRow ?? 'list') as View, id: id === undefined ? undefined : Number(id) }
}

type Named = Pick<Resource, 'path'>

/** Where a master's screens are. */
export const pathOf = {
  list: ({ path }: Named) => `/${path}`,
  create: ({ path }: Named) => `/${path}/create`,
  import: ({ path }: Named) => `/${path}/import`,
  compare: ({ path }: Named) => `/${path}/compare`,
  edit: ({ path }: Named, id: number) => `/${path}/edit/${id}`,
  show: ({ path }: Named, id: number) => `/${path}/show/${id}`,
}

/** A screen of one row that remembers the list it was opened from: its search, filters, sort and page stay in the address. */
export const withList = (path: string, list: URLSearchParams) => (list.size > 0 ? `${path}?${list}` : path)

/** The word of the address that says where a form leads once its row is saved, or is not. */
export const BACK = 'back'

/** Where a form was opened from, if its address says so: a page of this site. */
export const backOf = (query: URLSearchParams) => (query.has(BACK) ? safeNext(query.get(BACK)) : undefined)
