import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { Person } from '../rights/person.ts'

/** The logins that a row is for: those that its own references name. */
export const loginsOf = ({ fields }: Resource, row: RowValues): number[] =>
  Object.entries(fields).flatMap(([name, { to, server }]) =>
    to === 'user' && !server && typeof row[name] === 'number' ? [row[name]] : [],
  )

/** Whether a row is for a person: one of its own references names their login or their entry as an employee. */
export const isFor = ({ fields }: Resource, row: RowValues, { id, employeeId }: Person): boolean =>
  Object.entries(fields).some(([name, { to, server }]) => {
    if (server || row[name] === null || row[name] === undefined) return false
    return (to === 'user' && row[name] === id) || (to === 'employee' && row[name] === employeeId)
  })
