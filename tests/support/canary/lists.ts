import type { Resource } from '../../../resources/define/resource.ts'
import { may } from '../../../resources/define/rights.ts'
import { resources } from '../../../resources/registry.ts'
import type { Ask } from './asks.ts'
import type { SignedIn } from './readers.ts'
import type { CanaryWorld } from './world.ts'

const ALL = '$limit=500&$select[]=*&$select[]=createdById&$select[]=updatedById'

/** Everything that is derived from a declaration, asked by somebody: lists, rows, histories, uses, files and comparisons. */
export function listAsks(world: CanaryWorld, who: SignedIn): Ask[] {
  return resources.flatMap((resource, place) => {
    const { path } = resource
    const whole: Ask = { path: `/api/${path}?${ALL}` }
    if (!may(resource.access, who.role, 'R') && !(who.asked && resource.asked)) return [whole]
    return [
      whole,
      ...(resource.totals.length > 0 ? [{ path: `/api/${path}?$limit=1&$totals=true` }] : []),
      ...rowsFor(world, who, resource, place).flatMap((id, index) => [
        // One way of reading a row alone serves all rows alike: every other one is enough.
        ...((place + index) % 2 === 0 ? [{ path: `/api/${path}/${id}` }] : []),
        { path: `/api/history?resource=${path}&rowId=${id}` },
        ...(may(resource.access, who.role, 'D') ? [{ path: `/api/uses?resource=${path}&rowId=${id}` }] : []),
      ]),
      ...(may(resource.access, who.role, 'X') ? filesOf(path, place) : []),
      ...(resource.dated ? [{ path: `/api/compare/${path}?from=2020-01-01&to=2026-11-01` }] : []),
    ]
  })
}

/** Where rights differ from row to row all of the stories, elsewhere one of them, in turn. */
function rowsFor({ rows }: CanaryWorld, who: SignedIn, resource: Resource, place: number): number[] {
  const ids = rows.filter(row => row.resource === resource && !row.isNamed).map(({ id }) => id)
  if (resource.within[who.role] && who.near) return ids
  const turn = place % Math.max(ids.length, 1)
  return ids.slice(turn, turn + 1)
}

/** A workbook costs more than a text: each of both formats for half of the lists. */
const filesOf = (path: string, place: number): Ask[] => [
  { path: `/api/export/${path}?format=${place % 2 === 0 ? 'csv' : 'xlsx'}` },
]

/** Of every change that was ever made, by those who keep watch over all of them. */
export const auditAsks = (who: SignedIn): Ask[] =>
  ['SYS_ADMIN', 'AUDITOR'].includes(who.role)
    ? [0, 500, 1000, 1500, 2000, 2500, 3000, 3500].map(skip => ({
        path: `/api/audit-entries?$limit=500&$skip=${skip}&$sort[id]=-1&$select[]=*&$select[]=beforeJson&$select[]=afterJson`,
      }))
    : []

/** The routes that `listAsks` asks. */
export const listRoutes: readonly string[] = [
  ...resources.map(({ path }) => `api/${path}`),
  'api/history',
  'api/uses',
  'api/export',
  'api/compare',
]
