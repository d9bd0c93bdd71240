import type { Resource } from '../resource.ts'

/** A condition on the rows of a list, as lists ask for it. */
export type ListCondition =
  | { field: string; operator: 'in'; value: readonly string[] }
  | { field: string; operator: 'eq' | 'lt'; value: string }
  | { field: string; operator: 'null' | 'nnull'; value: true }
  | { operator: 'or' | 'and'; value: readonly ListCondition[] }

/**
 * A list of its own over those rows of a resource that wait for somebody. It has its own name and columns; rows, rights
 * and actions are those of the resource.
 */
export interface Worklist extends Resource {
  /** The path of its screen, by which layouts and views are saved. */
  grid: string
  /** The columns that the API sends of a row without being asked. */
  sent: readonly string[]
  /** Which rows it shows, whatever else it is filtered by, at an instant. */
  only: (now: string) => readonly ListCondition[]
}

/** Declares a list over part of a resource. */
export const worklist = (
  resource: Resource,
  declared: Pick<Worklist, 'grid' | 'title' | 'purpose' | 'list' | 'only'> &
    Partial<Pick<Worklist, 'one' | 'sections' | 'sort' | 'totals'>>,
): Worklist => ({
  ...resource,
  ...declared,
  leads: resource.leads.filter(name => declared.list.includes(name)),
  leadsFor: {},
  sent: resource.list,
})

const isWorklist = (list: Resource): list is Worklist => 'only' in list

/** The path by which the layouts and views of a list are saved. */
export const gridOf = (list: Resource): string => (isWorklist(list) ? list.grid : list.path)

/** The columns that the API sends of a row without being asked: those of the resource, also where a worklist shows others. */
export const sentOf = (list: Resource): readonly string[] => (isWorklist(list) ? list.sent : list.list)

/** The order of a worklist, where it has one of its own. */
export const usualSortOf = (list: Resource): readonly string[] => (isWorklist(list) ? list.sort : [])

/** The conditions that every row of a list meets; none but for worklists. */
export const conditionsOf = (list: Resource, now: string): readonly ListCondition[] =>
  isWorklist(list) ? list.only(now) : []
